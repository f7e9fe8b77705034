import { ActionButton, DetailPage, EmptyState, formatInstant, RightButton, ToneTag, useCall } from '@kaopei/web'
import { downloadFile } from '@kaopei/web/client'
import { Descriptions } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { type OrganisedSession, projectSession } from '../../contract/session.ts'
import { infoPath } from '../paths.ts'
import { AttendanceList, missingOf } from './attendance-list.tsx'
import { signInPath } from './paths.ts'
import { SessionDrawer } from './session.drawer.tsx'
import { sessionStanding } from './session-standing.ts'

/** One offline session: when and where, who came, who did not. */
export default function SessionPage(): ReactNode {
  const task = useSearchParams()[0].get('task')
  return task === null ? <EmptyState text="请从培训项目的任务进入线下课" /> : <Session task={task} />
}

function Session({ task }: { readonly task: string }): ReactNode {
  const asked = useCall(projectSession.get, { task })
  const navigate = useNavigate()
  const [isEditing, setEditing] = useState(false)
  return (
    <DetailPage
      of={asked}
      keeps={['task']}
      head={(session) => ({
        title: session.title,
        back: () => void navigate(infoPath('mission', session.projectId)),
        tags: <Standing session={session} />,
        extra: <Actions session={session} onEdit={() => setEditing(true)} onDone={asked.refetch} />,
      })}
    >
      {(session) => (
        <>
          <Facts session={session} />
          <AttendanceList session={session} onChange={asked.refetch} />
          {isEditing && <SessionDrawer session={session} onClose={() => setEditing(false)} onSaved={asked.refetch} />}
        </>
      )}
    </DetailPage>
  )
}

function Standing({ session }: { readonly session: OrganisedSession }): ReactNode {
  const { tone, text } = sessionStanding(session, Date.now())
  return <ToneTag tone={tone}>{text}</ToneTag>
}

interface ActionsProps {
  readonly session: OrganisedSession
  readonly onEdit: () => void
  readonly onDone: () => void
}

function Actions({ session, onEdit, onDone }: ActionsProps): ReactNode {
  const { taskId: task, heldTime, counts } = session
  const [isLoading, setLoading] = useState(false)
  const isHeld = heldTime !== null
  return (
    <>
      <RightButton right={projectSession.save} disabled={isHeld} onClick={onEdit}>
        修改
      </RightButton>
      <RightButton
        right={projectSession.sheet}
        loading={isLoading}
        onClick={() => {
          setLoading(true)
          // The client has said why not.
          void downloadFile(projectSession.sheet, { task })
            .catch(() => undefined)
            .finally(() => setLoading(false))
        }}
      >
        导出签到表
      </RightButton>
      <ActionButton
        endpoint={projectSession.close}
        input={{ task }}
        disabled={isHeld}
        confirm={{
          title: '关闭签到名单',
          content: `关闭后不能再扫码签到，还没有签到或请假的 ${missingOf(counts)} 人记为缺席。之后仍可登记补签。`,
          isDangerous: true,
        }}
        successText="签到名单已关闭"
        onDone={onDone}
      >
        关闭名单
      </ActionButton>
      <RightButton
        right={projectSession.qr}
        type="primary"
        disabled={isHeld}
        onClick={() => window.open(signInPath(task), '_blank', 'noopener')}
      >
        签到大屏
      </RightButton>
    </>
  )
}

function Facts({ session }: { readonly session: OrganisedSession }): ReactNode {
  const {
    beginTime,
    endTime,
    place,
    lecturer,
    isLecturerGone,
    places,
    opensBeforeMinutes,
    lateAfterMinutes,
    projectName,
    heldTime,
  } = session
  const late = lateAfterMinutes === 0 ? '开始后签到为迟到' : `开始 ${lateAfterMinutes} 分钟后为迟到`
  return (
    <section className="kp-card" aria-label="线下课信息">
      <Descriptions
        column={{ xs: 1, sm: 2, lg: 3 }}
        items={[
          { key: 'project', label: '培训项目', children: projectName },
          { key: 'time', label: '时间', children: `${formatInstant(beginTime)} 至 ${formatInstant(endTime)}` },
          { key: 'place', label: '地点', children: place },
          {
            key: 'lecturer',
            label: '讲师',
            children: (
              <>
                {lecturer || '-'} {isLecturerGone && <ToneTag tone="danger">已离职或已删除，请更换</ToneTag>}
              </>
            ),
          },
          { key: 'places', label: '名额', children: places === null ? '不限' : `${places} 个` },
          { key: 'sign', label: '签到', children: `提前 ${opensBeforeMinutes} 分钟开放，${late}` },
          ...(heldTime ? [{ key: 'held', label: '关闭时间', children: formatInstant(heldTime) }] : []),
        ]}
      />
    </section>
  )
}
