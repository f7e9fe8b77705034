/** Who comes first in a hall, alike on both sides. */
import type { HallRow } from './hall.ts'

type Ordered = Pick<HallRow, 'urgency' | 'roomName' | 'seat' | 'name' | 'staffId'>

const inWords = new Intl.Collator('zh', { numeric: true })

/** Of whoever is not heard of, or of whom nothing is recorded any more. */
export const lostUrgency = 1

/** Incidents first; equals by their seats, room after room; whoever has none behind them, by name. */
export function byUrgency(a: Ordered, b: Ordered): number {
  return (
    b.urgency - a.urgency ||
    byWords(a.roomName, b.roomName) ||
    byWords(a.seat, b.seat) ||
    inWords.compare(a.name, b.name) ||
    (a.staffId < b.staffId ? -1 : 1)
  )
}

function byWords(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return inWords.compare(a, b)
}
