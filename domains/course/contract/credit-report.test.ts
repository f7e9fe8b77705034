/** The laws of what counts, over whole histories of reports. `course.judge_ping` is held to the same rules in `ping.test.ts`. */
import { type OwnTime, takeTime } from '@kaopei/learning/contract/own-time'
import { progressOf } from '@kaopei/learning/contract/progress'
import { type Range, secondsOf, unionOf, without } from '@kaopei/learning/contract/ranges'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { creditReport, type PlayReport, type Seen } from './credit-report.ts'
import { coursewareRule } from './outline.ts'
import { noWork, taskDone } from './task-done.ts'

const startMs = 1_800_000_000_000
const length = 600
const pageCount = 4

interface Told extends PlayReport {
  readonly atMs: number
  readonly isFirst: boolean
  /** Kept on the device: what it stands for by the device's clock. */
  readonly lateMs: number | null
}

interface Standing {
  readonly own: OwnTime
  readonly seen: Seen
  readonly isComplete: boolean
  readonly percent: number
}

const nothing = (type: number, rule: object): Standing => ({
  own: { used: [], lastMs: null },
  seen: {
    ...{ coursewareType: type, rule: coursewareRule.parse(rule), lengthSeconds: length, pageCount },
    ...{ watched: [], pageSeconds: [], repeatedSeconds: 0 },
  },
  isComplete: false,
  percent: 0,
})

function after({ own, seen, isComplete, percent }: Standing, told: Told) {
  const times = { nowMs: startMs + told.atMs, sessionBeganMs: startMs }
  const isLive = told.lateMs === null
  const time = takeTime(
    own,
    isLive ? { kind: 'live', isFirst: told.isFirst, ...times } : { kind: 'late', ownSpanMs: told.lateMs, ...times },
  )
  const credit = creditReport(told, seen, time.spanSeconds)
  const { watched, pageSeconds } = credit
  const now: Seen = { ...seen, watched, pageSeconds, repeatedSeconds: seen.repeatedSeconds + credit.repeatedSeconds }
  const task = { kind: 'courseware', rule: seen.rule, coursewareType: seen.coursewareType }
  const done = taskDone(task, { ...noWork, ...now, isDone: isComplete })
  const standing: Standing = {
    ...{ own: time.own, seen: now },
    ...{ isComplete: done.isComplete, percent: Math.max(percent, done.percent) },
  }
  return { standing, credit, done }
}

const type = fc.constantFrom(1, 2, 3, 4, 5, 6)
const rule = fc.record({ percent: fc.integer({ min: 60, max: 100 }), noSkip: fc.boolean(), pauseWhenHidden: fc.boolean() })
const second = fc.double({ min: -50, max: 700, noNaN: true })
type Claim = Omit<Told, 'atMs'> & { readonly wait: number }
const inTurn = (claims: readonly Claim[]): Told[] => {
  let atMs = 0
  return claims.map(({ wait, ...report }) => {
    atMs += wait
    return { ...report, atMs }
  })
}
/** Whatever a player may claim, at whatever time it comes. */
const anything = fc
  .array(
    fc.record({
      wait: fc.nat(90_000),
      ranges: fc.array(fc.tuple(second, second), { maxLength: 8 }),
      pages: fc.array(fc.tuple(fc.nat(6), fc.nat(60)), { maxLength: 4 }),
      rate: fc.oneof(fc.double(), fc.constantFrom(0, 0.5, 1, 2, 16)),
      isVisible: fc.boolean(),
      isFirst: fc.boolean(),
      lateMs: fc.option(fc.nat(200_000)),
    }),
    { maxLength: 20 },
  )
  .map(inTurn)
/** Somebody who claims the whole film with each report, as fast as they please. */
const greedy = fc
  .tuple(fc.constantFrom(0.5, 1, 2, 16), fc.array(fc.tuple(fc.nat(20_000), fc.option(fc.nat(200_000))), { maxLength: 20 }))
  .map(([rate, told]) => {
    const whole = { ranges: [[0, length]] as Range[], pages: [], isVisible: true, isFirst: false }
    return inTurn(told.map(([wait, lateMs]) => ({ ...whole, rate, wait, lateMs })))
  })

