/** How one person stands in a course, made of what happened: for the guard, the percent, the screens. */
import { type Done, wordsOfMissing } from '@kaopei/learning/contract/completion'
import { type Progress, progressOf } from '@kaopei/learning/contract/progress'
import type { Range } from '@kaopei/learning/contract/ranges'
import type { Standing, TaskStanding } from '@kaopei/learning/contract/unlock'
import { taskProgress } from './codes.ts'
import { noWork, taskDone } from './task-done.ts'

export const learnerEventKinds = ['begun', 'done', 'undone', 'exempted', 'unexempted', 'opened', 'closed', 'reset'] as const
export type LearnerEventKind = (typeof learnerEventKinds)[number]

export interface LearnerEvent {
  readonly taskId: string
  readonly kind: LearnerEventKind
  readonly scoreHundredths: number | null
  readonly isPassed: boolean | null
}

export interface LearnerMedia {
  readonly taskId: string
  readonly coursewareType: number
  readonly lengthSeconds: number
  readonly pageCount: number
  readonly watched: readonly Range[]
  readonly pageSeconds: readonly (number | null)[]
  readonly partsDone: readonly number[]
}

/** A task of the outline, with what decides about it. */
export interface CountedRow {
  readonly id: string
  readonly kind: string
  readonly rule: unknown
  readonly isRequired: boolean
  readonly weight: number
}

export interface TaskAt {
  /** As it counts. */
  readonly done: Done
  /** What they did themselves: of a spared task less than what counts, and it can still be done. */
  readonly own: Done
  readonly isBegun: boolean
  readonly isExempted: boolean
  /** Not asked of whoever had completed the course before it came; `done` says so. */
  readonly isSpared: boolean
  readonly scoreHundredths: number | null
  readonly isPassed: boolean
}

interface Happened {
  isBegun: boolean
  isDone: boolean
  isExempted: boolean
  isOpened: boolean
  isUndone: boolean
  scoreHundredths: number | null
  isPassed: boolean
}

const nothing: Happened = {
  isBegun: false,
  isDone: false,
  isExempted: false,
  isOpened: false,
  isUndone: false,
  scoreHundredths: null,
  isPassed: false,
}

/** What the events, oldest first, say of each task (and of chapters that were opened by hand). */
function happenedOf(events: readonly LearnerEvent[]): Map<string, Happened> {
  const all = new Map<string, Happened>()
  for (const event of events) all.set(event.taskId, after(all.get(event.taskId) ?? nothing, event))
  return all
}

function after(before: Happened, { kind, scoreHundredths, isPassed }: LearnerEvent): Happened {
  switch (kind) {
    case 'begun':
      return { ...before, isBegun: true }
    case 'done':
    case 'undone':
      return {
        ...before,
        isBegun: true,
        isDone: kind === 'done',
        // One that fails again takes nothing back.
        isUndone: kind === 'undone' && (before.isDone || before.isUndone),
        scoreHundredths,
        isPassed: isPassed ?? kind === 'done',
      }
    case 'exempted':
      return { ...before, isExempted: true }
    case 'unexempted':
      return { ...before, isExempted: false, isUndone: before.isUndone || (before.isExempted && !before.isDone) }
    case 'opened':
    case 'closed':
      return { ...before, isOpened: kind === 'opened' }
    case 'reset':
      return { ...nothing, isOpened: before.isOpened }
  }
}

export interface Learner {
  readonly tasks: ReadonlyMap<string, TaskAt>
  readonly openedByHand: ReadonlySet<string>
  /** A required task's completion was taken back. */
  readonly isTakenBack: boolean
}

export function learnerOf(
  tasks: readonly CountedRow[],
  events: readonly LearnerEvent[],
  media: readonly LearnerMedia[],
): Learner {
  const happened = happenedOf(events)
  const seen = new Map(media.map((one) => [one.taskId, one]))
  const openedByHand = new Set([...happened].flatMap(([id, { isOpened }]) => (isOpened ? [id] : [])))
  const isTakenBack = tasks.some(({ id, isRequired }) => {
    const { isUndone, isExempted } = happened.get(id) ?? nothing
    return isRequired && isUndone && !isExempted
  })
  return {
    tasks: new Map(tasks.map((task) => [task.id, taskAt(task, happened.get(task.id) ?? nothing, seen.get(task.id))])),
    openedByHand,
    isTakenBack,
  }
}

