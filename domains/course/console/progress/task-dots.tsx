import { Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { taskProgress } from '../../contract/codes.ts'
import './progress.css'

interface Dot {
  readonly taskId: string
  readonly title: string
  readonly state: number
}

const mostDots = 20

/** Each task as a mark; its name and state are said beside it. */
export function TaskDots({ tasks }: { readonly tasks: readonly Dot[] }): ReactNode {
  const done = tasks.filter(({ state }) => state === taskProgress.complete).length
  return (
    <span className="course-dots">
      <span>
        {done}/{tasks.length}
      </span>
      {tasks.slice(0, mostDots).map(({ taskId, title, state }) => (
        <Tooltip key={taskId} title={`${title}：${taskProgress.label(state)}`}>
          <i className={`state-${state}`} />
        </Tooltip>
      ))}
      {tasks.length > mostDots && <span title={`另有 ${tasks.length - mostDots} 个任务`}>…</span>}
    </span>
  )
}
