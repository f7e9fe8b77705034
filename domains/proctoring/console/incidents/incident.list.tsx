import { PlusOutlined } from '@ant-design/icons'
import { ActionButton, CodeTag, Dash, formatInstant, ListPage, RightButton, RowActions, useMay } from '@kaopei/web'
import { Alert, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { type IncidentRow, incident, incidentState } from '../../contract/incidents/incident.ts'
import { hallPath, hallsPath } from '../hall/paths.ts'
import { listPath } from '../review/paths.ts'
import { IncidentDrawer } from './incident.drawer.tsx'
import { type IncidentsFrom, incidentReportPath, readFrom } from './paths.ts'
import { TakeBackDialog } from './take-back.dialog.tsx'

/** 突发事件: all incidents of an exam, and what can be done about them. */
export default function IncidentList(): ReactNode {
  const [params] = useSearchParams()
  const examId = params.get('examId')
  if (examId === null) return <Navigate to={hallsPath} replace />
  return <Incidents key={examId} examId={examId} from={readFrom(params)} />
}

function Incidents({ examId, from }: { readonly examId: string; readonly from: IncidentsFrom }): ReactNode {
  const navigate = useNavigate()
  const mayEnd = useMay(incident.end)
  const [isAdding, setAdding] = useState(false)
  const [taking, setTaking] = useState<IncidentRow>()
  const add = (
    <RightButton right={incident.apply} type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
      登记事件
    </RightButton>
  )
  return (
    <>
      <ListPage
        title={(answer) => ['突发事件', answer?.examName].filter(Boolean).join('：')}
        header={{
          description:
            '断电、断网、火警等：为受影响的考生停表并补回时间，事后也可登记。登记前先预演；撤回时考生至少还有 2 分钟，剩余不足 2 分钟的不再缩短。',
          back: () => void navigate(from === 'review' ? listPath : hallPath(examId)),
        }}
        endpoint={incident.list}
        rowKey="id"
        extraInput={{ examId }}
        refetchInterval={10_000}
        toolbar={({ answer }) => (
          <>
            {add}
            {answer && answer.openCount > 0 && (
              <Alert
                type="error"
                showIcon
                title={openWords(answer.openCount, mayEnd ? answer.endableCount : 0)}
                style={{ padding: '3px 12px' }}
              />
            )}
          </>
        )}
        columns={columnsOf(setTaking, from)}
        emptyText="本场考试没有登记过突发事件"
        emptyAction={add}
      />
      {isAdding && <IncidentDrawer examId={examId} onClose={() => setAdding(false)} />}
      {taking && <TakeBackDialog row={taking} onClose={() => setTaking(undefined)} />}
    </>
  )
}

/** Whoever may end none is not asked to. */
function openWords(openCount: number, endableCount: number): string {
  if (endableCount === 0) return `${openCount} 个事件正在停表，恢复后由登记人或管理员结束`
  const own = endableCount < openCount ? `，其中 ${endableCount} 个由您处理` : ''
  return `${openCount} 个事件正在停表${own}，恢复后请及时结束`
}

function columnsOf(takeBack: (row: IncidentRow) => void, from: IncidentsFrom): TableColumnsType<IncidentRow> {
  return [
    { title: '事件', dataIndex: 'title', width: 140, ellipsis: true },
    { title: '状态', dataIndex: 'state', width: 84, render: (state: number) => <CodeTag codes={incidentState} value={state} /> },
    { title: '范围', dataIndex: 'scopeText', width: 150, ellipsis: true },
    {
      title: '时间',
      key: 'span',
      width: 164,
      render: (_, { fromTime, untilTime, state }) => spanText(fromTime, untilTime, state),
    },
    {
      title: '恢复时间',
      dataIndex: 'restartMinutes',
      width: 84,
      align: 'right',
      render: (minutes: number) => (minutes === 0 ? <Dash /> : `${minutes} 分钟`),
    },
    { title: '涉及考生', dataIndex: 'personCount', width: 80, align: 'right' },
    { title: '重新开放', dataIndex: 'reopenedCount', width: 80, align: 'right' },
    {
      title: '登记',
      key: 'by',
      width: 136,
      render: (_, { createdByName, createdTime }) => (
        <>
          <div>{createdByName ?? '-'}</div>
          <div className="kp-hint">{formatInstant(createdTime)}</div>
        </>
      ),
    },
    {
      title: '操作',
      key: 'actions',
      width: 160,
      fixed: 'right',
      render: (_, row) => (
        <span className="kp-row-actions">
          {row.state === incidentState.open && row.mayChange && (
            <ActionButton
              endpoint={incident.end}
              input={{ id: row.id, version: row.version }}
              type="link"
              size="small"
              confirm={`确定结束“${row.title}”吗？考生将恢复计时，停止的时间会补回。`}
              refreshes={[incident.list]}
            >
              结束
            </ActionButton>
          )}
          <RowActions
            actions={[
              { label: '报告', to: incidentReportPath(row.id, from) },
              ...(row.state === incidentState.takenBack || !row.mayChange
                ? []
                : [{ label: '撤回', isDangerous: true, right: incident.takeBack, run: () => takeBack(row) }]),
            ]}
          />
        </span>
      ),
    },
  ]
}

/** One that was taken back while it went on has no end, and does not go on any more. */
function spanText(fromTime: string, untilTime: string | null, state: number): string {
  const from = formatInstant(fromTime, 'MM-DD HH:mm')
  const isOfOneDay = untilTime !== null && formatInstant(untilTime, 'MM-DD') === formatInstant(fromTime, 'MM-DD')
  if (untilTime !== null) return `${from} ~ ${formatInstant(untilTime, isOfOneDay ? 'HH:mm' : 'MM-DD HH:mm')}`
  return state === incidentState.open ? `${from} ~ 进行中` : `${from} 起`
}
