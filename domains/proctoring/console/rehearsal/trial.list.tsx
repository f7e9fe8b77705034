import type { OutputOf } from '@kaopei/contract'
import { ExportButton } from '@kaopei/jobs/parts'
import {
  ActionButton,
  CodeTag,
  Dash,
  filtersOf,
  formatInstant,
  ListPage,
  RowActions,
  type RowOf,
  toast,
  useCall,
  whenShown,
} from '@kaopei/web'
import type { TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { trialStanding } from '../../contract/rehearsal/codes.ts'
import { type TrialStanding, trial } from '../../contract/rehearsal/trial.ts'
import type { HistoryProps } from './trial-history.tsx'

type Row = RowOf<typeof trial.list>

const History = whenShown<HistoryProps>(() => import('./trial-history.tsx'), null)
const filters = filtersOf(trial.list, [
  { name: 'name', label: '考生姓名', kind: 'text', placeholder: '请输入姓名' },
  { name: 'state', label: '测试状态', kind: 'select', options: trialStanding.options },
])

/** Everybody of the exam with how their device stands, the unready first. */
export function TrialList({ examId }: { readonly examId: string }): ReactNode {
  const figures = useCall(trial.figures, { examinationId: examId })
  const [shown, setShown] = useState<Row>()
  const counted = figures.data
  return (
    <>
      <ListPage
        endpoint={trial.list}
        rowKey="staffId"
        prefix="t."
        filters={filters}
        extraInput={{ examinationId: examId }}
        emptyText="没有符合条件的考生"
        columns={columnsOf(setShown)}
        toolbar={(list) => {
          const { name, state } = list.state.filters
          const conditions = {
            ...(name !== undefined && { name: String(name) }),
            ...(state !== undefined && { state: Number(state) as TrialStanding }), // one of the filter's options
          }
          return (
            <>
              <ActionButton
                endpoint={trial.remind}
                type="primary"
                input={{ examinationId: examId }}
                disabled={!counted?.mayRemind || counted.remindableCount === 0}
                confirm={{
                  title: '提醒考生测试设备',
                  content: `将通过邮件或短信提醒 ${counted?.remindableCount ?? 0} 名尚未进入考试、没有有效测试结果的考生，每人每场考试只提醒一次。`,
                }}
                successText=""
                onDone={({ count }) => {
                  toast.success(`已提醒 ${count} 人`)
                  void figures.refetch()
                  list.refetch()
                }}
              >
                {counted ? `提醒测试设备（${counted.remindableCount}）` : '提醒测试设备'}
              </ActionButton>
              <ExportButton
                right={trial.export}
                title="导出"
                ask={(run) => run(trial.export, { examinationId: examId, ...conditions })}
              />
              {counted && <span className="kp-hint kp-rehearsal-figures">{figuresText(counted)}</span>}
            </>
          )
        }}
      />
      {shown && <History examId={examId} row={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}

function figuresText({ states, unreachableCount, hasWays }: OutputOf<typeof trial.figures>): string {
  const counts = states.map(({ state, count }) => `${trialStanding.label(state)} ${count} 人`).join('，')
  if (unreachableCount === 0) return counts
  return hasWays
    ? `${counts}；${unreachableCount} 人没有可用的邮箱或手机号，请另行通知`
    : `${counts}；没有可用的邮件或短信通道，请另行通知`
}

function columnsOf(onHistory: (row: Row) => void): TableColumnsType<Row> {
  return [
    { title: '考生', dataIndex: 'name', width: 90, ellipsis: true },
    { title: '部门', dataIndex: 'department', width: 120, ellipsis: true, render: (name: string | null) => <Dash>{name}</Dash> },
    {
      title: '设备测试',
      dataIndex: 'state',
      width: 120,
      render: (state: TrialStanding) => <CodeTag codes={trialStanding} value={state} />,
    },
    {
      title: '问题与提醒',
      dataIndex: 'problems',
      width: 224,
      ellipsis: true,
      render: (problems: readonly string[]) => <Dash>{problems.join('；') || null}</Dash>,
    },
    { title: '设备', dataIndex: 'deviceName', width: 150, ellipsis: true, render: (name: string | null) => <Dash>{name}</Dash> },
    { title: '测试时间', dataIndex: 'time', width: 140, render: (time: string | null) => formatInstant(time) },
    { title: '提醒时间', dataIndex: 'remindedTime', width: 140, render: (time: string | null) => formatInstant(time) },
    {
      title: '操作',
      key: 'actions',
      width: 100,
      fixed: 'right',
      render: (_, row) =>
        row.tries > 0 && (
          <RowActions
            actions={[
              {
                label: `记录（${row.tries}）`,
                name: `${row.name}的测试记录`,
                right: trial.history,
                run: () => onHistory(row),
              },
            ]}
          />
        ),
    },
  ]
}
