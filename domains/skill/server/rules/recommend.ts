/** Which courses close gaps: greedily by gain per hour, on what is still open. */
export interface Gap {
  readonly skillId: string
  readonly requiredLevel: number
  readonly weight: number
  /** 0 where no level is known. */
  readonly level: number
}

export interface Teaching {
  readonly id: string
  readonly hours: number
  readonly leadsTo: readonly { readonly skillId: string; readonly toLevel: number }[]
}

export interface Closing {
  readonly skillId: string
  readonly from: number
  readonly to: number
}

export interface Recommended {
  readonly id: string
  readonly hours: number
  /** Weighted levels. */
  readonly gain: number
  readonly gainPerHour: number
  readonly closes: readonly Closing[]
}

interface Recommendation {
  readonly chosen: readonly Recommended[]
  /** Gaps that no course closes, with what is left of them. */
  readonly left: readonly Gap[]
}

/** Ties: the shorter, then the smaller id. Ends when nothing gains any more. */
export function recommend(gaps: readonly Gap[], teachings: readonly Teaching[]): Recommendation {
  const open = new Map(gaps.filter(({ level, requiredLevel }) => level < requiredLevel).map((gap) => [gap.skillId, gap]))
  const offered = teachings.filter(({ leadsTo }) => leadsTo.some(({ skillId }) => open.has(skillId)))
  const chosen: Recommended[] = []
  for (let best = bestOf(offered, open); best; best = bestOf(offered, open)) {
    chosen.push(best)
    for (const { skillId, to } of best.closes) {
      const gap = open.get(skillId)
      if (gap) open.set(skillId, { ...gap, level: to })
    }
  }
  return { chosen, left: [...open.values()].filter(({ level, requiredLevel }) => level < requiredLevel) }
}

function bestOf(teachings: readonly Teaching[], open: ReadonlyMap<string, Gap>): Recommended | undefined {
  let best: Recommended | undefined
  for (const teaching of teachings) {
    const candidate = gainOf(teaching, open)
    if (candidate.gain > 0 && (!best || isBetter(candidate, best))) best = candidate
  }
  return best
}

function isBetter(a: Recommended, b: Recommended): boolean {
  // Compared across: quotients of equal worth may differ in their last bit.
  const difference = a.gain * b.hours - b.gain * a.hours
  if (difference !== 0) return difference > 0
  if (a.hours !== b.hours) return a.hours < b.hours
  return a.id < b.id
}

function gainOf({ id, hours, leadsTo }: Teaching, open: ReadonlyMap<string, Gap>): Recommended {
  let gain = 0
  const closes: Closing[] = []
  for (const { skillId, toLevel } of leadsTo) {
    const gap = open.get(skillId)
    if (!gap) continue
    const to = Math.min(gap.requiredLevel, toLevel)
    if (to <= gap.level) continue
    gain += gap.weight * (to - gap.level)
    closes.push({ skillId, from: gap.level, to })
  }
  return { id, hours, gain, gainPerHour: gain / hours, closes }
}
