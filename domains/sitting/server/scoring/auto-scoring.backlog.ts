import { cpus } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { type Backlog, databaseNow, inTransaction, type RawServices } from '@kaopei/server'
import { type FoundAttempt, findUnscored } from '../sweeps.sql.ts'
import { scoreAttempts } from './auto-scoring.service.ts'

/** Attempts of one transaction: enough to share its cost, few enough that a hand-in wave keeps its share of the database. */
const batch = 25
/** Of one company at a look, and of all. */
const foundOfCompany = 200
const found = 2000
/** Companies that are scored at once. They take turns at each item, so that one with costly questions keeps nobody waiting. */
const companiesAtOnce = 4
/** How long a company whose attempts have just closed waits for this process to look again. */
const lookAgainMs = 500
const longestPauseMs = 600_000

interface Trouble {
  readonly failures: number
  readonly retryAt: number
}

/** What this process could not score: tried again after a pause that grows, so that it neither holds up the others nor is given up. */
const troubles = new Map<string, Trouble>()

const underWay = new Map<string, Promise<number>>()

/** With less of the processors idle the machine has people to serve who wait: scoring rests. */
const leastIdle = 0.1
const longestRestMs = 1_000

/** An attempt that is closed is scored: its own state asks for it, so no crash between closing and scoring can lose one. */
export const scoreClosed: Backlog = {
  name: 'sitting.scoreClosed',
  work: async (services) => {
    const ofCompany = foundOfCompany + troubles.size
    const all = await inTransaction(services.pool, undefined, (db) => findUnscored(db, found + troubles.size, ofCompany))
    const due = all.filter(({ id }) => (troubles.get(id)?.retryAt ?? 0) <= Date.now())
    for (const [companyId, ids] of byCompany(due)) {
      if (underWay.size >= companiesAtOnce) break
      if (!underWay.has(companyId)) underWay.set(companyId, scoreCompany(services, companyId, ids))
    }
    return firstDone()
  },
}

/** How many the first company had that is through; something above 0 while others still are under way. */
async function firstDone(): Promise<number> {
  if (underWay.size === 0) return 0
  const done = await Promise.race([...underWay.values(), setTimeout(lookAgainMs, 1, { ref: false })])
  return Math.max(done, underWay.size)
}

async function scoreCompany(services: RawServices, companyId: string, ids: readonly string[]): Promise<number> {
  let done = 0
  try {
    for (let from = 0; from < ids.length; from += batch) {
      const before = processors()
      const begun = performance.now()
      done += await scoreBatch(services, companyId, ids.slice(from, from + batch))
      await giveWay(before, performance.now() - begun)
    }
  } catch (error) {
    services.log.warn({ err: error, companyId }, 'scoring of a company stopped, going on at its next turn')
  } finally {
    underWay.delete(companyId)
  }
  return done
}

/** Nobody waits for a score as they wait for their hand-in: where both need the processors, scoring rests three times as long as it works. */
async function giveWay(before: Processors, workedMs: number): Promise<void> {
  const now = processors()
  const passed = now.all - before.all
  const isBusy = passed > 0 && (now.idle - before.idle) / passed < leastIdle
  if (isBusy) await setTimeout(Math.min(3 * workedMs, longestRestMs), undefined, { ref: false })
}

interface Processors {
  readonly all: number
  readonly idle: number
}

/** What all processors of this machine have spent since it began. */
function processors(): Processors {
  const times = cpus().map((one) => one.times)
  const idle = times.reduce((sum, one) => sum + one.idle, 0)
  return { idle, all: times.reduce((sum, one) => sum + one.user + one.nice + one.sys + one.irq, idle) }
}

/** One that fails must not undo the others: they are then taken one by one. */
async function scoreBatch(services: RawServices, companyId: string, ids: readonly string[]): Promise<number> {
  try {
    const done = await inTransaction(services.pool, companyId, (db) => scoreAttempts(db, ids, databaseNow()))
    for (const id of ids) troubles.delete(id)
    return done
  } catch (error) {
    const [only, ...others] = ids
    if (only !== undefined && others.length === 0) {
      remember(only)
      services.log.error({ err: error, attemptId: only, companyId }, 'attempt could not be scored, trying again later')
      return 0
    }
    let done = 0
    for (const id of ids) done += await scoreBatch(services, companyId, [id])
    return done
  }
}

function remember(id: string): void {
  const failures = (troubles.get(id)?.failures ?? 0) + 1
  troubles.set(id, { failures, retryAt: Date.now() + Math.min(longestPauseMs, 1000 * 2 ** failures) })
}

function byCompany(attempts: readonly FoundAttempt[]): Map<string, string[]> {
  const companies = new Map<string, string[]>()
  for (const { companyId, id } of attempts) {
    const ids = companies.get(companyId)
    if (ids) ids.push(id)
    else companies.set(companyId, [id])
  }
  return companies
}
