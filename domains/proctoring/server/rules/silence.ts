/** Whether a candidate's silence (event `heartbeatGap`) has a reason that is on record: the network, a page loaded anew, a stopped clock. */
import { lostContactMs, type RecordedEvent } from '@kaopei/sitting/server'
import { coverageOf, type Span } from './coverage.ts'
import { happenedAt } from './happened-at.ts'

/** A page that is loaded anew is as long in coming as an announced dialog may be open. */
const longestReloadMs = 60_000

const words = { offline: '网络中断', reload: '页面重新加载', paused: '考试暂停' } as const
type Reason = keyof typeof words
export type Reasons = Readonly<Record<Reason, readonly Span[]>>

/** What explains it; none: nothing does. Silence is explained when no more of it is left than contact may always be silent. */
export function explanationOf(silence: Span, reasons: Reasons): Reason[] {
  const meeting = reasonNames.filter((name) =>
    reasons[name].some(({ from, until }) => from < silence.until && until > silence.from),
  )
  const spans = meeting.flatMap((name) => reasons[name])
  const isLong = ({ from, until }: Span) => until - from > lostContactMs
  return coverageOf(silence, [], spans).holes.some(isLong) ? [] : meeting
}
const reasonNames: readonly Reason[] = ['offline', 'reload', 'paused']

export function silenceWords(silence: Span, reasons: Reasons): string {
  const explanation = explanationOf(silence, reasons).map((name) => words[name])
  const seconds = Math.round((silence.until - silence.from) / 1000)
  return `${seconds} 秒，${explanation.length === 0 ? '原因不明' : explanation.join('、')}`
}

/** The span of an event `heartbeatGap`; undefined: it is another one. */
export function silenceOf({ type, data: { from, until } }: Pick<RecordedEvent, 'type' | 'data'>): Span | undefined {
  return type === 'heartbeatGap' && typeof from === 'number' && typeof until === 'number' ? { from, until } : undefined
}

/** By what the client has told, with its times. `end`: of what went on. */
export function reasonsOf(events: readonly RecordedEvent[], pauses: readonly OpenSpan[], end: number): Reasons {
  return {
    offline: offlineOf(events, end),
    reload: reloadsOf(events),
    paused: pauses.map(({ from, until }) => ({ from, until: until ?? end })),
  }
}
interface OpenSpan {
  readonly from: number
  readonly until: number | null
}

function offlineOf(events: readonly RecordedEvent[], end: number): Span[] {
  const marks = inTime(events.filter(({ type }) => type === 'netDown' || type === 'netUp'))
  return marks.flatMap(({ type, at }, index) =>
    type === 'netDown' && marks[index - 1]?.type !== 'netDown'
      ? [{ from: at, until: marks.slice(index).find((later) => later.type === 'netUp')?.at ?? end }]
      : [],
  )
}

function reloadsOf(events: readonly RecordedEvent[]): Span[] {
  const signals = inTime(events.filter(({ type }) => type === 'signal'))
  return signals.flatMap(({ at, data }, index) =>
    data.dialog === 'reload' ? [{ from: at, until: Math.min(signals[index + 1]?.at ?? Infinity, at + longestReloadMs) }] : [],
  )
}

/** A client's event stands where it happened, not where it arrived. */
function inTime(events: readonly RecordedEvent[]) {
  return events
    .map(({ type, clientAt, at, data }) => ({ type, data, at: happenedAt({ clientAt, at }) }))
    .sort((one, other) => one.at - other.at)
}
