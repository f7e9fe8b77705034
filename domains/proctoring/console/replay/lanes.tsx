import { memo, type ReactNode } from 'react'
import type { Tracks } from './replay.page.tsx'

interface Props {
  readonly found: Tracks
  readonly start: number
  readonly end: number
  readonly at: number
  readonly onJump: (at: number) => void
}

const bins = 600
const sourceWords: Readonly<Record<number, string>> = { 1: '屏幕', 2: '第一机位', 3: '第二机位' }

/** What happened when, one lane for each kind; a click goes there. */
export function Lanes({ at, start, end, ...props }: Props): ReactNode {
  const place = ((at - start) / Math.max(1000, end - start)) * 100
  return (
    <div className="kp-replay-lanes">
      <Drawn start={start} end={end} {...props} />
      <div className="kp-replay-now" style={{ insetInlineStart: `calc(76px + (100% - 76px) * ${Math.min(1, place / 100)})` }} />
    </div>
  )
}

/** Drawn once: the moment moves over it. */
const Drawn = memo(function Drawn({ found, start, end, onJump }: Omit<Props, 'at'>): ReactNode {
  const { answers, events, absences, offline, pauses, pieces } = found
  const frame = { start, end, onJump }
  const filmed = [1, 2, 3].flatMap((source) => {
    const own = pieces.filter((piece) => piece.source === source)
    return own.length === 0 ? [] : [{ name: sourceWords[source] ?? '', own }]
  })
  return (
    <>
      <Lane name="作答" tone="info" {...frame} marks={answers.map(({ at }) => at)} />
      <Lane name="离开" tone="danger" {...frame} spans={absences} />
      <Lane name="断网" tone="warning" {...frame} spans={offline} />
      <Lane name="暂停" tone="muted" {...frame} spans={pauses} />
      <Lane name="监考操作" tone="act" {...frame} marks={events.flatMap(({ at, isAct }) => (isAct ? [at] : []))} />
      {filmed.map(({ name, own }) => (
        <Lane
          key={name}
          name={name}
          tone="film"
          {...frame}
          spans={own.filter(({ kind }) => kind === 'film')}
          marks={own.flatMap(({ kind, from }) => (kind === 'picture' ? [from] : []))}
        />
      ))}
    </>
  )
})

interface LaneProps {
  readonly name: string
  readonly tone: string
  readonly start: number
  readonly end: number
  readonly spans?: readonly { readonly from: number; readonly until: number }[]
  readonly marks?: readonly number[]
  readonly onJump: (at: number) => void
}

/** Of thousands of marks and spans so many are drawn as the eye can tell apart. */
function Lane({ name, tone, start, end, spans = [], marks = [], onJump }: LaneProps): ReactNode {
  const length = Math.max(1000, end - start)
  const drawn = drawnOf(spans, marks, (at) => Math.floor(((at - start) / length) * bins))
  const jump = ({ clientX, currentTarget }: React.MouseEvent<HTMLButtonElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    onJump(Math.round(start + ((clientX - left) / width) * length))
  }
  return (
    <div className="kp-replay-lane">
      <span className="kp-hint">{name}</span>
      <button type="button" onClick={jump} aria-label={`${name}：${spans.length + marks.length} 处，点击跳转`} tabIndex={-1}>
        {drawn.map(({ first, last }) => (
          <i
            key={first}
            className={`is-${tone}`}
            style={{ insetInlineStart: `${(first / bins) * 100}%`, inlineSize: `max(2px, ${((last - first) / bins) * 100}%)` }}
          />
        ))}
      </button>
    </div>
  )
}

interface Drawing {
  readonly first: number
  readonly last: number
}

/** Bins that are covered, what touches joined. */
function drawnOf(spans: LaneProps['spans'] & {}, marks: readonly number[], binOf: (at: number) => number): Drawing[] {
  const all = [
    ...spans.map(({ from, until }) => ({ first: Math.max(0, binOf(from)), last: Math.min(bins, binOf(until)) })),
    ...marks.map((at) => ({ first: Math.max(0, binOf(at)), last: Math.min(bins, binOf(at)) })),
  ]
  const joined: { first: number; last: number }[] = []
  for (const { first, last } of all.filter((one) => one.first <= one.last).sort((one, other) => one.first - other.first)) {
    const before = joined.at(-1)
    if (before && first <= before.last) before.last = Math.max(before.last, last)
    else joined.push({ first, last })
  }
  return joined
}
