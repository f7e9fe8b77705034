import type { ReactNode } from 'react'
import { taskProgress } from '../contract/codes.ts'
import { kindWords, sizeWords } from '../contract/courseware-words.ts'
import type { ChapterShown, TaskShown } from '../contract/learn-shapes.ts'
import { stateWords } from './words.ts'
import './learn.css'

/** Chapters and tasks. What is locked is shown with its reasons and the way to what is missing. */
export function OutlineList({
  chapters,
  isClosed,
  onOpen,
}: {
  chapters: readonly ChapterShown[]
  /** Nothing of the course can be opened now: the page says why. */
  isClosed: boolean
  onOpen: (taskId: string) => void
}): ReactNode {
  return (
    <>
      {chapters.map((chapter) => (
        <section key={chapter.id} className="learn-chapter" aria-label={chapter.title}>
          <h2>{chapter.title}</h2>
          {chapter.descript !== '' && <p className="note">{chapter.descript}</p>}
          {!chapter.isOpen && <Locks locks={chapter.locks} onOpen={onOpen} />}
          <ol>
            {chapter.tasks.map((task) => (
              <TaskLine key={task.id} task={task} isClosed={isClosed} onOpen={onOpen} />
            ))}
          </ol>
        </section>
      ))}
    </>
  )
}

interface TaskLineProps {
  readonly task: TaskShown
  readonly isClosed: boolean
  readonly onOpen: (taskId: string) => void
}

function TaskLine({ task, isClosed, onOpen }: TaskLineProps): ReactNode {
  const { title, state, percent, isOpen, isRequired, isExempted, isSpared } = task
  return (
    <li className={`learn-task state-${state}`}>
      <span className="learn-mark" aria-hidden>
        <TaskMark isOpen={isOpen} state={state} />
      </span>
      <div className="learn-task-words">
        <h3>
          {title}
          {!isRequired && <span className="tag">选修</span>}
          {isExempted && <span className="tag">免修</span>}
          {isSpared && <span className="tag">新增，无需补学</span>}
        </h3>
        <p className="note">{factsOf(task)}</p>
        {!isOpen && <Locks locks={task.locks} onOpen={onOpen} />}
      </div>
      <span className="learn-state">
        {state === taskProgress.underWay ? `${percent}%` : isOpen ? stateWords(state) : '未开放'}
      </span>
      <button
        type="button"
        disabled={!isOpen || isClosed}
        aria-label={`${verbOf(task)}：${title}`}
        onClick={() => onOpen(task.id)}
      >
        {verbOf(task)}
      </button>
    </li>
  )
}

/** Locked, done, under way or not begun, by shape. */
export function TaskMark({ isOpen, state }: { readonly isOpen: boolean; readonly state: number }): ReactNode {
  if (!isOpen) return <LockMark />
  return state === taskProgress.complete ? '✓' : state === taskProgress.underWay ? '◐' : '○'
}

/** No font is sure to have one. */
function LockMark(): ReactNode {
  return (
    <svg width="14" height="16" viewBox="0 0 14 16" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
      <rect x="1" y="7" width="12" height="8" rx="1.5" />
      <path d="M4 7V4.5a3 3 0 0 1 6 0V7" />
    </svg>
  )
}

const verbOf = ({ state }: TaskShown) =>
  state === taskProgress.complete ? '再看' : state === taskProgress.underWay ? '继续' : '学习'

function factsOf(task: TaskShown): string {
  const { score, opensAt } = task
  const got = score === null ? '' : `${score} 分`
  return [kindWords(task), sizeWords(task), got, opensAt ? '到时自动开放' : ''].filter((fact) => fact !== '').join(' · ')
}

export function Locks({ locks, onOpen }: { locks: TaskShown['locks']; onOpen: (taskId: string) => void }): ReactNode {
  return (
    <ul className="learn-locks">
      {locks.map(({ words, taskId }) => (
        <li key={words}>
          {words}
          {taskId && (
            <button type="button" className="plain" onClick={() => onOpen(taskId)}>
              去完成
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
