import { Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { taskProgress } from '../../contract/codes.ts'
import './progress.css'

interface Dot {
  readonly taskId: string
  readonly title: string
  readonly state: number
  /** Counts as complete and is said apart. */
  readonly isExempted?: boolean
}

const mostDots = 20

/** Each task as a mark; its name and state are said beside it. */
export function TaskDots({ tasks }: { readonly tasks: readonly Dot[] }): ReactNode {
  const exempted = tasks.filter(({ isExempted }) => isExempted).length
  const done = tasks.filter(({ state }) => state === taskProgress.complete).length
  return (
    <span className="course-dots">
      <span>
        {done}/{tasks.length}
        {exempted > 0 && `（免修 ${exempted}）`}
      </span>
      {tasks.slice(0, mostDots).map(({ taskId, title, state, isExempted }) => (
        <Tooltip key={taskId} title={`${title}：${isExempted ? '已免修' : taskProgress.label(state)}`}>
          <i className={`state-${state}`} />
        </Tooltip>
      ))}
      {tasks.length > mostDots && <span title={`另有 ${tasks.length - mostDots} 个任务`}>…</span>}
    </span>
  )
}
