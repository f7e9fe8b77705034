/** Runs a rehearsal in a worker: virtual candidates of this process call the product from outside. */
import { setTimeout as pause } from 'node:timers/promises'
import { openVirtualSessions } from '@kaopei/identity/server'
import { companySite } from '@kaopei/platform/server'
import { databaseNow, type JobContext, job } from '@kaopei/server'
import { virtualKind } from '@kaopei/sitting/contract/virtual'
import { z } from 'zod'
import { runState } from '../../contract/rehearsal/codes.ts'
import { clearRun } from './clear.ts'
import { hindranceAt } from './hindrance.ts'
import { verdictOf } from './rules/verdict.ts'
import { beginRun, endRun, findRun, noteProgress, type RunRow } from './run.sql.ts'
import { VirtualClient } from './virtual/client.ts'
import { runCrowd } from './virtual/crowd.ts'
import { Tally } from './virtual/tally.ts'

const mostTries = 3
const lookMs = 2000
const sessionBatch = 500
const sessionHours = 3

/** Why the crowd was sent home. */
class Stopped extends Error {}
/** Another process has the run. */
class Lost extends Error {}

export const rehearsalJob = job({
  name: 'proctoring.rehearsal',
  lane: 'rehearsal',
  payload: z.object({ runId: z.string(), minuteMs: z.number().optional() }),
  run: async ({ runId, minuteMs }, context) => {
    const { transaction, companyId, services } = context
    const run = await transaction(async (db) => ((await beginRun(db, runId, databaseNow())) ? findRun(db, runId) : undefined))
    if (!run) return
    if (run.tries > mostTries) return end(context, run, { state: runState.failed, reason: '后台进程多次中断，演练未能完成' })
    // Whatever a killed run has left: its sessions end, and this one begins anew.
    await clearRun(services, companyId, runId)
    const tally = new Tally()
    try {
      await rehearse(context, run, { tally, minuteMs })
      const last = { runId, tries: run.tries, progress: tally.progress, now: databaseNow() }
      await transaction((db) => noteProgress(db, last))
      await end(context, run, { state: runState.done, reason: null, verdict: verdictOf(run.count, tally.measured) })
    } catch (error) {
      if (error instanceof Lost) return
      if (error instanceof Stopped) await end(context, run, { state: runState.stopped, reason: error.message })
      else if (context.isStopping() || !context.isLastAttempt) throw error
      else {
        context.log.error({ err: error, runId }, 'rehearsal failed')
        await end(context, run, { state: runState.failed, reason: '演练过程中出现未知错误，请联系管理员' })
      }
    }
    await clearRun(services, companyId, runId)
  },
})

async function end(
  { transaction }: JobContext,
  { id: runId }: RunRow,
  ending: Pick<Parameters<typeof endRun>[1], 'state' | 'reason'> & Partial<Pick<Parameters<typeof endRun>[1], 'verdict'>>,
): Promise<void> {
  await transaction((db) => endRun(db, { runId, verdict: null, ...ending, now: databaseNow() }))
}

async function rehearse(
  context: JobContext,
  run: RunRow,
  { tally, minuteMs }: { tally: Tally; minuteMs: number | undefined },
): Promise<void> {
  const { transaction, services } = context
  const { examId, pattern, thinkSeconds, minutes } = run
  const site = await transaction((db) => companySite(db, services))
  const sessions = await openSessions(context, run)
  const client = new VirtualClient(site)
  const stop = new AbortController()
  const over = new AbortController()
  const looking = lookOn(context, run, { tally, stop, over: over.signal })
  try {
    const wish = { examId, pattern, thinkSeconds, minutes, ...(minuteMs !== undefined && { minuteMs }) }
    await runCrowd({ client, sessions, tally, signal: stop.signal }, wish)
  } catch (error) {
    throw stop.signal.aborted ? stop.signal.reason : error
  } finally {
    over.abort()
    await looking
    client.close()
  }
}

async function openSessions({ transaction, services }: JobContext, { id: keyId, examId, count }: RunRow) {
  const now = databaseNow()
  const expiresAt = new Date(now.getTime() + sessionHours * 3_600_000)
  const confinement = { kind: virtualKind, subjectId: examId, keyId }
  const opened = []
  for (let from = 0; from < count; from += sessionBatch) {
    const wish = { count: Math.min(sessionBatch, count - from), confinement, expiresAt, now }
    opened.push(...(await transaction((db) => openVirtualSessions(db, services.secret, wish))))
  }
  return opened
}

interface Looking {
  readonly tally: Tally
  readonly stop: AbortController
  readonly over: AbortSignal
}

/** Tells how far it has come, and sends everybody home when somebody says so, a real exam comes near or the worker has to stop. */
async function lookOn({ transaction, isStopping, log }: JobContext, run: RunRow, { tally, stop, over }: Looking): Promise<void> {
  while (!over.aborted && !stop.signal.aborted) {
    try {
      const why = await transaction(async (db) => {
        const now = databaseNow()
        const heard = await noteProgress(db, { runId: run.id, tries: run.tries, progress: tally.progress, now })
        if (!heard) return new Lost('another process has the run')
        if (heard.isStopAsked) return new Stopped('已由操作人停止')
        const hindrance = await hindranceAt(db, { now, aheadMinutes: 0 })
        return hindrance === null ? undefined : new Stopped(`${hindrance}，已自动停止`)
      })
      if (why) stop.abort(why)
      else if (isStopping()) stop.abort(new Error('the worker is stopping; the rehearsal begins again elsewhere'))
    } catch (error) {
      // A database that cannot be reached is what a rehearsal may find out; it is asked again.
      log.warn({ err: error, runId: run.id }, 'progress of a rehearsal could not be kept')
    }
    await pause(lookMs, undefined, { signal: over }).catch(() => undefined)
  }
}
