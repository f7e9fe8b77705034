/** How one person stands in a project, made of what happened: for states, percent, guard and screens. */

import { type OutlineChapter, unlockTreeOf } from '@kaopei/course/contract/outline'
import { type Progress, projectProgressOf } from '@kaopei/learning/contract/progress'
import { type Lock, type Standing, type TaskStanding, type UnlockTree, unlockOf } from '@kaopei/learning/contract/unlock'
import { taskProgress } from './codes.ts'
import { dueOf, type StageWindow, windowOf } from './outline.ts'

export interface RuledTask {
  readonly id: string
  readonly slot: number
  readonly kind: string
  readonly title: string
  readonly isRequired: boolean
  readonly weight: number
  readonly conditions: OutlineChapter['conditions']
  readonly dueAt: Date | null
  readonly dueAfterDays: number | null
  readonly isForChosen: boolean
  readonly makesUpTaskId: string | null
  /** Whoever had completed the project by then does not owe it. */
  readonly keptBefore?: Date | null
}

export interface RuledStage extends StageWindow {
  readonly id: string
  readonly title: string
  readonly weight: number
  readonly conditions: OutlineChapter['conditions']
  readonly tasks: readonly RuledTask[]
}

export interface RuledOutline {
  readonly unlockOrder: UnlockTree['order']
  /** Nothing opens before; null: from the first. */
  readonly beginAt: Date | null
  readonly stages: readonly RuledStage[]
}

export const eventKinds = ['begun', 'done', 'undone', 'exempted', 'unexempted', 'opened', 'closed'] as const
export type EventKind = (typeof eventKinds)[number]

export interface ParticipantEvent {
  /** Of a task, or of a stage that is opened by hand. */
  readonly taskId: string
  readonly kind: EventKind
  readonly scoreHundredths: number | null
  readonly isPassed: boolean | null
  readonly at: Date
}

export interface TaskAt {
  readonly isBegun: boolean
  /** Done in itself or by what makes up for it. */
  readonly isDone: boolean
  /** Counts as done and is shown apart, never as passed. */
  readonly isExempted: boolean
  readonly isOpenedByHand: boolean
  readonly isPassed: boolean
  readonly scoreHundredths: number | null
  readonly begunAt: Date | null
  /** Since when it counts as done. */
  readonly doneAt: Date | null
  readonly openedAt: Date | null
}

const untouched: TaskAt = {
  isBegun: false,
  isDone: false,
  isExempted: false,
  isOpenedByHand: false,
  isPassed: false,
  scoreHundredths: null,
  begunAt: null,
  doneAt: null,
  openedAt: null,
}

export interface Participant {
  readonly enrolledAt: Date
  /** Tasks and stages of which something is known, by their ids. */
  readonly at: ReadonlyMap<string, TaskAt>
  /** Tasks for chosen people that are this person's. */
  readonly chosenTaskIds: ReadonlySet<string>
  /** When the project was completed, if it still is. */
  readonly completedAt: Date | null
}

function after(before: TaskAt, { kind, scoreHundredths, isPassed, at }: ParticipantEvent): TaskAt {
  switch (kind) {
    case 'begun':
      return { ...before, isBegun: true, begunAt: before.begunAt ?? at }
    case 'done':
      return {
        ...before,
        ...{ isBegun: true, isDone: true, scoreHundredths, isPassed: isPassed ?? true },
        ...{ begunAt: before.begunAt ?? at, doneAt: before.doneAt ?? at },
      }
    case 'undone':
      return {
        ...before,
        ...{ isBegun: true, isDone: false, scoreHundredths, isPassed: isPassed ?? false },
        ...{ begunAt: before.begunAt ?? at, doneAt: before.isExempted ? before.doneAt : null },
      }
    case 'exempted':
      return { ...before, isExempted: true, doneAt: before.doneAt ?? at }
    case 'unexempted':
      return { ...before, isExempted: false, doneAt: before.isDone ? before.doneAt : null }
    case 'opened':
      return { ...before, isOpenedByHand: true, openedAt: at }
    case 'closed':
      return { ...before, isOpenedByHand: false, openedAt: null }
  }
}

interface Known {
  readonly enrolledAt: Date
  /** Oldest first. */
  readonly events: readonly ParticipantEvent[]
  readonly chosenTaskIds?: ReadonlySet<string>
  readonly completedAt?: Date | null
}

export function participantOf(
  outline: RuledOutline,
  { enrolledAt, events, chosenTaskIds = new Set(), completedAt = null }: Known,
): Participant {
  const at = new Map<string, TaskAt>()
  for (const event of events) at.set(event.taskId, after(at.get(event.taskId) ?? untouched, event))
  for (const { makesUpTaskId, ...task } of tasksOf(outline)) {
    const second = makesUpTaskId === null || (task.isForChosen && !chosenTaskIds.has(task.id)) ? undefined : at.get(task.id)
    if (makesUpTaskId !== null && second) at.set(makesUpTaskId, betterOf(at.get(makesUpTaskId) ?? untouched, second))
  }
  return { enrolledAt, at, chosenTaskIds, completedAt }
}

