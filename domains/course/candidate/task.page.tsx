import { type PageProps, Show, useLoad } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import { lazy, type ReactNode, Suspense, useCallback } from 'react'
import { learn } from '../contract/learn.ts'
import type { CoursePage, LockShown, TaskShown } from '../contract/learn-shapes.ts'
import { ArticleTask } from './article-task.tsx'
import { ExamTask, LinkTask, PracticeTask, QuestionnaireTask } from './leading-tasks.tsx'
import { Locks } from './outline-list.tsx'
import './learn.css'

const CoursewareTask = lazy(() => import('./player/courseware-task.tsx'))

export interface TaskProps {
  readonly page: CoursePage
  readonly task: TaskShown
  readonly go: (path: string) => void
  /** The state on the server may have changed. */
  readonly reload: () => void
}

/** One task, in the way of its kind, with the ones before and after it. */
export default function TaskPage({ id: courseId, second: taskId, go }: PageProps): ReactNode {
  const load = useCallback(() => call(learn.page, { course: courseId }), [courseId])
  const loaded = useLoad(load)
  return (
    <main className="page learn">
      <Show loaded={loaded}>
        {(page) => {
          const tasks = page.chapters.flatMap((chapter) => chapter.tasks)
          const place = tasks.findIndex(({ id }) => id === taskId)
          const task = tasks[place]
          const lock = page.locks[task?.lock ?? -1]
          return (
            <>
              <div className="page-title">
                <h1>{task?.title ?? '任务已被移除'}</h1>
                <button type="button" onClick={() => go(`/learn/${courseId}`)}>
                  返回课程
                </button>
              </div>
              {page.closed !== null && (
                <p className="panel" role="status">
                  {page.closed}
                </p>
              )}
              {task &&
                page.closed === null &&
                (lock ? (
                  <Locked lock={lock} onOpen={(id) => go(`/learn/${courseId}/${id}`)} />
                ) : (
                  <Task page={page} task={task} go={go} reload={loaded.reload} />
                ))}
              <Neighbours before={tasks[place - 1]} after={tasks[place + 1]} onOpen={(id) => go(`/learn/${courseId}/${id}`)} />
            </>
          )
        }}
      </Show>
    </main>
  )
}

function Task(props: TaskProps): ReactNode {
  const { kind } = props.task
  if (kind === 'courseware')
    return (
      <Suspense fallback={<p role="status">正在加载播放器…</p>}>
        <CoursewareTask key={props.task.id} {...props} />
      </Suspense>
    )
  if (kind === 'article') return <ArticleTask key={props.task.id} {...props} />
  if (kind === 'link') return <LinkTask key={props.task.id} {...props} />
  if (kind === 'exam') return <ExamTask key={props.task.id} {...props} />
  if (kind === 'practice') return <PracticeTask key={props.task.id} {...props} />
  if (kind === 'questionnaire') return <QuestionnaireTask key={props.task.id} {...props} />
  return <p className="panel">请更新后再学习此任务。</p>
}

function Locked({ lock, onOpen }: { lock: LockShown; onOpen: (taskId: string) => void }): ReactNode {
  return (
    <section className="panel" aria-label="尚未开放">
      <p>该任务尚未开放：</p>
      <Locks locks={lock.reasons} onOpen={onOpen} />
      {lock.opensAt && <p className="note">到时自动开放。</p>}
    </section>
  )
}

function Neighbours({
  before,
  after,
  onOpen,
}: {
  before: TaskShown | undefined
  after: TaskShown | undefined
  onOpen: (taskId: string) => void
}): ReactNode {
  return (
    <nav className="learn-neighbours" aria-label="前后任务">
      {before && (
        <button type="button" disabled={before.lock !== undefined} onClick={() => onOpen(before.id)}>
          上一个：{before.title}
        </button>
      )}
      {after && (
        <button type="button" disabled={after.lock !== undefined} onClick={() => onOpen(after.id)}>
          下一个：{after.title}
        </button>
      )}
    </nav>
  )
}
