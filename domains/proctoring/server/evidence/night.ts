/** Each night: what came late is chained, each sealed attempt is rebuilt and compared, and all new heads are signed together. */
import { createHash } from 'node:crypto'
import { canonicalJson } from '@kaopei/contract'
import { type Db, databaseNow, inTransaction, type RawServices, type Sweep, Troubles } from '@kaopei/server'
import { recordedEvents, recordedRevisions, recordedStanding } from '@kaopei/sitting/server'
import {
  attemptsToRebuild,
  attemptsToRebuildAgain,
  attemptsToSealAgain,
  insertNight,
  lockUnsigned,
  nightsDue,
  upsertRebuilding,
} from './night.sql.ts'
import { differencesOf } from './rebuild-attempt.ts'
import { sealFound, sealThese } from './seal.backlog.ts'
import { noteMissing } from './seal.service.ts'
import { signingKey } from './signing-key.ts'

const dayMs = 86_400_000
/** Pieces are taken for a day, what the client has seen comes for some. */
const lateMs = 4 * dayMs
/** What was handed in while nothing of this ran, or before there was a chain. */
const earlierMs = 400 * dayMs
const mostHeads = 10_000
/** The night's sweep comes each ten minutes from two to six. */
const mostAgain = 2000
const troubles = new Troubles('proctoring.night')

export const nightSweep: Sweep = {
  name: 'proctoring.night',
  everySeconds: 600,
  run: async (services) => {
    const now = databaseNow()
    while ((await sealFound(services, new Date(now.getTime() - earlierMs))) > 0);
    const due = await inTransaction(services.pool, undefined, (db) => nightsDue(db, now))
    for (const companyId of due) await troubles.guard(services, { companyId }, () => runNight(services, companyId, now))
  },
}

export async function runNight(services: RawServices, companyId: string, now: Date): Promise<void> {
  const inCompany = <T>(work: (db: Db) => Promise<T>) => inTransaction(services.pool, companyId, work)
  const sealed = await inCompany((db) => attemptsToSealAgain(db, new Date(now.getTime() - lateMs)))
  await sealThese(services, companyId, sealed)
  const rebuilt = (await inCompany(attemptsToRebuild)).map((id) => ({ companyId, id }))
  await troubles.each(services, rebuilt, async (db, { id: attemptId }) => {
    await noteMissing(db, attemptId, now)
    await compareAndTell(db, services, attemptId, now)
  })
  while ((await inCompany((db) => signHeads(db, services.secret, now))) > 0);
  await rebuildAgain(services, companyId, now)
}

/** Whoever changes a stored row writes no event: each closed attempt is held against its own again, as many at a time as a night has minutes for. */
async function rebuildAgain(services: RawServices, companyId: string, now: Date): Promise<void> {
  const ids = await inTransaction(services.pool, companyId, (db) => attemptsToRebuildAgain(db, now, mostAgain))
  const again = ids.map((id) => ({ companyId, id }))
  await troubles.each(services, again, (db, { id: attemptId }) => compareAndTell(db, services, attemptId, now))
}

async function compareAndTell(db: Db, { log }: RawServices, attemptId: string, now: Date): Promise<void> {
  const count = await compare(db, attemptId, now)
  if (count > 0) log.error({ attemptId, companyId: db.companyId, count }, 'an attempt is not what its events say')
}

/** Answers how many fields differ. */
export async function compare(db: Db, attemptId: string, now: Date): Promise<number> {
  const stored = await recordedStanding(db, attemptId)
  if (!stored) return 0
  const events = await recordedEvents(db, [attemptId])
  const revisions = await recordedRevisions(db, attemptId)
  const differences = differencesOf(stored, { events, revisions }, hashOfAnswer)
  const { ownerId: examId, staffId, title, submittedAt } = stored
  await upsertRebuilding(db, { attemptId, examId, staffId, title, submittedAt, differences, now })
  return differences.length
}

function hashOfAnswer(answer: unknown): string {
  return createHash('sha256').update(canonicalJson(answer)).digest('hex')
}

async function signHeads(db: Db, secret: string, now: Date): Promise<number> {
  const heads = await lockUnsigned(db, mostHeads)
  if (heads.length === 0) return 0
  const { publicKey, sign } = signingKey(secret)
  const payload = canonicalJson({ kind: 'kaopei-night-1', companyId: db.companyId, at: now.toISOString(), heads })
  await insertNight(db, { payload, signature: sign(payload), publicKey, heads, now })
  return heads.length
}