/** What was made up for is done when either is; the better score stands for it. */
function betterOf(original: TaskAt, second: TaskAt): TaskAt {
  const isBetter = (second.scoreHundredths ?? -1) > (original.scoreHundredths ?? -1)
  return {
    ...original,
    isBegun: original.isBegun || second.isBegun,
    isDone: original.isDone || second.isDone,
    isPassed: original.isPassed || second.isPassed,
    scoreHundredths: isBetter ? second.scoreHundredths : original.scoreHundredths,
    begunAt: original.begunAt ?? second.begunAt,
    doneAt: original.doneAt ?? (second.isDone ? second.doneAt : null),
  }
}

const tasksOf = ({ stages }: RuledOutline): RuledTask[] => stages.flatMap(({ tasks }) => tasks)

export const taskAt = ({ at }: Participant, id: string): TaskAt => at.get(id) ?? untouched
export const isMine = (
  task: Pick<RuledTask, 'id' | 'isForChosen'>,
  { chosenTaskIds }: Pick<Participant, 'chosenTaskIds'>,
): boolean => !task.isForChosen || chosenTaskIds.has(task.id)
export const isComplete = ({ isDone, isExempted }: TaskAt): boolean => isDone || isExempted

/** Who had completed the project before this came stays complete without it. */
const isKept = ({ keptBefore = null }: RuledTask, { completedAt }: Participant): boolean =>
  keptBefore !== null && completedAt !== null && completedAt <= keptBefore

export const isRequiredOf = (task: RuledTask, participant: Participant): boolean => task.isRequired && !isKept(task, participant)

/** What is required of everybody or of somebody chosen; a make-up is not owed in itself, it counts for its original. */
const isOwedOf = (task: RuledTask, participant: Participant): boolean =>
  isRequiredOf(task, participant) && task.makesUpTaskId === null

/** What a person may see of the tree: tasks for others are not in it. The project's beginning and the windows of stages are conditions, and whoever comes late has their days. */
export function unlockTreeFor(outline: RuledOutline, participant: Participant): UnlockTree {
  const stages = outline.stages.map((stage) => ({
    ...stage,
    conditions: [...stage.conditions, ...opensOf(stage, outline)],
    tasks: stage.tasks
      .filter((task) => isMine(task, participant))
      .map((task) => ({ ...task, isRequired: isOwedOf(task, participant) })),
  }))
  return unlockTreeOf(outline.unlockOrder, stages)
}

function opensOf({ opensAt, opensAfterDays }: StageWindow, { beginAt }: RuledOutline): OutlineChapter['conditions'] {
  const from = latest([opensAt ?? [], beginAt ?? []].flat())
  return [
    ...(from ? [{ kind: 'from' as const, at: from.toISOString() }] : []),
    ...(opensAfterDays === null ? [] : [{ kind: 'fromDay' as const, days: opensAfterDays }]),
  ]
}

/** For the learning room's `unlockOf`. Whoever was exempted from a test need not pass it. */
export function standingOf({ enrolledAt, at }: Participant): Standing {
  const tasks = [...at].map(([id, one]): [string, TaskStanding] => [
    id,
    {
      isBegun: one.isBegun,
      isComplete: isComplete(one),
      isPassed: one.isPassed || one.isExempted || (one.isDone && one.scoreHundredths === null),
      scoreHundredths: one.scoreHundredths,
    },
  ])
  const opened = [...at].flatMap(([id, { isOpenedByHand }]) => (isOpenedByHand ? [id] : []))
  return { enrolledAt, tasks: new Map(tasks), openedByHand: new Set(opened) }
}

export const locksOf = (outline: RuledOutline, participant: Participant, now: Date): ReadonlyMap<string, Lock> =>
  unlockOf(unlockTreeFor(outline, participant), standingOf(participant), now)

/** −1 not theirs, 0, 1, 2 (`taskProgress`). */
export function stateOf(task: RuledTask, participant: Participant): -1 | 0 | 1 | 2 {
  if (!isMine(task, participant)) return taskProgress.unassigned
  const at = taskAt(participant, task.id)
  if (isComplete(at)) return taskProgress.complete
  return at.isBegun ? taskProgress.underWay : taskProgress.notBegun
}

export function participantProgress(outline: RuledOutline, participant: Participant): Progress {
  return projectProgressOf(
    outline.stages.map(({ weight, tasks }) => ({
      weight,
      tasks: tasks
        .filter((task) => isMine(task, participant) && task.makesUpTaskId === null && !isKept(task, participant))
        .map((task) => {
          const done = isComplete(taskAt(participant, task.id))
          return { isRequired: task.isRequired, weight: task.weight, percent: done ? 100 : 0, isComplete: done }
        }),
    })),
  )
}

export interface Next {
  readonly taskId: string
  /** Later than now: it opens then. */
  readonly since: Date
  readonly dueAt: Date | null
}

