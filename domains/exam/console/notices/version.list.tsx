import { Dash, formatInstant, ListPage } from '@kaopei/web'
import type { TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { examAnnouncements, type NoticeVersionRow } from '../../contract/exam-announcements.ts'

const columns: TableColumnsType<NoticeVersionRow> = [
  { title: '首次确认', dataIndex: 'firstTime', width: 180, render: (time: string) => formatInstant(time) },
  { title: '考试说明', dataIndex: 'information', ellipsis: true, render: (text: string) => <Dash>{plain(text)}</Dash> },
  { title: '确认人数', dataIndex: 'confirmedCount', width: 100, align: 'right' },
  { title: '内容指纹', dataIndex: 'hash', width: 140, render: (hash: string) => <code title={hash}>{hash.slice(0, 12)}</code> },
]

function plain(markup: string): string {
  return new DOMParser().parseFromString(markup, 'text/html').body.textContent?.trim() ?? ''
}

/** Each wording that somebody confirmed, whole; none is ever changed. */
export function VersionList({ examId }: { readonly examId: string }): ReactNode {
  return (
    <ListPage
      endpoint={examAnnouncements.versions}
      rowKey="hash"
      prefix="v."
      extraInput={{ examinationId: examId }}
      emptyText="还没有考生确认过考试须知"
      columns={columns}
      expandable={{
        expandedRowRender: ({ information, terms }) => (
          <>
            {plain(information) !== '' && <p>{plain(information)}</p>}
            <ol>
              {terms.map((term) => (
                <li key={term}>{term}</li>
              ))}
            </ol>
          </>
        ),
      }}
    />
  )
}
