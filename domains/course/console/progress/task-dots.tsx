import { Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { taskProgress } from '../../contract/codes.ts'
import './progress.css'

interface Dot {
  readonly taskId: string
  readonly title: string
  readonly state: number
}

/** Each task as a mark; its name and state are said beside it. */
export function TaskDots({ tasks }: { readonly tasks: readonly Dot[] }): ReactNode {
  const done = tasks.filter(({ state }) => state === taskProgress.complete).length
  return (
    <span className="course-dots">
      <span>
        {done}/{tasks.length}
      </span>
      {tasks.slice(0, 20).map(({ taskId, title, state }) => (
        <Tooltip key={taskId} title={`${title}：${taskProgress.label(state)}`}>
          <i className={`state-${state}`} />
        </Tooltip>
      ))}
    </span>
  )
}
