import { defaultTimeZone, wallClockMs } from '@kaopei/contract'
import { type CoursewareCard, coursewareCards } from '@kaopei/courseware/server'
import { beginUntilOf, type Lock, type UnlockTree, unlockOf, wordsOfLock } from '@kaopei/learning/contract/unlock'
import { timeZoneOf } from '@kaopei/platform/server'
import type { Db } from '@kaopei/server'
import { taskProgress } from '../../contract/codes.ts'
import { unitOf } from '../../contract/courseware-words.ts'
import { standingOf, stateOf, wordsOfDone } from '../../contract/learner.ts'
import { unlockTreeOf } from '../../contract/outline.ts'
import { noWork, taskDone } from '../../contract/task-done.ts'
import { type Traced, wordsOfTrace } from '../../contract/trace-words.ts'
import { inCompanyOf } from '../in-company.ts'
import type { Outline, TaskRow } from '../outline/outline.sql.ts'
import type { Learning } from './derive.ts'

/** Of outlines in memory: made once, not for every learner. */
const trees = new WeakMap<Outline, UnlockTree>()

function treeOf(outline: Outline): UnlockTree {
  const tree = trees.get(outline) ?? unlockTreeOf(outline.unlockOrder, outline.chapters)
  trees.set(outline, tree)
  return tree
}

/** What is open to this person, by the id of each chapter and task. */
export function locksOf({ outline, learner, enrolment }: Learning, now: Date): ReadonlyMap<string, Lock> {
  return unlockOf(treeOf(outline), standingOf(learner, enrolment.enrolledAt), now)
}

type Closed = Extract<Lock, { isOpen: false }>

/** A lock's reasons by the company's clocks, each with the task that is waited for. */
export function wordsOf({ reasons }: Closed, zone: string): { words: string; taskId: string | null }[] {
  return reasons.map((reason) => ({
    words: wordsOfLock(reason, (at) => shownAt(at, zone)),
    taskId: 'taskId' in reason ? reason.taskId : null,
  }))
}

export function shownAt(at: Date, zone: string): string {
  return new Date(wallClockMs(at, zone)).toISOString().slice(0, 16).replace('T', ' ')
}

/** Names for what happened: of tasks, and of chapters that were opened by hand. */
const titlesIn = ({ outline }: Learning): ReadonlyMap<string, string> =>
  new Map(outline.chapters.flatMap((chapter) => [chapter, ...chapter.tasks]).map(({ id, title }) => [id, title]))

/** The words of what stands behind a percent. */
export async function traceWordsOf(db: Db, learning: Learning): Promise<(row: Traced & { readonly taskId: string }) => string> {
  const cards = await cardsOf(db, learning.tasks)
  const titles = titlesIn(learning)
  const targets = new Map(learning.tasks.map(({ id, targetId }) => [id, targetId]))
  return (row) =>
    wordsOfTrace(row, {
      title: titles.get(row.taskId) ?? '已移除的任务',
      unit: unitOf(cards.get(targets.get(row.taskId) ?? '')?.type),
    })
}

/** The company's clocks, which are asked for only where a lock says a time. */
export async function zoneFor(db: Db, locks: ReadonlyMap<string, Lock>): Promise<string> {
  const saysTimes = [...locks.values()].some((lock) => !lock.isOpen && lock.reasons.some((reason) => 'at' in reason))
  return saysTimes ? timeZoneOf(db) : defaultTimeZone
}

export interface Showing {
  readonly locks: ReadonlyMap<string, Lock>
  readonly zone: string
  readonly cards: ReadonlyMap<string, CoursewareCard>
  /** Tasks whose score is not shown. */
  readonly hiddenScores?: ReadonlySet<string>
}

