import { Locks, stateWords, TaskMark } from '@kaopei/course/candidate'
import { dateTime } from '@kaopei/web/candidate'
import type { ReactNode } from 'react'
import { attendanceState, taskProgress } from '../contract/codes.ts'
import type { ProjectPage, ProjectTaskShown, StageShown } from '../contract/learn-shapes.ts'
import { isRunning } from '../contract/status.ts'

interface PathProps {
  readonly page: ProjectPage
  readonly isOpening: boolean
  readonly onOpen: (task: ProjectTaskShown) => void
}

/** Stages in their order with their windows, tasks with state, date and reasons. */
export function StagePath({ page, isOpening, onOpen }: PathProps): ReactNode {
  const tasks = new Map(page.stages.flatMap((stage) => stage.tasks.map((task) => [task.id, task] as const)))
  const openById = (taskId: string) => {
    const task = tasks.get(taskId)
    if (task?.isOpen) onOpen(task)
    else document.getElementById(`task-${taskId}`)?.scrollIntoView({ block: 'center' })
  }
  return (
    <ol className="training-path">
      {page.stages.map((stage) => (
        <li key={stage.id} className={`training-stage ${standingOf(stage)}`}>
          <section className="learn-chapter" aria-label={stage.title}>
            <h2>{stage.title}</h2>
            <p className="note">{stageWords(stage)}</p>
            {stage.descript !== '' && <p className="training-descript">{stage.descript}</p>}
            {!stage.isOpen && <Locks locks={stage.locks} onOpen={openById} />}
            <ol>
              {stage.tasks.map((task) => (
                <TaskLine
                  key={task.id}
                  task={task}
                  locks={task.locks.filter(({ words }) => !stage.locks.some((one) => one.words === words))}
                  isOver={!isRunning(page.status)}
                  isOpening={isOpening}
                  onOpen={() => onOpen(task)}
                  onMissing={openById}
                />
              ))}
            </ol>
          </section>
        </li>
      ))}
    </ol>
  )
}

/** What its point on the path says: closed, done or on the way. */
function standingOf({ isOpen, doneCount, taskCount }: StageShown): string {
  if (!isOpen) return 'closed'
  return taskCount > 0 && doneCount === taskCount ? 'done' : ''
}

function stageWords({ doneCount, taskCount, from, until }: StageShown): string {
  const window =
    from && until
      ? `${dateTime(from)} 至 ${dateTime(until)}`
      : from
        ? `${dateTime(from)} 起`
        : until
          ? `截止 ${dateTime(until)}`
          : ''
  return [`${doneCount} / ${taskCount} 完成`, window].filter((part) => part !== '').join(' · ')
}

interface LineProps {
  readonly task: ProjectTaskShown
  /** What it waits for itself; what its whole stage waits for stands at the stage. */
  readonly locks: ProjectTaskShown['locks']
  readonly isOver: boolean
  readonly isOpening: boolean
  readonly onOpen: () => void
  readonly onMissing: (taskId: string) => void
}

function TaskLine({ task, locks, isOver, isOpening, onOpen, onMissing }: LineProps): ReactNode {
  const { id, title, state, isOpen, isRequired, isExempted, isOverdue, makesUpFor, dueAt } = task
  return (
    <li id={`task-${id}`} className={`learn-task state-${state}`}>
      <span className="learn-mark" aria-hidden>
        <TaskMark isOpen={isOpen} state={state} />
      </span>
      <div className="learn-task-words">
        <h3>
          {title}
          {!isRequired && <span className="tag">选修</span>}
          {isExempted && <span className="tag">免修</span>}
          {makesUpFor && <span className="tag">补修：{makesUpFor}</span>}
          {isOverdue && <span className="tag bad">已逾期</span>}
        </h3>
        <p className="note">{factsOf(task)}</p>
        {dueAt && <p className="note">截止 {dateTime(dueAt)}</p>}
        {!isOpen && <Locks locks={locks} onOpen={onMissing} />}
      </div>
      <span className="learn-state">{isOpen ? wordsOf(task) : '未开放'}</span>
      <button type="button" disabled={!isOpen || isOver || isOpening} aria-label={`${verbOf(task)}：${title}`} onClick={onOpen}>
        {verbOf(task)}
      </button>
    </li>
  )
}

/** Whoever was missing when a list was closed, or failed an exam, is not on the way. */
function wordsOf({ kind, state, score, session }: ProjectTaskShown): string {
  if (state === taskProgress.complete) return stateWords(state)
  if (session?.attendance === attendanceState.absent) return attendanceState.label(attendanceState.absent)
  return kind === 'exam' && score !== null ? '未通过' : stateWords(state)
}

function verbOf({ state, session }: ProjectTaskShown): string {
  // A list that was closed without somebody leaves nothing to go on with.
  if (state === taskProgress.complete || session?.attendance === attendanceState.absent) return '查看'
  return state === taskProgress.underWay ? '继续' : '开始'
}

function factsOf({ kindLabel, needs, score, session }: ProjectTaskShown): string {
  const held = session ? `${dateTime(session.beginTime)} ${session.place}` : ''
  const came =
    session?.attendance && session.attendance !== attendanceState.absent ? attendanceState.label(session.attendance) : ''
  return [kindLabel, needs, held, came, score === null ? '' : `${score} 分`].filter((fact) => fact !== '').join(' · ')
}
