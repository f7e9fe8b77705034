/** From a whole second of the content until another, which is no longer part of it. */
export type Range = readonly [from: number, until: number]
/** In order, apart from each other, none empty: what was seen of something that has a length. */
export type Ranges = readonly Range[]

/** What a player says it played, as whole seconds within `[0, length)`: begun seconds count, nothing beyond the end does. */
export function rangesOf(played: readonly Range[], lengthSeconds: number): Ranges {
  return merged(played.flatMap(([from, until]) => wholeSeconds(from, until, lengthSeconds)))
}

export function unionOf(one: Ranges, other: Ranges): Ranges {
  return merged([...one, ...other])
}

export function secondsOf(ranges: Ranges): number {
  return ranges.reduce((total, [from, until]) => total + until - from, 0)
}

/** What of `[0, length)` is in none of them. */
export function gapsOf(ranges: Ranges, lengthSeconds: number): Ranges {
  return without(lengthSeconds > 0 ? [[0, lengthSeconds]] : [], ranges)
}

export function without(ranges: Ranges, taken: Ranges): Ranges {
  return ranges.flatMap((range) => taken.reduce<Range[]>((left, one) => left.flatMap((part) => cutOut(part, one)), [range]))
}

/** How far somebody came without leaving anything out: the end of the range that begins at 0. */
export function reachedWithoutGap(ranges: Ranges): number {
  const [first] = ranges
  return first?.[0] === 0 ? first[1] : 0
}

/** The first so many seconds of what was played, in the order in which it was played. */
export function firstSecondsOf(played: readonly Range[], seconds: number): Range[] {
  let left = Math.max(0, seconds)
  return played.flatMap(([from, until]): Range[] => {
    const taken = Math.min(left, Math.max(0, until - from))
    left -= taken
    return taken > 0 ? [[from, from + taken]] : []
  })
}

/** 125 → "2:05", 3725 → "1:02:05". */
export function clockOf(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

function wholeSeconds(from: number, until: number, lengthSeconds: number): Range[] {
  if (!(from < until)) return []
  const whole: Range = [Math.max(0, Math.floor(from)), Math.min(Math.floor(lengthSeconds), Math.ceil(until))]
  return whole[0] < whole[1] ? [whole] : []
}

function merged(ranges: readonly Range[]): Ranges {
  const inOrder = [...ranges].sort(([one], [other]) => one - other)
  const result: Range[] = []
  for (const [from, until] of inOrder) {
    const last = result.at(-1)
    if (last && from <= last[1]) result[result.length - 1] = [last[0], Math.max(last[1], until)]
    else result.push([from, until])
  }
  return result
}

function cutOut([from, until]: Range, [gone, back]: Range): Range[] {
  const parts: Range[] = [
    [from, Math.min(until, gone)],
    [Math.max(from, back), until],
  ]
  return parts.filter(([start, end]) => start < end)
}
