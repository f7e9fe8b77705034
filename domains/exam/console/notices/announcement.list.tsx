import { calling, formatInstant, ListPage, RightButton, RowActions, useListRefresh } from '@kaopei/web'
import type { TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { type AnnouncementRow, audienceLabels, examAnnouncements } from '../../contract/exam-announcements.ts'
import { AnnounceDialog } from './announce.dialog.tsx'
import { ToldDrawer } from './told.drawer.tsx'

interface Props {
  readonly examId: string
  readonly rooms: readonly { readonly roomId: string; readonly roomName: string }[]
}

const askEveryMs = 5000

/** What was said during the exam, and whom it has reached by now. */
export function AnnouncementList({ examId, rooms }: Props): ReactNode {
  const [isSaying, setSaying] = useState(false)
  const [shown, setShown] = useState<AnnouncementRow>()
  const refresh = useListRefresh()
  return (
    <>
      <ListPage
        endpoint={examAnnouncements.list}
        rowKey="id"
        prefix="a."
        extraInput={{ examinationId: examId }}
        emptyText="还没有发布公告"
        refetchInterval={(rows) => (rows.some(({ sentCount, queuedCount }) => sentCount + queuedCount > 0) ? askEveryMs : false)}
        toolbar={
          <RightButton right={examAnnouncements.send} type="primary" onClick={() => setSaying(true)}>
            发布公告
          </RightButton>
        }
        columns={columnsOf(setShown)}
      />
      {isSaying && (
        <AnnounceDialog
          examId={examId}
          rooms={rooms}
          onClose={() => setSaying(false)}
          onSaved={() => refresh(examAnnouncements.list)}
        />
      )}
      {shown && <ToldDrawer announcement={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}

function resentText({ sentCount, leftCount }: { sentCount: number; leftCount: number }): string {
  const left = leftCount > 0 ? `${leftCount} 名考生不在考试中，不能送达` : ''
  return sentCount === 0 ? left : [`已向 ${sentCount} 名考生重发`, left].filter(Boolean).join('；')
}

function columnsOf(show: (row: AnnouncementRow) => void): TableColumnsType<AnnouncementRow> {
  return [
    { title: '公告内容', dataIndex: 'text', width: 320, ellipsis: true },
    {
      title: '对象',
      dataIndex: 'audience',
      width: 120,
      ellipsis: true,
      render: (_, { audience, roomName }) => roomName ?? audienceLabels[audience],
    },
    { title: '发布时间', dataIndex: 'time', width: 170, render: (time: string) => formatInstant(time) },
    { title: '发布人', dataIndex: 'byName', width: 100, ellipsis: true },
    { title: '待发送', dataIndex: 'queuedCount', width: 76, align: 'right' },
    { title: '已发送', dataIndex: 'sentCount', width: 76, align: 'right' },
    { title: '已送达', dataIndex: 'deliveredCount', width: 76, align: 'right' },
    { title: '未送达', dataIndex: 'failedCount', width: 76, align: 'right' },
    { title: '已确认', dataIndex: 'acknowledgedCount', width: 76, align: 'right' },
    {
      title: '操作',
      key: 'actions',
      width: 170,
      fixed: 'right',
      render: (_, row) => (
        <RowActions
          actions={[
            { label: '送达情况', name: `送达情况：${row.text}`, right: examAnnouncements.people, run: () => show(row) },
            ...(row.failedCount > 0
              ? [
                  calling(examAnnouncements.resend, {
                    label: '重发',
                    name: `向未送达的考生重发：${row.text}`,
                    input: { announcementId: row.id },
                    refreshes: [examAnnouncements.list, examAnnouncements.people],
                    successText: resentText,
                  }),
                ]
              : []),
          ]}
        />
      ),
    },
  ]
}
