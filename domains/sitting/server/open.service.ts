/** How an attempt begins and goes on: its owner has decided that the person may. */
import { layOutPaper } from '@kaopei/paper/server'
import { contentsOf } from '@kaopei/question/server'
import { type Actor, type Db, emit, type RequestFacts, type Services } from '@kaopei/server'
import { insertAttempt, type OpeningCondition, type OwnAttempt, selectItems } from './attempt.sql.ts'
import { newAttemptId } from './attempt-id.ts'
import { attemptOpened } from './events.ts'
import { dueAt } from './rules/deadline.ts'
import { freshItems, type SheetAnswer, type SheetAttempt, sheetOf } from './sheet.ts'
import type { Owner, Terms } from './terms.ts'

export interface Sitter {
  readonly actor: Actor
  readonly db: Db
  readonly now: Date
  readonly request: RequestFacts
  readonly services: Services
  readonly device: string
}

export interface Opening {
  readonly owner: Owner
  readonly personName: string
  /** The person's how many-th of this owner, from 1. */
  readonly number: number
  readonly paper: { readonly id: string; readonly order: Parameters<typeof layOutPaper>[2]['order'] }
  readonly terms: Terms
  /** For an owner whose terms may change while somebody opens. */
  readonly condition?: OpeningCondition
}

export type Opened =
  | { readonly outcome: 'opened'; readonly sheet: SheetAnswer }
  /** The paper cannot be laid out. */
  | { readonly outcome: 'noPaper' }
  /** The person has an open attempt of the owner, made meanwhile in another tab, or the owner's condition holds no longer. */
  | { readonly outcome: 'overtaken' }

/** Lays out the paper and makes the attempt, with the first sheet. */
export async function openAttempt(
  sitter: Sitter,
  { owner, personName, number, paper, terms, condition }: Opening,
): Promise<Opened> {
  const { actor, db, now, request, device } = sitter
  const { companyId, staffId, sessionId } = actor
  const id = newAttemptId(now)
  const laidOut = await layOutPaper(db, { companyId, paperId: paper.id }, { attemptId: id, order: paper.order })
  if (!laidOut) return { outcome: 'noPaper' }
  const due = dueAt(terms, { startedAt: now })
  const maxScoreHundredths = laidOut.reduce((sum, { scoreHundredths }) => sum + scoreHundredths, 0)
  const { ip, userAgent } = request
  const made = {
    id,
    owner,
    staffId,
    number,
    startedAt: now,
    due,
    terms,
    device,
    sessionId,
    ip,
    userAgent,
    maxScoreHundredths,
    condition,
  }
  if (!(await insertAttempt(db, made, laidOut))) return { outcome: 'overtaken' }
  const told = { ownerKind: owner.kind, ownerId: owner.id, attemptId: id, staffId }
  if (terms.tells.includes('opened')) await emit(db, attemptOpened, db.companyId, told)
  const lease = { leaseEpoch: 1, leaseDevice: device, absences: 0, state: 'in_progress' as const }
  const attempt: SheetAttempt = {
    ...terms,
    ...lease,
    id,
    ownerId: owner.id,
    staffId,
    number,
    startedAt: now,
    due,
    maxScoreHundredths,
    personName,
  }
  const contents = new Map(laidOut.map(({ versionId, content }) => [versionId, content]))
  return { outcome: 'opened', sheet: sheetOf({ ...partsOf(sitter), attempt, items: freshItems(laidOut), contents }) }
}

export interface Look extends Pick<Opening, 'personName' | 'paper' | 'terms' | 'owner'> {
  /** Whoever looks. */
  readonly viewerId: string
  /** When it would begin. */
  readonly beginsAt: Date
}

/** The first sheet as somebody would get it, with an example of what is drawn: no attempt is made. Undefined: the paper cannot be laid out. */
export async function sheetToLookAt(
  { db, now, services }: Pick<Sitter, 'db' | 'now' | 'services'>,
  { owner, personName, paper, terms, viewerId, beginsAt }: Look,
): Promise<SheetAnswer | undefined> {
  const { companyId } = db
  const id = newAttemptId(now)
  const laidOut = await layOutPaper(db, { companyId, paperId: paper.id }, { attemptId: id, order: paper.order })
  if (!laidOut) return undefined
  const ends = dueAt(terms, { startedAt: beginsAt })
  const due = ends && new Date(now.getTime() + Math.max(0, ends.getTime() - beginsAt.getTime()))
  const maxScoreHundredths = laidOut.reduce((sum, { scoreHundredths }) => sum + scoreHundredths, 0)
  const attempt: SheetAttempt = {
    ...terms,
    ...{ id, ownerId: owner.id, staffId: viewerId, number: 1, startedAt: now, due, maxScoreHundredths, personName },
    ...{ leaseEpoch: 1, leaseDevice: lookDevice, absences: 0, state: 'in_progress' },
  }
  const contents = new Map(laidOut.map(({ versionId, content }) => [versionId, content]))
  return sheetOf({ ...partsOf({ db, now, services, device: lookDevice }), attempt, items: freshItems(laidOut), contents })
}

const lookDevice = 'look'

/** The sheet of an attempt that exists: the same paper, the stored answers, the time that is left. */
export async function openSheet(sitter: Omit<Sitter, 'request'>, attempt: OwnAttempt): Promise<SheetAnswer> {
  const { db } = sitter
  const items = await selectItems(db, attempt.id)
  const contents = await contentsOf(
    db,
    items.map(({ questionVersionId }) => questionVersionId),
  )
  return sheetOf({ ...partsOf(sitter), attempt, items, contents })
}

function partsOf({ db, device, now, services }: Omit<Sitter, 'request' | 'actor'>) {
  return { device, now, companyId: db.companyId, secret: services.secret }
}
