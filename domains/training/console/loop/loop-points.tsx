import type { OutputOf } from '@kaopei/contract'
import { EmptyState, formatInstant, Loaded, ToneTag, useCall, useSettled } from '@kaopei/web'
import { Alert, Progress, Select, Table, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { loop } from '../../contract/loop.ts'

type Point = OutputOf<typeof loop.weakPoints>['points'][number]

interface Props {
  readonly examId: string | undefined
  /** Points that were chosen before the exam was. */
  readonly broughtCount: number
  readonly chosen: readonly string[]
  readonly onExam: (examId: string) => void
  readonly onChange: (knowledgeIds: readonly string[]) => void
}

/** Step 1: an exam that is over, and which of its points should be mended. */
export function LoopPoints({ examId, ...points }: Props): ReactNode {
  return (
    <div className="kp-card">
      <ExamChoice examId={examId} onExam={points.onExam} />
      {points.broughtCount > 0 && (
        <p className="kp-hint">从“薄弱知识点”带来 {points.broughtCount} 个知识点，所选考试考过的会自动勾选。</p>
      )}
      {examId === undefined ? (
        <EmptyState text="请选择一场已结束并公布成绩的考试" />
      ) : (
        <Points examId={examId} chosen={points.chosen} onChange={points.onChange} />
      )}
    </div>
  )
}

function ExamChoice({ examId, onExam }: Pick<Props, 'examId' | 'onExam'>): ReactNode {
  const [name, setName] = useState('')
  const settled = useSettled(name, 300)
  const asked = useCall(loop.exams, { pageSize: 50, ...(settled !== '' && { name: settled }) }, { keepPrevious: true })
  const known = useCall(loop.weakPoints, { examId: examId ?? '' }, { enabled: examId !== undefined })
  const found = (asked.data?.dataList ?? []).map(({ id, name: label, closeTime, resultCount }) => ({
    value: id,
    label: `${label}（${closeTime === null ? '' : `${formatInstant(closeTime)} 结束，`}${resultCount} 人有成绩）`,
    disabled: resultCount === 0,
  }))
  const more = (asked.data?.totalCount ?? 0) - found.length
  const isListed = examId === undefined || found.some(({ value }) => value === examId)
  const options = isListed ? found : [{ value: examId, label: known.data?.examName ?? '所选考试', disabled: false }, ...found]
  return (
    <div className="kp-toolbar">
      <Select
        showSearch={{ filterOption: false, onSearch: setName }}
        aria-label="考试"
        placeholder="选择已结束的考试"
        className="kp-training-exam"
        loading={asked.isFetching}
        value={examId}
        options={options}
        onChange={onExam}
      />
      <span className="kp-hint">
        只能选择所有人都已考完、成绩已公布的考试。{more > 0 && `列出前 ${found.length} 场，另有 ${more} 场，请输入名称查找。`}
      </span>
    </div>
  )
}

function Points({ examId, chosen, onChange }: Pick<Props, 'chosen' | 'onChange'> & { readonly examId: string }): ReactNode {
  const asked = useCall(loop.weakPoints, { examId })
  return (
    <Loaded of={asked}>
      {({ points, peopleCount, itemCount, unlinkedItemCount }) => (
        <>
          <p className="kp-hint">
            {peopleCount} 人有正式成绩，共 {itemCount} 道试题；得分率为每人得分 ÷ 满分的平均值，按得分率从低到高排列。
          </p>
          {unlinkedItemCount > 0 && (
            <Alert
              type="info"
              showIcon
              className="kp-training-alert"
              title={`有 ${unlinkedItemCount} 道试题没有标注知识点，不在下表中；可在试题库中补充后再来。`}
            />
          )}
          {points.length === 0 ? (
            <EmptyState text="这场考试的试题都没有标注知识点，无法生成补强培训" />
          ) : (
            <Table<Point>
              rowKey="id"
              size="small"
              dataSource={points}
              columns={columns}
              pagination={false}
              scroll={{ x: 560 }}
              rowSelection={{
                selectedRowKeys: [...chosen],
                onChange: (keys) => onChange(keys.map(String)),
                getCheckboxProps: ({ name }) => ({ 'aria-label': `选择${name}` }),
              }}
            />
          )}
        </>
      )}
    </Loaded>
  )
}

const columns: TableColumnsType<Point> = [
  { title: '知识点', dataIndex: 'name', ellipsis: true },
  { title: '试题', dataIndex: 'itemCount', width: 80, align: 'right', className: 'kp-number' },
  { title: '人数', dataIndex: 'peopleCount', width: 90, align: 'right', className: 'kp-number' },
  {
    title: '平均得分率',
    dataIndex: 'percent',
    width: 260,
    render: (percent: number | null, { name, isSmallSample }) =>
      percent === null ? (
        '-'
      ) : (
        <span className="kp-training-share">
          <Progress percent={percent} size="small" showInfo={false} aria-label={`${name}得分率`} />
          <b className="kp-number">{percent.toFixed(1)}%</b>
          {isSmallSample && <ToneTag tone="neutral">样本不足</ToneTag>}
        </span>
      ),
  },
]