test('credit ≤ wall time × rate', () => {
  fc.assert(
    fc.property(type, rule, fc.oneof(anything, greedy), (of, given, history) => {
      let standing = nothing(of, given)
      let played = 0
      let learned = 0
      // A rate above two counts as two, one below none as none; five hundredths and a second of each report are for clocks.
      let fastest = 0
      for (const told of history) {
        const step = after(standing, told)
        standing = step.standing
        played += secondsOf(step.credit.credited)
        learned += step.credit.newSeconds + step.credit.repeatedSeconds
        fastest = Math.max(fastest, Number.isFinite(told.rate) ? Math.min(2, Math.max(0, told.rate)) : 1)
        const wallSeconds = told.atMs / 1000
        const most = wallSeconds * fastest * 1.05 + Math.min(history.length, wallSeconds / 5)
        expect(played).toBeLessThanOrEqual(most + 1e-6)
        // What is read has no rate.
        expect(learned).toBeLessThanOrEqual(wallSeconds * Math.max(1, fastest * 1.05) + history.length)
      }
    }),
  )
})

test('coverage never falls', () => {
  fc.assert(
    fc.property(type, rule, anything, (of, given, history) => {
      let standing = nothing(of, given)
      for (const told of history) {
        const before = standing
        standing = after(before, told).standing
        expect(without(before.seen.watched, standing.seen.watched)).toEqual([])
        for (const [page, seconds] of before.seen.pageSeconds.entries())
          expect(standing.seen.pageSeconds[page] ?? 0).toBeGreaterThanOrEqual(seconds ?? 0)
        expect(standing.percent).toBeGreaterThanOrEqual(before.percent)
        expect(standing.isComplete || !before.isComplete).toBe(true)
      }
    }),
  )
})

/** Pieces of ten seconds and less as somebody plays them who jumps about, and the order in which they arrive. */
const honest = fc
  .array(fc.record({ from: fc.nat(80), seconds: fc.integer({ min: 1, max: 10 }), order: fc.nat() }), { maxLength: 20 })
  .map((pieces) =>
    pieces.map(({ from, seconds, order }) => {
      const told = { ranges: [[from, from + seconds]] as Range[], pages: [[from % pageCount, seconds]] as [number, number][] }
      const report: Told = {
        ...{ ...told, rate: 1, isVisible: true, isFirst: false },
        ...{ lateMs: seconds * 1000, atMs: pieces.reduce((sum, one) => sum + one.seconds, 0) * 1000 },
      }
      return { order, report }
    }),
  )

test('order of pings does not matter', () => {
  fc.assert(
    fc.property(type, honest, (of, pieces) => {
      const asPlayed = pieces.map(({ report }) => report)
      const asTheyCame = [...pieces].sort((one, other) => one.order - other.order).map(({ report }) => report)
      const [one, other] = [asPlayed, asTheyCame].map((history) =>
        history.reduce((standing, told) => after(standing, told).standing, nothing(of, {})),
      )
      const kept = ({ seen, isComplete, percent }: Standing) => {
        const { watched, repeatedSeconds } = seen
        const pages = Array.from({ length: pageCount }, (_, page) => seen.pageSeconds[page] ?? 0)
        return { watched, pages, repeatedSeconds, isComplete, percent }
      }
      if (!one || !other) throw new Error('two histories')
      expect(kept(other)).toEqual(kept(one))
      // And nothing honest is lost by coming late.
      expect(other.seen.watched).toEqual(asPlayed.map(({ ranges }) => ranges).reduce(unionOf, []))
    }),
  )
})

test('100 % exactly when all required is complete', () => {
  const tasks = fc.array(
    fc.record({ of: type, rule, history: anything, isRequired: fc.boolean(), weight: fc.nat(5), isExempted: fc.boolean() }),
    { maxLength: 5 },
  )
  fc.assert(
    fc.property(tasks, (given) => {
      const counted = given.map(({ of, rule: asked, history, isRequired, weight, isExempted }) => {
        const { seen, isComplete } = history.reduce((standing, told) => after(standing, told).standing, nothing(of, asked))
        const work = { ...noWork, ...seen, isDone: isComplete, isExempted }
        const done = taskDone({ kind: 'courseware', rule: seen.rule, coursewareType: of }, work)
        expect([done.percent === 100, done.missing.length === 0]).toEqual([done.isComplete, done.isComplete])
        return { isRequired, weight, percent: done.percent, isComplete: done.isComplete }
      })
      const required = counted.filter(({ isRequired }) => isRequired)
      const asked = required.length > 0 ? required : counted
      const isAll = asked.length > 0 && asked.every(({ isComplete }) => isComplete)
      expect(progressOf(counted)).toMatchObject({ isComplete: isAll })
      expect(progressOf(counted).percent === 100).toBe(isAll)
    }),
  )
})
