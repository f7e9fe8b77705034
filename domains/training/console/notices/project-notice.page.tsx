import { Dash, FocusReturn, formatInstant, ListPage, RightButton, RowActions, type RowOf, useCall } from '@kaopei/web'
import { Drawer, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { projectStatus } from '../../contract/codes.ts'
import { type ProjectReminderRules, projectNotice } from '../../contract/notice.ts'
import { isChangeable } from '../../contract/status.ts'
import { ProjectInfo } from '../info/frame.tsx'
import type { ProjectDetail } from '../wizard/frame.tsx'
import { NoticePeople } from './notice-people.tsx'
import { unwrittenWords } from './notice-words.ts'
import { SendDrawer } from './notices-opened.ts'
import { RulesDialog } from './rules.dialog.tsx'

type Notice = RowOf<typeof projectNotice.list>

/** /projectNotice: writes to a project's people, sets the ladder of reminders, says who got what. */
export default function ProjectNoticePage(): ReactNode {
  return <ProjectInfo page="notice">{(detail) => <Notices detail={detail} />}</ProjectInfo>
}

type Opened = { readonly kind: 'send' | 'rules' | 'all' } | { readonly kind: 'one'; readonly notice: Notice }

function Notices({ detail }: { readonly detail: ProjectDetail }): ReactNode {
  const { id: projectId } = detail
  const { data: rules } = useCall(projectNotice.rules, { projectId })
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const closed = whyUnsendable(detail.status)
  return (
    <>
      <ListPage
        endpoint={projectNotice.list}
        rowKey="id"
        extraInput={{ projectId }}
        emptyText="还没有通知记录"
        refetchInterval={(rows) => (rows.some(({ isUnderWay }) => isUnderWay) ? 2000 : false)}
        toolbar={
          <>
            <RightButton
              right={projectNotice.send}
              type="primary"
              disabled={closed !== undefined}
              title={closed}
              onClick={() => setOpened({ kind: 'send' })}
            >
              发送通知
            </RightButton>
            <RightButton
              right={projectNotice.setRules}
              disabled={!rules || !isChangeable(detail.status)}
              onClick={() => setOpened({ kind: 'rules' })}
            >
              自动提醒
            </RightButton>
            <RightButton right={projectNotice.noticeList} onClick={() => setOpened({ kind: 'all' })}>
              学员通知记录
            </RightButton>
            {rules && <span className="kp-hint">{wordsOfRules(rules)}</span>}
          </>
        }
        columns={columnsOf((notice) => setOpened({ kind: 'one', notice }))}
      />
      {opened?.kind === 'send' && <SendDrawer projectId={projectId} people={[]} onClose={close} />}
      {opened?.kind === 'rules' && rules && <RulesDialog projectId={projectId} rules={rules} onClose={close} />}
      {(opened?.kind === 'one' || opened?.kind === 'all') && (
        <SentDrawer projectId={projectId} notice={opened.kind === 'one' ? opened.notice : undefined} onClose={close} />
      )}
    </>
  )
}

/** Why nobody can be written to; undefined: they can. */
function whyUnsendable(status: number): string | undefined {
  if (status === projectStatus.draft) return '项目上架后才能发送通知'
  return status === projectStatus.archived ? '项目已归档，不能发送通知' : undefined
}

interface SentProps {
  readonly projectId: string
  readonly notice: Notice | undefined
  readonly onClose: () => void
}

function SentDrawer({ projectId, notice, onClose }: SentProps): ReactNode {
  return (
    <Drawer open title={notice ? `${notice.words}：${formatInstant(notice.at)}` : '学员通知记录'} size={913} onClose={onClose}>
      <FocusReturn />
      {notice?.title && <h3>{notice.title}</h3>}
      {notice?.content && <p className="kp-training-words">{notice.content}</p>}
      <NoticePeople projectId={projectId} {...(notice && { noticeId: notice.id })} />
    </Drawer>
  )
}

function columnsOf(open: (notice: Notice) => void): TableColumnsType<Notice> {
  return [
    { title: '时间', dataIndex: 'at', width: 160, render: (at: string) => formatInstant(at) },
    { title: '方式', dataIndex: 'words', width: 160 },
    { title: '标题', dataIndex: 'title', width: 260, ellipsis: true, render: (title: string) => <Dash>{title}</Dash> },
    { title: '操作人', dataIndex: 'askedByName', width: 110, render: (name: string | null) => name ?? '系统' },
    {
      title: '已发送',
      dataIndex: 'writtenCount',
      width: 130,
      align: 'right',
      className: 'kp-number',
      render: (count: number, { isUnderWay }) => (isUnderWay ? `${count}（发送中）` : count),
    },
    { title: '未发送', key: 'unwritten', width: 260, render: (_, notice) => <Dash>{unwrittenWords(notice).join('，')}</Dash> },
    {
      title: '操作',
      key: 'actions',
      width: 80,
      fixed: 'right',
      render: (_, notice) => (
        <RowActions
          actions={[{ label: '名单', name: `${notice.words}的名单`, right: projectNotice.noticeList, run: () => open(notice) }]}
        />
      ),
    },
  ]
}

function wordsOfRules({ beforeDays, isAtDue, afterDays, unbegunDays }: ProjectReminderRules): string {
  const words = [
    ...beforeDays.map((days) => `到期前 ${days} 天`),
    ...(isAtDue ? ['到期时'] : []),
    ...afterDays.map((days) => `逾期 ${days} 天`),
    ...unbegunDays.map((days) => `加入 ${days} 天未开始`),
  ]
  return words.length === 0 ? '没有设置自动提醒' : `自动提醒：${words.join('、')}`
}
