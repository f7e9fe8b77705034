import { Cover, SearchBox } from '@kaopei/course/candidate'
import { Bar, dateTime, FilterButtons, forgetWayBack, type PageProps, Pager, Show, useLoad } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { projectStatus } from '../contract/codes.ts'
import { projectLearn } from '../contract/learn.ts'
import type { MyProject } from '../contract/learn-shapes.ts'
import { isRunning } from '../contract/status.ts'
import './training.css'

const filters = [
  { key: 'all', label: '全部' },
  { key: 'underWay', label: '进行中' },
  { key: 'notBegun', label: '未开始' },
  { key: 'overdue', label: '已逾期' },
  { key: 'complete', label: '已完成' },
  { key: 'ended', label: '已结束' },
] as const
type Only = (typeof filters)[number]['key']
const pageSize = 10

/** The training projects that somebody takes part in: how far, what is next, by when. */
export default function TrainingsPage({ go }: PageProps): ReactNode {
  const [only, setOnly] = useState<Only>('all')
  const [keyword, setKeyword] = useState('')
  const [pageIndex, setPageIndex] = useState(1)
  const load = useCallback(() => call(projectLearn.mine, { only, keyword, pageIndex, pageSize }), [only, keyword, pageIndex])
  const loaded = useLoad(load)
  // Whoever is here is on the way to nowhere else.
  useEffect(() => forgetWayBack('/training'), [])
  const fromStart = (change: () => void) => {
    change()
    setPageIndex(1)
  }
  return (
    <main className="page learn">
      <div className="page-title">
        <h1>我的培训</h1>
        <button type="button" className="plain" onClick={loaded.reload} disabled={loaded.isLoading}>
          {loaded.isLoading ? '刷新中…' : '刷新'}
        </button>
      </div>
      <SearchBox label="搜索我的培训" onSearch={(next) => fromStart(() => setKeyword(next))} />
      <FilterButtons label="培训状态" filters={filters} chosen={only} onChange={(next) => fromStart(() => setOnly(next))} />
      <Show loaded={loaded}>
        {({ dataList, totalCount }) => (
          <>
            {dataList.length === 0 ? (
              <div className="empty">
                <p>暂无数据</p>
                <p className="note">
                  {only === 'all' && keyword === '' ? '被安排参加培训后会显示在这里。' : '没有符合条件的培训。'}
                </p>
              </div>
            ) : (
              <ul className="learn-cards">
                {dataList.map((project) => (
                  <ProjectCard key={project.projectId} project={project} go={go} />
                ))}
              </ul>
            )}
            <Pager pageIndex={pageIndex} pageCount={Math.ceil(totalCount / pageSize)} onChange={setPageIndex} />
          </>
        )}
      </Show>
    </main>
  )
}

function ProjectCard({ project, go }: { readonly project: MyProject; readonly go: (path: string) => void }): ReactNode {
  const { projectId, name, percent, nextTaskTitle, nextKindLabel, begunAt, beginAt, endAt } = project
  return (
    <li>
      <button type="button" className="learn-card" onClick={() => go(`/training/${projectId}`)}>
        <Cover url={project.coverUrl} />
        <span className="learn-card-words">
          <strong>{name}</strong>
          <StateTag project={project} />
          {isRunning(project.status) && nextTaskTitle && (
            <span className="note">
              下一步：{nextKindLabel} · {nextTaskTitle}
            </span>
          )}
          {beginAt && !begunAt && <span className="note">项目开始 {dateTime(beginAt)}</span>}
          {endAt && <span className="note">项目结束 {dateTime(endAt)}</span>}
          <Bar percent={percent} label={`${name}的进度`} />
        </span>
      </button>
    </li>
  )
}

function StateTag({ project }: { readonly project: MyProject }): ReactNode {
  const { status, completedAt, isOverdue, nextDueAt } = project
  if (completedAt) return <span className="tag good">已完成</span>
  if (!isRunning(status)) return <span className="tag">{projectStatus.label(status)}</span>
  if (!nextDueAt) return null
  return isOverdue ? (
    <span className="tag bad">已逾期：{dateTime(nextDueAt)}</span>
  ) : (
    <span className="note">截止 {dateTime(nextDueAt)}</span>
  )
}
