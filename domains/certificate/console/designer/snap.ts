/** Where a box that is dragged wants to be: on lines that others or the page have already. */

export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Lines of the page that a box has come to stand on, in millimetres. */
export interface Guides {
  readonly x: number | null
  readonly y: number | null
}

export interface Snapped {
  readonly x: number
  readonly y: number
  readonly guides: Guides
}

const tenths = (value: number) => Math.round(value * 10) / 10

/** The box moved by at most `within` millimetres so that an edge or its middle lies on a line of another or of the page. */
export function snap(moved: Area, others: readonly Area[], page: { width: number; height: number }, within = 1.5): Snapped {
  const all: readonly Area[] = [{ x: 0, y: 0, ...page }, ...others]
  const across = nearest(
    [moved.x, moved.x + moved.width / 2, moved.x + moved.width],
    all.flatMap(({ x, width }) => [x, x + width / 2, x + width]),
    within,
  )
  const down = nearest(
    [moved.y, moved.y + moved.height / 2, moved.y + moved.height],
    all.flatMap(({ y, height }) => [y, y + height / 2, y + height]),
    within,
  )
  return {
    x: tenths(moved.x + (across?.by ?? 0)),
    y: tenths(moved.y + (down?.by ?? 0)),
    guides: { x: across?.line ?? null, y: down?.line ?? null },
  }
}

function nearest(own: readonly number[], lines: readonly number[], within: number) {
  let best: { by: number; line: number } | undefined
  for (const line of lines)
    for (const edge of own) {
      const by = line - edge
      if (Math.abs(by) <= within && (!best || Math.abs(by) < Math.abs(best.by))) best = { by, line }
    }
  return best
}