function taskAt(task: CountedRow, at: Happened, seen: LearnerMedia | undefined): TaskAt {
  const { isDone, isExempted, isBegun, scoreHundredths, isPassed } = at
  const work = seen ? { ...seen, pageSeconds: seen.pageSeconds.map((seconds) => seconds ?? 0) } : noWork
  const ruled = { kind: task.kind, rule: task.rule, coursewareType: seen?.coursewareType ?? null }
  const done = taskDone(ruled, { ...work, isDone, isExempted })
  return {
    done,
    own: done,
    isBegun,
    isExempted,
    isSpared: false,
    scoreHundredths,
    isPassed,
  }
}

/**
 * Tasks that were not asked of somebody count as done, as exemptions do; they are no condition either. Nothing is spared whose completion was taken back: only
 * who has completed the course keeps it.
 */
export function sparing(learner: Learner, spared: ReadonlySet<string>): Learner {
  if (spared.size === 0 || learner.isTakenBack) return learner
  const tasks = [...learner.tasks].map(([id, at]): [string, TaskAt] => {
    const isSpared = spared.has(id) && !at.done.isComplete
    return [id, isSpared ? { ...at, isSpared, done: { isComplete: true, percent: 100, missing: [] } } : at]
  })
  return { ...learner, tasks: new Map(tasks) }
}

/** For the learning room's `unlockOf`. */
export function standingOf({ tasks, openedByHand }: Learner, enrolledAt: Date): Standing {
  const all = new Map<string, TaskStanding>()
  for (const [id, { done, isBegun, isExempted, isPassed, scoreHundredths }] of tasks)
    all.set(id, {
      isBegun,
      isComplete: done.isComplete,
      isPassed: isPassed || isExempted || (done.isComplete && scoreHundredths === null),
      scoreHundredths,
    })
  return { enrolledAt, tasks: all, openedByHand }
}

/** 0 not begun, 1 under way, 2 complete (`taskProgress`). */
export function stateOf({ done, isBegun, isSpared }: TaskAt): 0 | 1 | 2 {
  if (isSpared) return isBegun ? taskProgress.underWay : taskProgress.notBegun
  if (done.isComplete) return taskProgress.complete
  return isBegun || done.percent > 0 ? taskProgress.underWay : taskProgress.notBegun
}

export const learnerProgress = (tasks: readonly CountedRow[], { tasks: at }: Learner): Progress =>
  progressOf(
    tasks.map(({ id, isRequired, weight }) => {
      const { percent, isComplete } = at.get(id)?.done ?? { percent: 0, isComplete: false }
      return { isRequired, weight, percent, isComplete }
    }),
  )

/** How the percent is reckoned on from here, task by task: which tasks count, how much in all, and how much of it is done. */
export function countingOf(tasks: readonly CountedRow[], { tasks: at }: Learner) {
  const required = tasks.filter(({ isRequired }) => isRequired)
  const counted = required.length > 0 ? required : tasks
  const isAlike = !counted.some(({ weight }) => weight > 0)
  const weigh = ({ weight }: CountedRow) => (isAlike ? 1 : weight)
  const percentOf = ({ id }: CountedRow) => at.get(id)?.done.percent ?? 0
  return {
    counting: (required.length > 0 ? 0 : 2) + (isAlike ? 1 : 0),
    wholeWeight: counted.reduce((total, task) => total + weigh(task), 0),
    doneWeight: counted.reduce((total, task) => total + weigh(task) * percentOf(task), 0),
  }
}

/** 为什么还没完成, in words. */
export const wordsOfDone = ({ missing }: Done): string[] => missing.map(wordsOfMissing)
