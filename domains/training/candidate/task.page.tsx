import { type PageProps, Show, useLoad } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import { type ReactNode, useCallback } from 'react'
import { projectLearn } from '../contract/learn.ts'
import type { ProjectTaskShown } from '../contract/learn-shapes.ts'
import { isRunning } from '../contract/status.ts'
import { MaterialTask } from './material-task.tsx'
import { openTask } from './open-task.ts'
import { SessionTask } from './session-task.tsx'
import './training.css'

/** A task that is done here: a material, an offline session. Others have pages of their own, and a button that leads there. */
export default function TrainingTaskPage({ id: projectId, second: taskId, go }: PageProps): ReactNode {
  const load = useCallback(() => call(projectLearn.get, { project: projectId }), [projectId])
  const loaded = useLoad(load)
  return (
    <main className="page learn">
      <Show loaded={loaded}>
        {(page) => {
          const task = page.stages.flatMap(({ tasks }) => tasks).find(({ id }) => id === taskId)
          return (
            <>
              <div className="page-title">
                <h1>{task?.title ?? '任务已被移除'}</h1>
                <button type="button" onClick={() => go(`/training/${projectId}`)}>
                  返回培训
                </button>
              </div>
              {task && !isRunning(page.status) && <p className="panel">培训项目已结束，任务不能再进行，学习记录已保留。</p>}
              {task && isRunning(page.status) && <Task key={task.id} {...{ projectId, task, go }} reload={loaded.reload} />}
            </>
          )
        }}
      </Show>
    </main>
  )
}

interface TaskProps {
  readonly projectId: string
  readonly task: ProjectTaskShown
  readonly go: (path: string) => void
  readonly reload: () => void
}

function Task({ projectId, task, go, reload }: TaskProps): ReactNode {
  if (!task.isOpen)
    return (
      <section className="panel" aria-label="尚未开放">
        <p>该任务尚未开放：</p>
        <ul className="learn-locks">
          {task.locks.map(({ words }) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      </section>
    )
  if (task.kind === 'material') return <MaterialTask projectId={projectId} taskId={task.id} onChange={reload} />
  if (task.kind === 'session') return <SessionTask taskId={task.id} />
  return (
    <section className="panel" aria-label={task.kindLabel}>
      <p>{task.needs}</p>
      <div className="actions">
        <button type="button" className="primary" onClick={() => void openTask(go, projectId, task).catch(() => undefined)}>
          进入{task.kindLabel}
        </button>
      </div>
    </section>
  )
}
