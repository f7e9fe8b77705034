import type { OutputOf } from '@kaopei/contract'
import { EmptyState, formatNumber } from '@kaopei/web'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { taskProgress } from '../../contract/codes.ts'
import type { projectProgress } from '../../contract/progress.ts'
import { wordsOfWindow } from '../outline/outline-words.ts'
import { infoPath, stepPath } from '../paths.ts'

type Overview = OutputOf<typeof projectProgress.overview>

interface Props {
  readonly projectId: string
  readonly overview: Overview
}

/** The stages one after the other: when each is open, how many are in it now, how far its tasks are. */
export function StageLine({ projectId, overview }: Props): ReactNode {
  const { stages } = overview
  if (stages.length === 0) {
    return <EmptyState text="还没有阶段" action={<Link to={stepPath(1, projectId)}>添加阶段与任务</Link>} />
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, by keys too
    <ol className="kp-training-line" tabIndex={0} aria-label="阶段与学员">
      {stages.map((stage, place) => (
        <li key={stage.stageId}>
          <h3>
            阶段 {place + 1}　{stage.title}
          </h3>
          <p className="kp-hint">{windowOf(stage) || '不限时间'}</p>
          <p>
            <span className="kp-training-here">{formatNumber(stage.hereCount)}</span> 人正在此阶段
          </p>
          <ul className="kp-training-bars">
            {stage.tasks.map((task) => (
              <TaskBar key={task.taskId} projectId={projectId} task={task} />
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}

function windowOf({ opensAt, opensAfterDays, endsAt, endsAfterDays }: Overview['stages'][number]): string {
  return wordsOfWindow({ opensTime: opensAt, opensAfterDays, endsTime: endsAt, endsAfterDays })
}

function TaskBar({
  projectId,
  task,
}: {
  readonly projectId: string
  readonly task: Overview['stages'][number]['tasks'][number]
}): ReactNode {
  const { title, staffCount, begunCount, completeCount, exemptedCount } = task
  const exempted = exemptedCount > 0 ? `其中已免修 ${formatNumber(exemptedCount)} 人` : ''
  const share = (count: number) => `${staffCount === 0 ? 0 : (count / staffCount) * 100}%`
  return (
    <li>
      <span>
        <b title={title}>{title}</b>
        <Link
          to={infoPath('student', projectId, { taskId: task.taskId, taskState: String(taskProgress.complete) })}
          aria-label={`${title}：${formatNumber(completeCount)}/${formatNumber(staffCount)} 人完成${exempted && `，${exempted}`}`}
        >
          {formatNumber(completeCount)}/{formatNumber(staffCount)}
        </Link>
      </span>
      <div
        className="kp-training-bar"
        aria-hidden="true"
        title={`已完成 ${completeCount} 人${exempted && `（${exempted}）`}，进行中 ${begunCount - completeCount} 人`}
      >
        <i style={{ width: share(completeCount) }} />
        <i style={{ width: share(Math.max(0, begunCount - completeCount)) }} />
      </div>
      {exempted && <p className="kp-hint">{exempted}</p>}
    </li>
  )
}
