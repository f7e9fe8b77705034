/** When a room is open, as people write it: `周一至周五 08:00–12:00、14:00–18:00；周六 09:00–12:00`. Nothing written: always. */
import { wallClockMs } from '@kaopei/contract'

/** Times of one day of the week, in minutes from its midnight; `until` is not included. */
export interface OpenTime {
  /** 1: Monday, 7: Sunday */
  readonly day: number
  readonly from: number
  readonly until: number
}

const days = '一二三四五六日'
const everyDay = '每天'
const minutesOfDay = 24 * 60
const minuteMs = 60_000
const dayMs = minutesOfDay * minuteMs
const daysOfWeek = 7
const mostTimes = 40

/** Undefined: it is not written so. */
export function parseOpening(text: string): OpenTime[] | undefined {
  const times: OpenTime[] = []
  for (const part of text.split(/[；;\n]/)) {
    if (part.trim() === '') continue
    const begins = part.search(/\d/)
    const [named, clock] = begins < 0 ? ['', ''] : [part.slice(0, begins), part.slice(begins)]
    const on = daysNamed(named)
    const spans = clock
      .split(/[、,，]/)
      .filter((span) => span.trim() !== '')
      .map(spanOf)
    if (!on || spans.length === 0) return undefined
    for (const span of spans) {
      if (!span) return undefined
      times.push(...on.map((day) => ({ day, ...span })))
    }
  }
  return times.length <= mostTimes ? times : undefined
}

function daysNamed(text: string): number[] | undefined {
  const plain = text
    .replaceAll(/[\s:：]/g, '')
    .replaceAll('星期', '周')
    .replaceAll('天', '日')
  if (plain === '每日') return Array.from({ length: daysOfWeek }, (_, index) => index + 1)
  const found = new Set<number>()
  for (const part of plain.split(/[、,，]/)) {
    const [, first = '', last = first] = /^周([一二三四五六日])(?:(?:至|到|-|–|—|~)周?([一二三四五六日]))?$/.exec(part) ?? []
    const [from, until] = [days.indexOf(first), days.indexOf(last)]
    if (first === '' || until < from) return undefined
    for (let day = from; day <= until; day++) found.add(day + 1)
  }
  return [...found].sort((one, other) => one - other)
}

function spanOf(text: string): { from: number; until: number } | undefined {
  const [, from, until] = /^\s*(\d{1,2}[:：]\d{2})\s*(?:-|–|—|~|至|到)\s*(\d{1,2}[:：]\d{2})\s*$/.exec(text) ?? []
  const [begins, ends] = [minuteOf(from), minuteOf(until)]
  return begins !== undefined && ends !== undefined && begins < ends ? { from: begins, until: ends } : undefined
}

function minuteOf(text: string | undefined): number | undefined {
  const [hours = Number.NaN, minutes = Number.NaN] = (text ?? '').split(/[:：]/).map(Number)
  const minute = hours * 60 + minutes
  return minutes < 60 && minute <= minutesOfDay ? minute : undefined
}

/** The same in the same words, whoever wrote it: days with the same times together. */
export function openingWords(times: readonly OpenTime[]): string {
  const ofDays = Array.from({ length: daysOfWeek }, (_, index) =>
    merged(times.filter(({ day }) => day === index + 1))
      .map(({ from, until }) => `${clockOf(from)}–${clockOf(until)}`)
      .join('、'),
  )
  const groups = Map.groupBy(
    ofDays.flatMap((words, index) => (words === '' ? [] : [{ words, day: index + 1 }])),
    ({ words }) => words,
  )
  return [...groups].map(([words, all]) => `${wordsOfDays(all.map(({ day }) => day))} ${words}`).join('；')
}

/** For where a line may end inside: never within a time, which browsers do after its dash. */
export const unbrokenTimes = (words: string): string => words.replaceAll('–', '\u2060–\u2060')

const nameOf = (day: number) => `周${days[day - 1] ?? ''}`
const clockOf = (minute: number) => [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')

function wordsOfDays(of: readonly number[]): string {
  if (of.length === daysOfWeek) return everyDay
  const runs: number[][] = []
  for (const day of of) {
    const run = runs.at(-1)
    if (run?.at(-1) === day - 1) run.push(day)
    else runs.push([day])
  }
  return runs
    .map(([first = 1, ...others]) => {
      const last = others.at(-1) ?? first
      if (others.length === 0) return nameOf(first)
      return others.length === 1 ? `${nameOf(first)}、${nameOf(last)}` : `${nameOf(first)}至${nameOf(last)}`
    })
    .join('、')
}

interface Span {
  readonly from: number
  readonly until: number
}

/** Spans that touch are one. */
function merged(spans: readonly Span[]): Span[] {
  const all: Span[] = []
  for (const { from, until } of spans.toSorted((one, other) => one.from - other.from)) {
    const last = all.at(-1)
    if (last && from <= last.until) all[all.length - 1] = { from: last.from, until: Math.max(last.until, until) }
    else all.push({ from, until })
  }
  return all
}

/** Whether a room is open from one instant to another by the clocks of a place. */
export function isOpenThroughout(
  times: readonly OpenTime[],
  { from, until }: { from: Date; until: Date },
  zone: string,
): boolean {
  if (times.length === 0) return true
  const begins = wallClockMs(from, zone)
  // What is open for a week without end is open always.
  const ends = Math.min(wallClockMs(until, zone), begins + (daysOfWeek + 1) * dayMs)
  const spans: Span[] = []
  for (let midnight = Math.floor(begins / dayMs) * dayMs; midnight < ends; midnight += dayMs)
    spans.push(
      ...times
        .filter(({ day }) => day === (new Date(midnight).getUTCDay() || daysOfWeek))
        .map((time) => ({ from: midnight + time.from * minuteMs, until: midnight + time.until * minuteMs })),
    )
  return merged(spans).some((span) => span.from <= begins && span.until >= ends)
}
