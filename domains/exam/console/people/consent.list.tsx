import { Dash, filtersOf, formatInstant, formFor, ListPage, RowActions, type RowOf, ToneTag, useIsOwn } from '@kaopei/web'
import { Checkbox, Input, Space, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { captureConsents, captureKind, consentState } from '../../contract/capture-consent.ts'

type Row = RowOf<typeof captureConsents.list>

const { Field, FormDialog } = formFor(captureConsents.exempt)
const filters = filtersOf(captureConsents.list, [
  { name: 'name', label: '考生姓名', kind: 'text', placeholder: '请输入姓名' },
  { name: 'state', label: '授权状态', kind: 'select', options: consentState.options },
])

/** 监考授权: what each candidate said to being recorded; whoever does not agree can be exempted. */
export function ConsentList({ examId }: { readonly examId: string }): ReactNode {
  const [exempting, setExempting] = useState<Row>()
  const isOwn = useIsOwn()
  return (
    <>
      <ListPage
        endpoint={captureConsents.list}
        rowKey="staffId"
        prefix="c."
        filters={filters}
        extraInput={{ examinationId: examId }}
        emptyText="没有需要授权的监考采集，或没有符合条件的考生"
        columns={columnsOf({ exempt: setExempting, isOwn })}
      />
      {exempting && <ExemptDialog examId={examId} row={exempting} onClose={() => setExempting(undefined)} />}
    </>
  )
}

interface Acts {
  readonly exempt: (row: Row) => void
  readonly isOwn: (staffId: string) => boolean
}

function isOpen({ state }: Row['consents'][number]): boolean {
  return state !== consentState.exempted
}

function columnsOf({ exempt, isOwn }: Acts): TableColumnsType<Row> {
  return [
    { title: '考生', dataIndex: 'name', width: 160, ellipsis: true },
    {
      title: '部门',
      dataIndex: 'department',
      width: 180,
      ellipsis: true,
      render: (department: string | null) => <Dash>{department}</Dash>,
    },
    {
      title: '监考采集授权',
      key: 'consents',
      width: 420,
      render: (_, { consents }) => (
        <Space size={6} wrap>
          {consents.length === 0 && <span className="kp-hint">已安排不采集</span>}
          {consents.map(({ kind, state, decidedAt }) => (
            <ToneTag key={kind} tone={consentState.tone(state)}>
              {`${captureKind.label(kind)}：${consentState.label(state)}${decidedAt ? ` ${formatInstant(decidedAt)}` : ''}`}
            </ToneTag>
          ))}
        </Space>
      ),
    },
    {
      title: '操作',
      key: 'actions',
      width: 130,
      fixed: 'right',
      render: (_, row) => {
        if (!row.consents.some(isOpen)) return null
        if (row.isOver) return <span className="kp-hint">考试已结束</span>
        if (isOwn(row.staffId)) return <span className="kp-hint">本人，由他人豁免</span>
        return <RowActions actions={[{ label: '豁免', right: captureConsents.exempt, run: () => exempt(row) }]} />
      },
    },
  ]
}

interface DialogProps {
  readonly examId: string
  readonly row: Row
  readonly onClose: () => void
}

function ExemptDialog({ examId, row, onClose }: DialogProps): ReactNode {
  const options = row.consents.filter(isOpen).map(({ kind }) => ({ value: kind, label: captureKind.label(kind) }))
  return (
    <FormDialog
      title={`豁免监考采集：${row.name}`}
      cancelText="返 回"
      endpoint={captureConsents.exempt}
      initialValues={{ examinationId: examId, staffId: row.staffId }}
      successText="已豁免"
      onClose={onClose}
      intro={<p>豁免后不再采集该考生的所选内容，考生无需同意即可开始考试，且不能撤销。请改用其他方式监考，并注明原因。</p>}
    >
      <Field name="kinds" label="豁免的采集">
        <Checkbox.Group options={options} />
      </Field>
      <Field name="reason" label="豁免原因">
        <Input.TextArea rows={3} maxLength={200} showCount />
      </Field>
    </FormDialog>
  )
}
