import type { OutputOf } from '@kaopei/contract'
import { EmptyState, formatInstant, Loaded, ToneTag, useCall } from '@kaopei/web'
import { Skeleton, Table } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { projectProgress } from '../../contract/progress.ts'
import { infoPath } from '../paths.ts'
import { stayedWords } from './stayed-words.ts'

type StuckTask = OutputOf<typeof projectProgress.stuck>['tasks'][number]

/** Who is stuck where since when: by task, with the way to the people. */
export function StuckTasks({ projectId }: { readonly projectId: string }): ReactNode {
  const asked = useCall(projectProgress.stuck, { projectId })
  return (
    <section className="kp-card" aria-labelledby="kp-training-stuck">
      <h2 id="kp-training-stuck" className="kp-training-section">
        停在哪里 {asked.data && <span className="kp-hint">截至 {formatInstant(asked.data.asOf)}</span>}
      </h2>
      <Loaded of={asked} skeleton={<Skeleton active paragraph={{ rows: 4 }} />}>
        {({ tasks }) =>
          tasks.length === 0 ? (
            <EmptyState text="没有停在必修任务上的学员" />
          ) : (
            <Table<StuckTask>
              rowKey="taskId"
              size="small"
              dataSource={tasks}
              scroll={{ x: 'max-content' }}
              pagination={tasks.length > 20 ? { pageSize: 20, showSizeChanger: false } : false}
              columns={[
                { title: '阶段', dataIndex: 'stageTitle', width: 180, ellipsis: true },
                { title: '任务', dataIndex: 'title', width: 240, ellipsis: true },
                {
                  title: '停留人数',
                  dataIndex: 'staffCount',
                  width: 100,
                  align: 'right',
                  render: (count: number, { taskId, title }) => (
                    <Link
                      to={infoPath('student', projectId, { stuckTaskId: taskId })}
                      aria-label={`停在“${title}”的 ${count} 人`}
                    >
                      {count}
                    </Link>
                  ),
                },
                { title: '超过 7 天', dataIndex: 'longCount', width: 100, align: 'right' },
                {
                  title: '已逾期',
                  dataIndex: 'overdueCount',
                  width: 90,
                  align: 'right',
                  render: (count: number) => (count > 0 ? <ToneTag tone="danger">{count}</ToneTag> : 0),
                },
                {
                  title: '最早停留',
                  dataIndex: 'oldestSince',
                  width: 200,
                  render: (at: string | null) => (at === null ? '-' : `${formatInstant(at)}（${stayedWords(at)}）`),
                },
              ]}
            />
          )
        }
      </Loaded>
    </section>
  )
}
