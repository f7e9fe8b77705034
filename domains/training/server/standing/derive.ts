/** One way for all that happens: lock the people, append what is new, make what is derived of them anew. */
import { type Db, emitAll } from '@kaopei/server'
import { participation } from '../../contract/codes.ts'
import { type Derived, derivedOf, type Participant, participantOf } from '../../contract/participant.ts'
import { isRunning } from '../../contract/status.ts'
import { projectCompleted, projectReopened } from '../events.ts'
import { type Outline, outlineOf } from '../outline/outline.sql.ts'
import { type Asked, type Known, newsOf } from './outcomes.ts'
import {
  type EventRow,
  insertEvents,
  lockParticipants,
  type NewEvent,
  type NewStanding,
  type ParticipantRow,
  selectChosen,
  selectEvents,
  selectParticipantsOf,
  updateStandings,
} from './standing.sql.ts'

/** How one person stands, beside what was derived before. */
export interface Standing extends Known {
  readonly row: ParticipantRow
  readonly participant: Participant
}

/** Tasks of the outline that are for chosen people. */
const chosenTasks = ({ stages }: Outline) =>
  stages.flatMap(({ tasks }) => tasks.flatMap(({ id, isForChosen }) => (isForChosen ? [id] : [])))

async function knownOf(db: Db, outline: Outline, rows: readonly ParticipantRow[]): Promise<Standing[]> {
  const staffIds = rows.map(({ staffId }) => staffId)
  const events = Map.groupBy(await selectEvents(db, outline.projectId, staffIds), ({ staffId }) => staffId)
  const chosen = Map.groupBy(await selectChosen(db, chosenTasks(outline), staffIds), ({ staffId }) => staffId)
  return rows.map((row) => {
    const { staffId, enrolledAt } = row
    const known = {
      ...{ staffId, enrolledAt },
      events: events.get(staffId) ?? [],
      chosen: new Set((chosen.get(staffId) ?? []).map(({ taskId }) => taskId)),
    }
    return standingOf(outline, row, known)
  })
}

const standingOf = (outline: Outline, row: ParticipantRow, known: Known): Standing => ({
  ...{ row, ...known },
  participant: participantOf(outline, { ...known, chosenTaskIds: known.chosen, completedAt: row.completedAt }),
})

/** For whoever only looks. Undefined: never took part. */
export async function standingIn(db: Db, outline: Outline, staffId: string): Promise<Standing | undefined> {
  const [standing] = await knownOf(db, outline, await selectParticipantsOf(db, outline.projectId, [staffId]))
  return standing
}

/** Of these people those who take part, under their locks. */
export async function lockedStandings(db: Db, outline: Outline, staffIds: readonly string[]): Promise<Standing[]> {
  const rows = await lockParticipants(db, outline.projectId, staffIds)
  return knownOf(
    db,
    outline,
    rows.filter(({ state }) => state === participation.takesPart),
  )
}

interface Deriving {
  /** Events that happened just now, beside what standings say. */
  readonly events?: readonly NewEvent[]
  /** Whose standings are asked for; nobody's where it is left out. */
  readonly asked?: Asked
  readonly now: Date
}

/** So many people are locked, read and written at a time. */
const atOnce = 500

/**
 * Makes states, percent, completion and the next owed task of these people anew, in one statement for each step and batch. Nothing counts in a project that
 * is not running. Answers how many changed.
 */
export async function deriveMany(db: Db, projectId: string, staffIds: readonly string[], deriving: Deriving): Promise<number> {
  // Batches go on in the order of the locks.
  const sorted = [...new Set(staffIds)].sort()
  let changed = 0
  for (let from = 0; from < sorted.length; from += atOnce)
    changed += await deriveBatch(db, projectId, sorted.slice(from, from + atOnce), deriving)
  return changed
}

async function deriveBatch(db: Db, projectId: string, staffIds: readonly string[], deriving: Deriving): Promise<number> {
  const outline = await outlineOf(db, projectId)
  if (!outline || !isRunning(outline.status)) return 0
  const { now, asked } = deriving
  const standings = await lockedStandings(db, outline, staffIds)
  const before = new Map(standings.map(({ row }) => [row.staffId, row]))
  const happened = (deriving.events ?? []).filter(({ staffId }) => before.has(staffId))
  const news = [...happened, ...(asked ? await newsOf(db, outline, standings, asked, now) : [])]
  await insertEvents(db, projectId, news)
  const changed = withNews(outline, standings, news).flatMap((standing) => changeOf(outline, standing, now) ?? [])
  await updateStandings(db, projectId, changed)
  await tellTurns(db, projectId, changed, before)
  return changed.length
}

/** Tells of those who have completed it just now, and of those whose completion is taken back. */
async function tellTurns(
  db: Db,
  projectId: string,
  changed: readonly Pick<NewStanding, 'staffId' | 'completedAt'>[],
  before: ReadonlyMap<string, Pick<ParticipantRow, 'completedAt'>>,
): Promise<void> {
  const turned = changed.filter(({ staffId, completedAt }) => !completedAt !== !before.get(staffId)?.completedAt)
  const { completed = [], reopened = [] } = Object.groupBy(turned, ({ completedAt }) => (completedAt ? 'completed' : 'reopened'))
  const ofPeople = (people: readonly { readonly staffId: string }[]) => people.map(({ staffId }) => ({ projectId, staffId }))
  await emitAll(db, projectCompleted, db.companyId, ofPeople(completed))
  await emitAll(db, projectReopened, db.companyId, ofPeople(reopened))
}

function withNews(outline: Outline, standings: readonly Standing[], news: readonly NewEvent[]): Standing[] {
  if (news.length === 0) return [...standings]
  const byPerson = Map.groupBy(news, ({ staffId }) => staffId)
  return standings.map((standing) => {
    const more = byPerson.get(standing.staffId)
    if (!more) return standing
    const appended = more.map((event): EventRow => ({ id: '', scoreHundredths: null, isPassed: null, ...event }))
    return standingOf(outline, standing.row, { ...standing, events: [...standing.events, ...appended] })
  })
}

/** Undefined where all is as it was. */
export function changeOf(outline: Outline, { row, participant }: Standing, now: Date): NewStanding | undefined {
  const { next, states, percent, isComplete, begunAt, lastAt, owedDueAt }: Derived = derivedOf(outline, participant, now)
  const derived: NewStanding = {
    staffId: row.staffId,
    outlineVersion: outline.outlineVersion,
    ...{ states, percent, begunAt, lastAt },
    completedAt: isComplete ? (row.completedAt ?? now) : null,
    nextTaskId: next?.taskId ?? null,
    nextSince: next?.since ?? null,
    nextDueAt: next?.dueAt ?? null,
    owedDueAt,
  }
  const keyOf = ({ outlineVersion, ...one }: NewStanding) =>
    JSON.stringify([
      outlineVersion,
      one.states,
      one.percent,
      one.begunAt,
      one.lastAt,
      one.completedAt,
      one.nextTaskId,
      one.nextSince,
      one.nextDueAt,
      one.owedDueAt,
    ])
  return keyOf(derived) === keyOf(row) ? undefined : derived
}

/** What happened to people of a project just now; whoever does not take part is left out. */
export function addEvents(db: Db, projectId: string, events: readonly NewEvent[], now: Date): Promise<number> {
  return deriveMany(db, projectId, [...new Set(events.map(({ staffId }) => staffId))], { events, now })
}
