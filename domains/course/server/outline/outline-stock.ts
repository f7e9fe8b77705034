/**
 * Published outlines in memory. A version never changes once it was published, so what was read once serves every learner of this process; the company
 * is part of the key, so no company ever meets another's.
 */
import type { Outline } from './outline.sql.ts'

const mostUnits = 16_000_000
/** What was published this moment may still be taken back by its transaction. */
const settledMs = 60_000
const stock = new Map<string, { readonly outline: Outline; readonly units: number }>()
let kept = 0

export async function fromOutlineStock(
  companyId: string,
  versionId: string,
  read: () => Promise<Outline | undefined>,
): Promise<Outline | undefined> {
  const key = `${companyId}:${versionId}`
  const known = stock.get(key)
  if (known) return known.outline
  const outline = await read()
  if (outline && isSettled(outline)) keep(key, outline)
  return outline
}

const isSettled = ({ publishedAt }: Outline) => publishedAt !== null && publishedAt.getTime() < Date.now() - settledMs

function keep(key: string, outline: Outline): void {
  const units = JSON.stringify(outline).length
  if (units > mostUnits / 8) return
  if (kept + units > mostUnits) {
    stock.clear()
    kept = 0
  }
  if (stock.has(key)) return
  stock.set(key, { outline, units })
  kept += units
}
