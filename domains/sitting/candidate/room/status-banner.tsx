import type { ReactNode } from 'react'
import type { SittingView } from '../session/session.ts'
import { heldBackStatus, questionStatus, type SaveFacts, wayStatus } from './save-status.ts'

/** What the candidate must know while answering: one sentence on the way of the answers, and what needs their hand. */
export function StatusBanner({
  facts,
  sitting,
  notice,
}: {
  facts: SaveFacts
  sitting: SittingView
  notice: string | null
}): ReactNode {
  const way = wayStatus(facts)
  const lines = [way, ...questionStatus(facts), heldBackLine(facts, sitting), sitting.problem, notice]
  return (
    <div role="status" aria-live="polite">
      {lines.map(
        (line) =>
          line && (
            <p key={line} className={line === way ? 'banner lost' : 'banner'}>
              {line}
            </p>
          ),
      )}
    </div>
  )
}

function heldBackLine(facts: SaveFacts, { heldBack }: SittingView): string | null {
  if (heldBack === null) return null
  if (heldBack === 'ready') return '答案已全部送达，尚未交卷：请再次点击“交卷”。'
  return heldBackStatus(facts).length > 0 ? '尚未交卷：答案送达后请再次点击“交卷”，您可以继续作答。' : null
}
