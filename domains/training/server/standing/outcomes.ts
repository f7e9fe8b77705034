/** What is new about people at what tasks lead to: the events that are appended. */
import type { Db } from '@kaopei/server'
import { isMine, type Participant } from '../../contract/participant.ts'
import type { Outline, TaskRow } from '../outline/outline.sql.ts'
import { findProjectTaskKind, type ProjectTaskKind } from '../task-kinds.ts'
import type { EventRow, NewEvent } from './standing.sql.ts'

/** Which standings are asked for: those of everything, or of some targets of a kind. */
export type Asked = 'all' | { readonly kind: string; readonly targetIds: ReadonlySet<string> }

export interface Known {
  readonly staffId: string
  readonly enrolledAt: Date
  readonly events: readonly EventRow[]
  readonly chosen: Participant['chosenTaskIds']
}

type Followed = TaskRow & { readonly follows: string }

/** Tasks of the outline whose kind says how people stand, by their kind. */
function followedTasks({ stages }: Outline, asked: Asked): Map<string, Followed[]> {
  const followed = stages
    .flatMap(({ tasks }) => tasks)
    .flatMap((task) => {
      const facts = findProjectTaskKind(task.kind)
      const follows = facts?.isItsOwnTarget ? task.id : task.targetId
      if (!facts?.standings || follows === null) return []
      const isAsked = asked === 'all' || (asked.kind === task.kind && asked.targetIds.has(follows))
      return isAsked ? [{ ...task, follows }] : []
    })
  return Map.groupBy(followed, ({ kind }) => kind)
}

/** Undefined where nothing is new. */
export async function newsOf(db: Db, outline: Outline, people: readonly Known[], asked: Asked, now: Date): Promise<NewEvent[]> {
  const news: NewEvent[] = []
  const staffIds = people.map(({ staffId }) => staffId)
  for (const [kind, tasks] of followedTasks(outline, asked)) {
    const facts = findProjectTaskKind(kind)
    if (!facts?.standings) continue
    const standings = await facts.standings(db, [...new Set(tasks.map(({ follows }) => follows))], staffIds)
    const at = new Map(standings.map((one) => [`${one.targetId} ${one.staffId}`, one]))
    for (const person of people)
      for (const task of tasks) {
        if (!isMine(task, { chosenTaskIds: person.chosen })) continue
        const outcome = at.get(`${task.follows} ${person.staffId}`)?.outcomeOf(task.rule, person.enrolledAt)
        const event = eventOf(facts, lastOf(person.events, task.id), outcome)
        if (event) news.push({ ...event, staffId: person.staffId, taskId: task.id, at: now })
      }
  }
  return news
}

type Last = Pick<EventRow, 'kind' | 'scoreHundredths' | 'isPassed'>
type Outcome = Pick<NewEvent, 'scoreHundredths' | 'isPassed' | 'cause'> & { readonly kind: 'done' | 'undone' }

const lastOf = (events: readonly EventRow[], taskId: string): Last | undefined =>
  events.findLast((event) => event.taskId === taskId && (event.kind === 'done' || event.kind === 'undone'))

function eventOf(
  { key, isTakenBack }: Pick<ProjectTaskKind, 'key' | 'isTakenBack'>,
  last: Last | undefined,
  outcome: Outcome | undefined,
): Outcome | undefined {
  if (!isTakenBack && last?.kind === 'done') return undefined
  if (!outcome) {
    const isKnown = last !== undefined && (last.kind === 'done' || last.scoreHundredths !== null)
    if (!isTakenBack || !isKnown) return undefined
    return { kind: 'undone', scoreHundredths: null, isPassed: null, cause: { source: key, isWithdrawn: true } }
  }
  const isSame =
    last !== undefined &&
    last.kind === outcome.kind &&
    last.scoreHundredths === (outcome.scoreHundredths ?? null) &&
    last.isPassed === (outcome.isPassed ?? null)
  return isSame ? undefined : outcome
}