/** What a learner is shown of each chapter and task, and the locks that hold some of them. */
export function outlineShown(learning: Learning, { locks, zone, cards, hiddenScores }: Showing) {
  const closed = new Map<Closed, number>()
  const placeOf = (id: string) => {
    const lock = locks.get(id)
    if (!lock || lock.isOpen) return undefined
    const place = closed.get(lock) ?? closed.size
    closed.set(lock, place)
    return place
  }
  const media = new Map(learning.media.map((one) => [one.taskId, one]))
  const beginUntil = beginUntilOf(treeOf(learning.outline), standingOf(learning.learner, learning.enrolment.enrolledAt))
  const chapters = learning.outline.chapters.map(({ id, title, descript, tasks }) => ({
    id,
    title,
    descript,
    lock: placeOf(id),
    tasks: tasks.map((task) => {
      const at = learning.learner.tasks.get(task.id)
      const seen = media.get(task.id)
      const card = task.targetId === null ? undefined : cards.get(task.targetId)
      return {
        id: task.id,
        title: task.title,
        kind: task.kind,
        coursewareType: seen?.coursewareType ?? card?.type,
        isRequired: task.isRequired,
        lengthSeconds: seen?.lengthSeconds ?? card?.lengthSeconds ?? undefined,
        pageCount: seen?.pageCount ?? card?.pageCount ?? undefined,
        state: at ? stateOf(at) : taskProgress.notBegun,
        percent: at?.own.percent ?? 0,
        isExempted: at?.isExempted ? (true as const) : undefined,
        isSpared: at?.isSpared ? (true as const) : undefined,
        score: typeof at?.scoreHundredths === 'number' && !hiddenScores?.has(task.id) ? at.scoreHundredths / 100 : undefined,
        lock: placeOf(task.id),
        beginUntil: locks.get(task.id)?.isOpen ? beginUntil.get(task.id) : undefined,
      }
    }),
  }))
  return { chapters, locks: [...closed.keys()].map((lock) => ({ reasons: wordsOf(lock, zone), opensAt: lock.opensAt })) }
}

/** Why a task cannot be gone on with now, in words; nothing where it is open. */
export function lockWords({ locks, zone }: Pick<Showing, 'locks' | 'zone'>, taskId: string): string[] {
  const lock = locks.get(taskId)
  return !lock || lock.isOpen ? [] : wordsOf(lock, zone).map(({ words }) => words)
}

/** What is missing of a task, in words; of what nobody opened yet by what its courseware is now. Nothing of what is done. */
export function missingWords(
  { learner, tasks, media }: Learning,
  cards: ReadonlyMap<string, CoursewareCard>,
  taskId: string,
): string[] {
  const task = tasks.find(({ id }) => id === taskId)
  const done = task && learner.tasks.get(taskId)?.done
  if (!done || done.isComplete) return []
  const card = cards.get(task.targetId ?? '')
  if (!card || media.some((one) => one.taskId === taskId)) return wordsOfDone(done)
  const { type, lengthSeconds, pageCount } = card
  const work = { ...noWork, lengthSeconds: lengthSeconds ?? 0, pageCount: pageCount ?? 0 }
  return wordsOfDone(taskDone({ kind: task.kind, rule: task.rule, coursewareType: type }, work))
}

interface Standing {
  readonly id: string
  readonly isRequired: boolean
  readonly state: number
  /** Absent where it is open. */
  readonly lock?: unknown
}

/** The last one that is open and not complete, else the first such. */
export function nextTaskOf(tasks: readonly Standing[], lastTaskId: string | null): string | null {
  const waiting = tasks.filter(({ lock, state }) => lock === undefined && state !== taskProgress.complete)
  const last = waiting.find(({ id }) => id === lastTaskId)
  return last?.id ?? waiting.find(({ isRequired }) => isRequired)?.id ?? waiting[0]?.id ?? null
}

/** The same task that the course's page leads to, for whoever does not need the page. */
export function goOnTask(learning: Learning, lastTaskId: string | null, now: Date): { id: string; title: string } | null {
  const locks = locksOf(learning, now)
  const standing = learning.tasks.map(({ id, isRequired }) => {
    const at = learning.learner.tasks.get(id)
    const lock = locks.get(id)
    return { id, isRequired, lock: lock?.isOpen ? undefined : lock, state: at ? stateOf(at) : taskProgress.notBegun }
  })
  const nextId = nextTaskOf(standing, lastTaskId)
  const next = learning.tasks.find(({ id }) => id === nextId)
  return next ? { id: next.id, title: next.title } : null
}

/** Of the tasks' coursewares; those of a bought course are read in their seller's company. */
export async function cardsOf(
  db: Db,
  tasks: readonly Pick<TaskRow, 'kind' | 'targetId' | 'targetCompanyId'>[],
): Promise<ReadonlyMap<string, CoursewareCard>> {
  const wanted = tasks.flatMap(({ kind, targetId, targetCompanyId }) =>
    kind === 'courseware' && targetId !== null ? [{ id: targetId, owner: targetCompanyId ?? db.companyId }] : [],
  )
  const cards = new Map<string, CoursewareCard>()
  for (const [owner, of] of Map.groupBy(wanted, (one) => one.owner)) {
    const ids = of.map(({ id }) => id)
    for (const card of await inCompanyOf(db, owner, () => coursewareCards(db, ids))) cards.set(card.id, card)
  }
  return cards
}
