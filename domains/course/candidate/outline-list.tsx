import { dateTime } from '@kaopei/web/candidate'
import type { ReactNode } from 'react'
import { taskProgress } from '../contract/codes.ts'
import { kindWords, sizeWords } from '../contract/courseware-words.ts'
import type { CoursePage, LockShown, TaskShown } from '../contract/learn-shapes.ts'
import { labelOfKind } from '../contract/outline.ts'
import { stateWords } from './words.ts'
import './learn.css'

/** Chapters and tasks. What is locked is shown with its reasons and the way to what is missing. */
export function OutlineList({ page, onOpen }: { page: CoursePage; onOpen: (taskId: string) => void }): ReactNode {
  const { chapters, locks } = page
  // Nothing of the course can be opened now: the page says why.
  const isClosed = page.closed !== null
  return (
    <>
      {chapters.map((chapter) => (
        <section key={chapter.id} className="learn-chapter" aria-label={chapter.title}>
          <h2>{chapter.title}</h2>
          {chapter.descript !== '' && <p className="note">{chapter.descript}</p>}
          <Locks locks={locks[chapter.lock ?? -1]?.reasons} onOpen={onOpen} />
          <ol>
            {chapter.tasks.map((task) => (
              <TaskLine key={task.id} task={task} lock={locks[task.lock ?? -1]} isClosed={isClosed} onOpen={onOpen} />
            ))}
          </ol>
        </section>
      ))}
    </>
  )
}

interface TaskLineProps {
  readonly task: TaskShown
  readonly lock: LockShown | undefined
  readonly isClosed: boolean
  readonly onOpen: (taskId: string) => void
}

function TaskLine({ task, lock, isClosed, onOpen }: TaskLineProps): ReactNode {
  const { title, state, percent, isRequired, isExempted, isSpared } = task
  const isOpen = lock === undefined
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
        <p className="note">{factsOf(task, lock)}</p>
        <Locks locks={lock?.reasons} onOpen={onOpen} />
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

function factsOf(task: TaskShown, lock: LockShown | undefined): string {
  const got = task.score === undefined ? '' : `${task.score} 分`
  const beginUntil = task.beginUntil ? `请在 ${dateTime(task.beginUntil)} 前开始` : ''
  const facts = [kindWords(labelOfKind(task.kind), task), sizeWords(task), got, lock?.opensAt ? '到时自动开放' : '', beginUntil]
  return facts.filter((fact) => fact !== '').join(' · ')
}

interface LocksProps {
  readonly locks: LockShown['reasons'] | undefined
  readonly onOpen: (taskId: string) => void
}

/** Why something is locked; nothing where it is open. */
export function Locks({ locks, onOpen }: LocksProps): ReactNode {
  if (!locks) return null
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