export interface Derived {
  /** `states[slot - 1]` */
  readonly states: readonly number[]
  readonly percent: number
  readonly isComplete: boolean
  readonly begunAt: Date | null
  readonly lastAt: Date | null
  readonly next: Next | null
  /** By when the first of all that is owed should have been done, whether it is next or not. */
  readonly owedDueAt: Date | null
}

export function derivedOf(outline: RuledOutline, participant: Participant, now: Date): Derived {
  const tasks = tasksOf(outline)
  const length = Math.max(0, ...tasks.map(({ slot }) => slot))
  const states = new Array<number>(length).fill(taskProgress.unassigned)
  for (const task of tasks) states[task.slot - 1] = stateOf(task, participant)
  const touched = tasks.filter((task) => isMine(task, participant)).map(({ id }) => taskAt(participant, id))
  const { percent, isComplete: isWhole } = participantProgress(outline, participant)
  return {
    states,
    percent,
    isComplete: isWhole,
    begunAt: earliest(touched.flatMap(({ begunAt }) => begunAt ?? [])),
    lastAt: latest(touched.flatMap(({ begunAt, isDone, doneAt }) => [begunAt ?? [], isDone && doneAt ? doneAt : []].flat())),
    next: isWhole ? null : nextOf(outline, participant, now),
    owedDueAt: isWhole ? null : owedDueOf(outline, participant),
  }
}

/** What is locked still has its date. */
function owedDueOf(outline: RuledOutline, participant: Participant): Date | null {
  const dates = outline.stages.flatMap((stage) =>
    stage.tasks
      .filter((task) => isOwedOf(task, participant) && isMine(task, participant) && !isComplete(taskAt(participant, task.id)))
      .flatMap((task) => dueOf(task, stage, participant.enrolledAt) ?? []),
  )
  return earliest(dates)
}

/** The first required task that is open and owed, else the one that opens first; with a make-up open to them, that one. */
export function nextOf(outline: RuledOutline, participant: Participant, now: Date): Next | null {
  const locks = locksOf(outline, participant, now)
  const owed = outline.stages.flatMap((stage) =>
    stage.tasks.filter((task) => isOwedOf(task, participant) && isMine(task, participant)).map((task) => ({ stage, task })),
  )
  let before = participant.enrolledAt
  let soonest: { readonly at: Date; readonly next: Next } | undefined
  for (const { stage, task } of owed) {
    const at = taskAt(participant, task.id)
    const lock = locks.get(task.id)
    if (!isComplete(at) && lock) {
      const next = {
        taskId: secondOf(outline, participant, { task, locks }),
        since: sinceOf(before, { stage, task }, { participant, outline }),
      }
      const whole = { ...next, dueAt: dueOf(task, stage, participant.enrolledAt) }
      // What was begun before its day stays open, and has been next since then.
      if (lock.isOpen) return at.begunAt && at.begunAt < whole.since ? { ...whole, since: at.begunAt } : whole
      if (lock.opensAt && (!soonest || lock.opensAt < soonest.at))
        soonest = { at: lock.opensAt, next: { ...whole, since: lock.opensAt } }
    }
    if (at.doneAt && at.doneAt > before) before = at.doneAt
  }
  return soonest?.next ?? null
}

interface Place {
  readonly stage: RuledStage
  readonly task: RuledTask
}

interface Whose {
  readonly participant: Participant
  readonly outline: RuledOutline
}

/** Since when it is the next one: the last of what came before it, the project's beginning, its stage's opening, its own dates, its being opened by hand. */
function sinceOf(before: Date, { stage, task }: Place, { participant, outline }: Whose): Date {
  const { enrolledAt } = participant
  const passed = task.conditions.flatMap((one) => (one.kind === 'passed' ? (taskAt(participant, one.taskId).doneAt ?? []) : []))
  const dates = [...stage.conditions, ...task.conditions].flatMap((one) => {
    if (one.kind === 'from') return new Date(one.at)
    return one.kind === 'fromDay' ? new Date(enrolledAt.getTime() + one.days * 86_400_000) : []
  })
  const opened = [stage.id, task.id].flatMap((id) => taskAt(participant, id).openedAt ?? [])
  const begins = [windowOf(stage, enrolledAt).from ?? [], outline.beginAt ?? []].flat()
  // Opened by hand, dates hold nobody up.
  return latest(opened.length > 0 ? [before, ...opened] : [before, ...passed, ...dates, ...begins]) ?? before
}

function secondOf(
  outline: RuledOutline,
  participant: Participant,
  { task, locks }: { task: RuledTask; locks: ReadonlyMap<string, Lock> },
): string {
  const second = tasksOf(outline).find(
    (one) => one.makesUpTaskId === task.id && isMine(one, participant) && locks.get(one.id)?.isOpen,
  )
  return second?.id ?? task.id
}

const latest = (dates: readonly Date[]): Date | null =>
  dates.reduce<Date | null>((most, one) => (!most || one > most ? one : most), null)
const earliest = (dates: readonly Date[]): Date | null =>
  dates.reduce<Date | null>((least, one) => (!least || one < least ? one : least), null)
