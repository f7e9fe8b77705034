/** Why a recording has a hole, by what the candidate's client has told (`captureLost`, `captureBack`, `captureGap`) and by what is known of its network. */
import type { RecordedEvent } from '@kaopei/sitting/server'
import { source } from '../../contract/capture.ts'
import type { Span } from './coverage.ts'
import { happenedAt } from './happened-at.ts'
import { claimedKind, excusedIn } from './own-fault.ts'
import { type Reasons, silenceOf } from './silence.ts'

const losses: Readonly<Record<string, string>> = {
  ended: '共享或设备已断开',
  denied: '没有授权',
  missing: '找不到设备',
  busy: '设备被占用',
  muted: '设备没有画面',
  notMonitor: '共享的不是整个屏幕',
  unsupported: '设备不支持',
  notShared: '没有开启',
  none: '手机没有连接',
  lost: '手机失去联系',
}
const gaps: Readonly<Record<string, string>> = {
  deviceFull: '考生设备空间不足',
  storeDown: '存储服务不可用',
  recorder: '录制出错',
  refused: '片段未被接收',
  load: '服务器繁忙，降低了采集',
}
const ours = '（系统原因，不计异常）'
/** The client's word is no reason. */
const unproven = '（考生端所称，没有相应的服务器记录）'
const names: Readonly<Record<number, string>> = { [source.screen]: 'screen', [source.first]: 'first', [source.second]: 'second' }
/** What is there, and covers nothing (`span.ts`): it is watched by itself. */
const doubted = '片段的时间存疑，可单独查看'
/** A client hears with its next sign of life that it may go on. */
const resumed = '暂停刚恢复，考生端尚未收到'
const hearingMs = 20_000
/** What is told of a gap is told within a minute of it. */
const tellingMs = 60_000

export interface Told extends Span {
  readonly words: string
}

interface Stream {
  readonly source: number
  readonly kind: string
}

/** What is known against a stream, each for as long as it went on. */
export function troublesOf(
  events: readonly RecordedEvent[],
  { source: of, kind }: Stream,
  { reasons, end, doubtful }: { readonly reasons: Reasons; readonly end: number; readonly doubtful: readonly Span[] },
): Told[] {
  const timed = events
    .map((event) => ({
      id: event.id,
      type: event.type,
      isClaim: claimedKind(event) !== undefined,
      at: happenedAt(event),
      ...detailOf(event.data),
    }))
    .sort((one, other) => one.at - other.at)
  const lost = timed.flatMap((event, index) => {
    if (event.type !== 'captureLost' || event.what !== names[of]) return []
    const back = timed.slice(index).find(({ type, what }) => type === 'captureBack' && what === event.what)
    return [{ from: event.at, until: back?.at ?? end, words: losses[event.why] ?? '采集中断' }]
  })
  const excused = excusedIn(events)
  const gone = timed.flatMap(({ id, type, isClaim, at, what, why, durationMs }, index) => {
    if (type !== 'captureGap' || what !== `${of}/${kind}`) return []
    const isOurs = excused.has(id)
    const words = `${gaps[why] ?? '记录缺失'}${isOurs ? ours : isClaim ? unproven : ''}`
    // Thinning is told when it begins, without a length, and when it is over.
    if (why !== 'load') return [{ from: at - durationMs - tellingMs, until: at, words }]
    if (durationMs > 0) return [{ from: at - durationMs, until: at, words }]
    const isOver = timed.slice(index + 1).some((later) => later.type === type && later.what === what && later.why === why)
    return isOver ? [] : [{ from: at, until: end, words }]
  })
  const offline = reasons.offline.map((span) => ({ ...span, words: '网络中断' }))
  const reload = reasons.reload.map((span) => ({ ...span, words: '页面重新加载' }))
  const silent = events.flatMap((event) => {
    const span = silenceOf(event)
    return span ? [{ ...span, words: '考生端失去联系' }] : []
  })
  const paused = reasons.paused.map(({ until }) => ({ from: until, until: until + hearingMs, words: resumed }))
  const doubts = doubtful.map(({ from, until }) => ({ from, until, words: doubted }))
  return [...lost, ...gone, ...doubts, ...offline, ...reload, ...paused, ...silent]
}

/** `first:ended`, `1/film:refused 413`, `first`. */
function detailOf({ detail, durationMs }: RecordedEvent['data']) {
  const [what = '', rest = ''] = typeof detail === 'string' ? detail.split(':') : []
  return { what, why: rest.split(' ')[0] ?? '', durationMs: typeof durationMs === 'number' ? durationMs : 0 }
}

export function holeReason(hole: Span, troubles: readonly Told[]): string {
  const met = troubles.filter(({ from, until }) => from < hole.until && until > hole.from).map(({ words }) => words)
  return met.length === 0 ? '考生端没有上报原因' : [...new Set(met)].join('、')
}
