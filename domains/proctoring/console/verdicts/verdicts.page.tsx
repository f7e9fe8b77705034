import {
  Dash,
  filtersOf,
  formatInstant,
  ListPage,
  PageHeader,
  RightButton,
  RowActions,
  type RowOf,
  useAddress,
  useMay,
} from '@kaopei/web'
import { Button, Segmented, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { markCheating } from '../../contract/menus.ts'
import { caseLabels, caseStates } from '../../contract/verdicts/verdict-codes.ts'
import { verdicts } from '../../contract/verdicts/verdicts.ts'
import { listPath } from '../review/paths.ts'
import { SuspicionTab } from '../suspicion/suspicion-tab.tsx'
import { casePath, replayPath } from './paths.ts'
import { PolicyDrawer } from './policy.drawer.tsx'
import { AnomalyTag, CaseTag } from './tags.tsx'
import { useExamName } from './use-exam-name.ts'
import './verdicts.css'

type Row = RowOf<typeof verdicts.list>

const filters = filtersOf(verdicts.list, [
  { name: 'keyWords', label: '姓名', kind: 'text', placeholder: '考生姓名' },
  {
    name: 'anomaly',
    label: '异常',
    kind: 'select',
    options: [
      { value: 'open', label: '有待处理异常' },
      { value: 'held', label: '有未排除异常' },
    ],
  },
  { name: 'state', label: '裁定', kind: 'select', options: caseStates.map((value) => ({ value, label: caseLabels[value] })) },
])

const columns: TableColumnsType<Row> = [
  { title: '姓名', dataIndex: 'staffName', width: 100, ellipsis: true },
  { title: '部门', dataIndex: 'department', width: 130, ellipsis: true, render: (name: string | null) => <Dash>{name}</Dash> },
  { title: '次数', dataIndex: 'attemptNumber', width: 60, align: 'right' },
  {
    title: '交卷时间',
    dataIndex: 'submitTime',
    width: 140,
    render: (at: string | null) => <Dash>{at && formatInstant(at)}</Dash>,
  },
  {
    title: '异常',
    dataIndex: 'anomalies',
    width: 200,
    render: (found: Row['anomalies']) =>
      found.length === 0 ? (
        <Dash />
      ) : (
        <span className="kp-verdict-tags">
          {found.map((one) => (
            <AnomalyTag key={one.kind} {...one} />
          ))}
        </span>
      ),
  },
  { title: '裁定', dataIndex: 'state', width: 180, render: (_state, row) => <CaseTag state={row.state} verdict={row.verdict} /> },
  {
    title: '申诉期限',
    dataIndex: 'appealUntil',
    width: 140,
    render: (until: string | null, { state }) => (
      <Dash>{state === 'confirmed' && until !== null ? formatInstant(until) : null}</Dash>
    ),
  },
  {
    title: '操作',
    key: 'actions',
    width: 120,
    fixed: 'right',
    render: (_value, row) => <CaseActions row={row} />,
  },
]

/** Nobody is shown what is said of themselves. */
function CaseActions({ row: { examinationResultId, staffName, isOwn } }: { readonly row: Row }): ReactNode {
  const mayReplay = useMay(markCheating.rights.replay)
  if (isOwn) return <span className="kp-hint">本人，由他人处理</span>
  return (
    <RowActions
      actions={[
        { label: '裁定', name: `裁定 ${staffName}`, to: casePath(examinationResultId) },
        mayReplay && { label: '回放', name: `回放 ${staffName}`, to: replayPath(examinationResultId) },
      ]}
    />
  )
}

/** 异常与裁定: everybody who has handed in, what waits for somebody first. */
export default function VerdictsPage(): ReactNode {
  const [params, setParams] = useAddress()
  const examId = params.get('examinationId')
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const examName = useExamName(examId ?? '')
  const titled = (title: string) => [title, examName].filter(Boolean).join('：')
  const isOfSuspicion = params.get('view') === 'suspicion'
  const choose = (view: string) =>
    setParams({ ...(examId !== null && { examinationId: examId }), ...(view === 'suspicion' && { view }) })
  if (examId === null) return <Navigate to={listPath} replace />
  const choice = (
    <Segmented
      value={isOfSuspicion ? 'suspicion' : 'cases'}
      onChange={choose}
      options={[
        { value: 'cases', label: '异常与裁定' },
        { value: 'suspicion', label: '相似与会话' },
      ]}
      aria-label="视图"
    />
  )
  if (isOfSuspicion)
    return (
      <>
        <PageHeader title={titled('相似与会话')} back={() => void navigate(listPath)} />
        <div style={{ marginBottom: 12 }}>{choice}</div>
        <SuspicionTab examId={examId} />
      </>
    )
  return (
    <>
      <ListPage
        title={titled('异常与裁定')}
        header={{
          back: () => void navigate(listPath),
          description: '标记、切屏和记录缺失只是证据；结论由人作出，对考生不利的结论需另一人确认，考生可以申诉。',
        }}
        endpoint={verdicts.list}
        extraInput={{ examinationId: examId }}
        filters={filters}
        columns={columns}
        rowKey="examinationResultId"
        emptyText="没有符合条件的答卷"
        toolbar={({ state, change, answer }) => (
          <>
            {choice}
            <RightButton right={verdicts.savePolicy} onClick={() => setOpen(true)}>
              裁定规则
            </RightButton>
            {answer && (
              <span className="kp-hint">
                {[
                  ['open', `待处理异常 ${answer.openCount} 份`] as const,
                  ['held', `未排除异常 ${answer.heldCount} 份`] as const,
                ].map(([anomaly, words]) => (
                  <Button
                    key={anomaly}
                    type="link"
                    size="small"
                    onClick={() => change({ ...state, pageIndex: 1, filters: { anomaly } })}
                  >
                    {words}
                  </Button>
                ))}
              </span>
            )}
          </>
        )}
      />
      {isOpen && <PolicyDrawer onClose={() => setOpen(false)} />}
    </>
  )
}
