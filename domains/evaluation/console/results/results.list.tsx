import { ExportButton } from '@kaopei/jobs/parts'
import { CodeTag, Dash, FocusReturn, filtersOf, formatInstant, formFor, ListPage, RightButton, useMay } from '@kaopei/web'
import { Input, Modal, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { erasureReason, resultState, scaleKind } from '../../contract/codes.ts'
import { evaluationResult, type ResultRow } from '../../contract/result.ts'
import { resultPath } from '../paths.ts'
import { ScaleSelect } from '../scale-select.tsx'
import { FinishedSelect } from './finished-select.tsx'
import { holderColumns, resultFilters, standingColumns } from './result-columns.tsx'

const filters = [
  ...filtersOf(evaluationResult.list, [
    { name: 'keyWords', label: '关键字', kind: 'text', placeholder: '姓名、账号、测评、量表' },
    { name: 'kind', label: '类型', kind: 'select', options: scaleKind.options },
    { name: 'state', label: '状态', kind: 'select', options: resultState.options },
    {
      ...{ name: 'appointmentId', label: '测评', kind: 'custom' },
      render: ({ id, value, onChange }) => (
        <FinishedSelect id={id} value={typeof value === 'string' ? value : undefined} onChange={onChange} />
      ),
    },
    {
      ...{ name: 'scaleId', label: '量表', kind: 'custom' },
      render: ({ id, value, onChange }) => (
        <ScaleSelect
          {...{ id, isWithdrawnToo: true, isClearable: true, placeholder: '全部' }}
          value={typeof value === 'string' ? value : null}
          onChange={(scaleId) => onChange(scaleId ?? undefined)}
        />
      ),
    },
  ]),
  ...resultFilters,
]
const erasing = formFor(evaluationResult.erase)

/** 测评结果 */
export default function ResultsList(): ReactNode {
  const [going, setGoing] = useState<{ readonly ids: readonly string[]; readonly clear: () => void }>()
  const [showsErasures, setShowsErasures] = useState(false)
  const mayErase = useMay(evaluationResult.erase)
  return (
    <>
      <ListPage
        title="测评结果"
        header={{
          description: '报告按出具时的量表版本、常模和解释保存，不再改变。人格与管理类的结果只有具备相应权限的人能看到。',
        }}
        endpoint={evaluationResult.list}
        rowKey="evaluationResultId"
        filters={filters}
        columns={columns}
        emptyText="还没有测评结果"
        toolbar={({ input }) => (
          <>
            <ExportButton
              right={evaluationResult.export}
              title="导出"
              ask={(run) => run(evaluationResult.export, input, { successText: '' })}
            />
            <RightButton right={evaluationResult.erasures} onClick={() => setShowsErasures(true)}>
              删除记录
            </RightButton>
          </>
        )}
        {...(mayErase && {
          batchActions: ({ ids, clear }: { ids: readonly string[]; clear: () => void }) => (
            <RightButton right={evaluationResult.erase} size="small" danger onClick={() => setGoing({ ids, clear })}>
              删除
            </RightButton>
          ),
        })}
      />
      {going && (
        <erasing.FormDialog
          title={`删除 ${going.ids.length} 份结果`}
          okText="删 除"
          endpoint={evaluationResult.erase}
          successText="已删除"
          initialValues={{ ids: [...going.ids], note: '' }}
          onClose={() => setGoing(undefined)}
          onSaved={going.clear}
        >
          <p className="kp-hint">报告、答卷和每一次作答记录一并删除，不可恢复；只留下一条带摘要的删除记录。</p>
          <erasing.Field name="note" label="删除原因">
            <Input.TextArea rows={2} maxLength={200} showCount placeholder="例如：本人要求" />
          </erasing.Field>
        </erasing.FormDialog>
      )}
      {showsErasures && <Erasures onClose={() => setShowsErasures(false)} />}
    </>
  )
}

const columns: TableColumnsType<ResultRow> = [
  ...holderColumns<ResultRow>(({ evaluationResultId }) => resultPath(evaluationResultId)),
  { title: '测评', dataIndex: 'appointmentName', width: 200, ellipsis: true },
  { title: '量表', dataIndex: 'scaleName', width: 180, ellipsis: true },
  { title: '类型', dataIndex: 'kind', width: 110, render: (kind: number) => <CodeTag codes={scaleKind} value={kind} /> },
  { title: '状态', dataIndex: 'state', width: 90, render: (state: number) => <CodeTag codes={resultState} value={state} /> },
  { title: '常模', dataIndex: 'normName', width: 150, ellipsis: true, render: (name: string | null) => name ?? '无（只有均分）' },
  ...standingColumns<ResultRow>(),
]

function Erasures({ onClose }: { readonly onClose: () => void }): ReactNode {
  return (
    <Modal open width={960} title="删除记录" footer={null} onCancel={onClose}>
      <FocusReturn />
      <ListPage
        endpoint={evaluationResult.erasures}
        rowKey="id"
        prefix="e."
        emptyText="没有删除过结果"
        columns={[
          { title: '被测人', dataIndex: 'staffName', width: 100, render: (name: string | null) => <Dash>{name}</Dash> },
          { title: '测评', dataIndex: 'appointmentName', width: 180, ellipsis: true },
          {
            title: '原因',
            dataIndex: 'reason',
            width: 110,
            render: (reason: number) => <CodeTag codes={erasureReason} value={reason} />,
          },
          { title: '说明', dataIndex: 'note', width: 140, ellipsis: true, render: (note: string) => <Dash>{note}</Dash> },
          { title: '答卷', dataIndex: 'sittingCount', width: 64, align: 'right' },
          { title: '作答记录', dataIndex: 'answerCount', width: 84, align: 'right' },
          { title: '摘要（SHA-256）', dataIndex: 'digest', width: 160, ellipsis: true },
          { title: '操作人', dataIndex: 'erasedByName', width: 100, render: (name: string | null) => name ?? '系统' },
          { title: '时间', dataIndex: 'erasedAt', width: 150, render: (at: string) => formatInstant(at) },
        ]}
      />
    </Modal>
  )
}
