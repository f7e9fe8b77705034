import { PlusOutlined } from '@ant-design/icons'
import { ActionButton, CodeTag, Dash, formatInstant, ListPage, RightButton, RowActions, useCall } from '@kaopei/web'
import { Alert, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { type IncidentRow, incident, incidentState } from '../../contract/incidents/incident.ts'
import { hallPath, hallsPath } from '../hall/paths.ts'
import { IncidentDrawer } from './incident.drawer.tsx'
import { incidentReportPath } from './paths.ts'
import { TakeBackDialog } from './take-back.dialog.tsx'

/** 突发事件: all incidents of an exam, and what can be done about them. */
export default function IncidentList(): ReactNode {
  const examId = useSearchParams()[0].get('examId')
  return examId === null ? <Navigate to={hallsPath} replace /> : <Incidents key={examId} examId={examId} />
}

function Incidents({ examId }: { readonly examId: string }): ReactNode {
  const navigate = useNavigate()
  const [isAdding, setAdding] = useState(false)
  const [taking, setTaking] = useState<IncidentRow>()
  const open = useCall(incident.list, { examId, pageIndex: 1, pageSize: 100 }, { refetchInterval: 10_000 })
  const openCount = open.data?.dataList.filter(({ state }) => state === incidentState.open).length ?? 0
  const add = (
    <RightButton right={incident.apply} type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
      登记事件
    </RightButton>
  )
  return (
    <>
      <ListPage
        title="突发事件"
        header={{
          description: '断电、断网、火警等：为受影响的考生停表并补回时间，事后也可登记。登记前先预演，撤回时至少保留 2 分钟。',
          back: () => void navigate(hallPath(examId)),
        }}
        endpoint={incident.list}
        rowKey="id"
        extraInput={{ examId }}
        refetchInterval={10_000}
        toolbar={
          <>
            {add}
            {openCount > 0 && (
              <Alert
                type="error"
                showIcon
                title={`${openCount} 个事件正在停表，恢复后请及时结束`}
                style={{ padding: '3px 12px' }}
              />
            )}
          </>
        }
        columns={columnsOf(setTaking)}
        emptyText="本场考试没有登记过突发事件"
        emptyAction={add}
      />
      {isAdding && <IncidentDrawer examId={examId} onClose={() => setAdding(false)} />}
      {taking && <TakeBackDialog row={taking} onClose={() => setTaking(undefined)} />}
    </>
  )
}

function columnsOf(takeBack: (row: IncidentRow) => void): TableColumnsType<IncidentRow> {
  return [
    { title: '事件', dataIndex: 'title', width: 160, ellipsis: true },
    { title: '状态', dataIndex: 'state', width: 90, render: (state: number) => <CodeTag codes={incidentState} value={state} /> },
    { title: '范围', dataIndex: 'scopeText', width: 200, ellipsis: true },
    {
      title: '时间',
      key: 'span',
      width: 200,
      render: (_, { fromTime, untilTime }) =>
        `${formatInstant(fromTime, 'MM-DD HH:mm')} ~ ${untilTime === null ? '进行中' : formatInstant(untilTime, 'HH:mm')}`,
    },
    {
      title: '恢复时间',
      dataIndex: 'restartMinutes',
      width: 90,
      align: 'right',
      render: (minutes: number) => (minutes === 0 ? <Dash /> : `${minutes} 分钟`),
    },
    { title: '涉及考生', dataIndex: 'personCount', width: 90, align: 'right' },
    { title: '重新开放', dataIndex: 'reopenedCount', width: 90, align: 'right' },
    {
      title: '登记',
      key: 'by',
      width: 190,
      ellipsis: true,
      render: (_, { createdByName, createdTime }) => `${createdByName ?? '-'} ${formatInstant(createdTime)}`,
    },
    {
      title: '操作',
      key: 'actions',
      width: 190,
      fixed: 'right',
      render: (_, row) => (
        <span className="kp-row-actions">
          {row.state === incidentState.open && (
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
              { label: '报告', to: incidentReportPath(row.id) },
              ...(row.state === incidentState.takenBack
                ? []
                : [{ label: '撤回', isDangerous: true, right: incident.takeBack, run: () => takeBack(row) }]),
            ]}
          />
        </span>
      ),
    },
  ]
}
