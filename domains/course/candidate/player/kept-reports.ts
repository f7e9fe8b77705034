/** Reports of playing that the server has not acknowledged: kept across reloads, told later by whatever page of learning is open. */
import type { InputOf } from '@kaopei/contract'
import { call, createStore, isApiError, keptRecords, session } from '@kaopei/web/client'
import { learnPing, type PingAnswer } from '../../contract/ping.ts'

export type Report = InputOf<typeof learnPing.ping>

export interface KeptReport {
  readonly key: string
  readonly staffId: string
  readonly report: Report
  /** What it stands for, by this device's clock. */
  readonly spanMs: number
}

const kept = keptRecords<KeptReport>('kaopei-learning', 'reports')
const { drop } = kept

/** Grows with each report that the server has credited. */
export const creditCount = createStore(0)
/** Grows with each report that was told, whatever came of it: what waits is counted anew. */
export const toldCount = createStore(0)
/** Keys of those that whoever made them tells just now: nobody else tells them as late. */
const underWay = new Set<string>()

/** Kept until the server has answered; its maker is about to tell it. */
export function keep(report: KeptReport): Promise<void> {
  underWay.add(report.key)
  return kept.keep(report)
}

/** Of this person, in the order in which they were made. */
export async function keptReports(staffId: string): Promise<KeptReport[]> {
  return (await kept.of(staffId)).sort((one, other) => one.report.seq - other.report.seq)
}

/** How many of this person wait for the network; what is being told just now does not. */
export async function countWaiting(staffId: string): Promise<number> {
  return (await kept.of(staffId)).filter(({ key }) => !underWay.has(key)).length
}

export type Told =
  | { readonly kind: 'credited'; readonly answer: PingAnswer }
  /** No answer of the server: it stays and is told later. */
  | { readonly kind: 'unsent' }
  /** The server will never take it; the text says why. */
  | { readonly kind: 'refused'; readonly text: string }

/**
 * Tells one report; the last of a page goes out although the page goes away. What the server has answered, with yes or no, is forgotten here. Nothing is told
 * in the name of somebody else, who may be signed in by now: it waits until its maker is again.
 */
export async function tell(
  { key, staffId, report, spanMs }: KeptReport,
  { isLate = false, isLast = false }: { isLate?: boolean; isLast?: boolean },
): Promise<Told> {
  try {
    if (session.get()?.staffId !== staffId) return { kind: 'unsent' }
    const late = isLate ? { late: { spanMs: Math.min(86_400_000, Math.max(0, Math.round(spanMs))) } } : {}
    const answer = await call(learnPing.ping, { ...report, ...late }, { silent: true, timeoutMs: 12_000, outlivesPage: isLast })
    await drop(key)
    creditCount.set(creditCount.get() + 1)
    return { kind: 'credited', answer }
  } catch (error) {
    const isFinal = isApiError(error) && !error.isForeign && (error.code === 1001 || (error.code >= 3050 && error.code < 3080))
    if (!isFinal) return { kind: 'unsent' }
    await drop(key)
    return { kind: 'refused', text: error.message }
  } finally {
    underWay.delete(key)
    toldCount.set(toldCount.get() + 1)
  }
}

let isSending = false

/** Tells what is kept of this person, as late; answers what came of each. One at a time over all players of the page. */
export async function sendKept(): Promise<readonly { readonly kept: KeptReport; readonly told: Told }[]> {
  const staffId = session.get()?.staffId
  if (isSending || staffId === undefined) return []
  isSending = true
  try {
    const done: { kept: KeptReport; told: Told }[] = []
    for (const kept of await keptReports(staffId)) {
      if (underWay.has(kept.key)) continue
      const told = await tell(kept, { isLate: true })
      done.push({ kept, told })
      if (told.kind === 'unsent') break
    }
    return done
  } finally {
    isSending = false
  }
}
