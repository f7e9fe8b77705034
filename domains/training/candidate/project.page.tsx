import { RichText } from '@kaopei/course/candidate'
import { Bar, dateTime, forgetWayBack, type PageProps, Show, useLoad } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { projectStatus } from '../contract/codes.ts'
import { projectLearn } from '../contract/learn.ts'
import type { ProjectPage, ProjectTaskShown } from '../contract/learn-shapes.ts'
import { isRunning } from '../contract/status.ts'
import { openTask } from './open-task.ts'
import { StagePath } from './stage-path.tsx'
import './training.css'

/** A project as a path: what is next, each stage with its window, each task with what it waits for. */
export default function ProjectLearnPage({ id: projectId, go }: PageProps): ReactNode {
  const load = useCallback(() => call(projectLearn.get, { project: projectId }), [projectId])
  const loaded = useLoad(load)
  const [isOpening, setOpening] = useState(false)
  // Back from wherever a task led to.
  useEffect(() => forgetWayBack('/training'), [])
  const open = (task: ProjectTaskShown) => {
    setOpening(true)
    // The client has shown why not; the page may know more by now.
    openTask(go, projectId, task).catch(() => {
      setOpening(false)
      loaded.reload()
    })
  }
  return (
    <main className="page learn">
      <Show loaded={loaded}>
        {(page) => (
          <>
            <div className="page-title">
              <h1>{page.name}</h1>
              <button type="button" onClick={() => go('/training')}>
                返回
              </button>
            </div>
            <Summary page={page} isOpening={isOpening} onOpen={open} />
            {page.information !== '' && (
              <section className="panel learn-descript" aria-label="项目介绍">
                <RichText html={page.information} />
              </section>
            )}
            {page.stages.length === 0 && <p className="empty">项目还没有任务，请稍后再来。</p>}
            <StagePath page={page} isOpening={isOpening} onOpen={open} />
          </>
        )}
      </Show>
    </main>
  )
}

interface SummaryProps {
  readonly page: ProjectPage
  readonly isOpening: boolean
  readonly onOpen: (task: ProjectTaskShown) => void
}

function Summary({ page, isOpening, onOpen }: SummaryProps): ReactNode {
  const { percent, completedAt, enrolledAt, beginAt, endAt, status, nextTaskId, stages } = page
  const next = stages.flatMap(({ tasks }) => tasks).find(({ id }) => id === nextTaskId)
  return (
    <section className="panel learn-summary" aria-label="培训进度">
      <Bar percent={percent} label="培训进度" />
      <p className="note">
        {dateTime(enrolledAt)} 加入
        {beginAt && ` · 项目开始 ${dateTime(beginAt)}`}
        {endAt && ` · 项目${isRunning(status) ? '结束' : '已结束'} ${dateTime(endAt)}`}
        {completedAt && ` · 完成于 ${dateTime(completedAt)}`}
      </p>
      {!isRunning(status) && (
        <p className="training-notice" role="status">
          项目{projectStatus.label(status)}，任务不能再进行，学习记录已保留。
        </p>
      )}
      {next ? (
        <div className="training-next">
          <p>
            <span className="note">{completedAt ? '还可以做' : '下一步'}</span>
            <strong>{next.title}</strong>
            <span className="note">
              {next.kindLabel} · {next.needs}
              {next.dueAt && ` · ${next.isOverdue ? '已逾期，截止' : '截止'} ${dateTime(next.dueAt)}`}
            </span>
          </p>
          <button type="button" className="primary training-big" disabled={isOpening} onClick={() => onOpen(next)}>
            {isOpening ? '正在打开…' : next.state > 0 ? '继续' : '开始'}
          </button>
        </div>
      ) : (
        isRunning(status) && <p className="training-notice">{waitingWords(page)}</p>
      )}
    </section>
  )
}

function waitingWords({ completedAt, stages }: ProjectPage): string {
  if (completedAt) return '已完成全部必修任务。'
  const opens = stages.flatMap(({ tasks }) => tasks.flatMap(({ opensAt }) => opensAt ?? [])).toSorted()[0]
  return opens ? `现在没有可以做的任务，下一个任务 ${dateTime(opens)} 开放。` : '现在没有可以做的任务，未开放的任务下方写有原因。'
}
