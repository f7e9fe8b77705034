import { dueAt } from '@kaopei/sitting/server'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type EffectiveTimes,
  effectiveTimes,
  extendedClose,
  extendedLimitMinutes,
  type TimeSettings,
  timeTermsOf,
} from './effective-times.ts'
import { inheritAll as inherit } from './override.ts'

const at = (clock: string) => new Date(`2026-11-20T${clock}Z`)
const exam: TimeSettings = {
  openAt: at('09:00:00'),
  closeAt: at('12:00:00'),
  limitMinutes: 60,
  attemptsAllowed: 1,
  extraPercent: 0,
  extraMinutes: 0,
}
const times = (more: Partial<EffectiveTimes> = {}): EffectiveTimes => ({ ...exam, hasOwnClose: false, ...more })

describe('effective settings', () => {
  test('without overrides the exam decides', () => {
    expect(effectiveTimes(exam, [], null)).toEqual({ ...exam, hasOwnClose: false })
  })

  test('among groups the most generous wins, field by field', () => {
    const early = { ...inherit, openAt: at('08:00:00'), closeAt: at('12:30:00'), limitMinutes: 70, attemptsAllowed: 2 }
    const late = {
      ...inherit,
      openAt: at('08:30:00'),
      closeAt: at('13:00:00'),
      limitMinutes: 65,
      attemptsAllowed: 3,
      extraPercent: 25,
    }
    expect(effectiveTimes(exam, [early, late], null)).toEqual({
      openAt: at('08:00:00'),
      closeAt: at('13:00:00'),
      limitMinutes: 70,
      attemptsAllowed: 3,
      extraPercent: 25,
      extraMinutes: 0,
      hasOwnClose: true,
    })
  })

  test('a candidate beats the groups per field, even when less generous', () => {
    const group = { ...inherit, limitMinutes: 90, attemptsAllowed: 3 }
    expect(effectiveTimes(exam, [group], { ...inherit, limitMinutes: 45 })).toMatchObject({
      limitMinutes: 45,
      attemptsAllowed: 3,
    })
  })

  test('0 means unlimited and beats any number', () => {
    const groups = [
      { ...inherit, limitMinutes: 90, attemptsAllowed: 5 },
      { ...inherit, limitMinutes: 0, attemptsAllowed: 0 },
    ]
    expect(effectiveTimes(exam, groups, null)).toMatchObject({ limitMinutes: 0, attemptsAllowed: 0 })
  })
})

describe('due', () => {
  test.each<[string, Partial<EffectiveTimes>, string, number, string | null]>([
    ['the limit ends first', {}, '09:30:00', 0, '10:30:00'],
    ['the close ends first', {}, '11:30:00', 0, '12:00:00'],
    ['no limit', { limitMinutes: 0 }, '09:30:00', 0, '12:00:00'],
    ['no close', { closeAt: null }, '11:30:00', 0, '12:30:00'],
    ['neither', { closeAt: null, limitMinutes: 0 }, '11:30:00', 0, null],
    ['a quarter more', { extraPercent: 25 }, '09:30:00', 0, '10:45:00'],
    ['a third more is rounded up to minutes', { limitMinutes: 50, extraPercent: 33 }, '09:00:00', 0, '10:07:00'],
    ['percent first, then minutes', { extraPercent: 25, extraMinutes: 10 }, '09:00:00', 0, '10:25:00'],
    ['extra time moves the close by as much', { extraPercent: 50 }, '11:30:00', 0, '12:30:00'],
    ['but not a close of one’s own', { extraPercent: 50, hasOwnClose: true }, '11:30:00', 0, '12:00:00'],
    ['extra minutes without a limit move the close', { limitMinutes: 0, extraMinutes: 10 }, '09:00:00', 0, '12:10:00'],
    ['a pause moves the limit', {}, '09:30:00', 12 * 60_000, '10:42:00'],
    ['and the close', {}, '11:30:00', 12 * 60_000, '12:12:00'],
  ])('%s', (_, more, startedAt, pausedMs, expected) => {
    const started = at(startedAt)
    const pauses = [{ from: started, until: new Date(started.getTime() + pausedMs) }]
    expect(dueAt(timeTermsOf(times(more)), { startedAt: started, pauses })).toEqual(expected === null ? null : at(expected))
  })

  test('ten percent of 100 minutes is 10, not the 11 of binary fractions', () => {
    expect(extendedLimitMinutes({ limitMinutes: 100, extraPercent: 10, extraMinutes: 0 })).toBe(110)
  })

  test('the day on which a zone changes its clock is as long as any other', () => {
    const startedAt = new Date('2026-03-29T00:30:00Z')
    const close = new Date('2026-03-29T03:00:00+02:00')
    expect(dueAt(timeTermsOf(times({ closeAt: close, limitMinutes: 90 })), { startedAt })).toEqual(
      new Date('2026-03-29T01:00:00Z'),
    )
    expect(extendedClose(times({ closeAt: new Date('2026-11-20T17:30:00+05:30') }))).toEqual(at('12:00:00'))
  })

  test('more extra time, a longer limit or pause never bring the deadline nearer', () => {
    const minutes = fc.integer({ min: 1, max: 300 })
    fc.assert(
      fc.property(
        minutes,
        fc.nat(100),
        fc.nat(60),
        minutes,
        fc.nat(100),
        (limitMinutes, extraPercent, extraMinutes, later, more) => {
          const startedAt = new Date(at('09:00:00').getTime() + later * 60_000)
          const base = dueAt(timeTermsOf(times({ limitMinutes, extraPercent, extraMinutes })), { startedAt })?.getTime() ?? 0
          const due = (change: Partial<EffectiveTimes>, pausedMs = 0) =>
            dueAt(timeTermsOf(times({ limitMinutes, extraPercent, extraMinutes, ...change })), {
              startedAt,
              pauses: [{ from: startedAt, until: new Date(startedAt.getTime() + pausedMs) }],
            })?.getTime() ?? 0
          expect(due({ extraPercent: extraPercent + more })).toBeGreaterThanOrEqual(base)
          expect(due({ extraMinutes: extraMinutes + more })).toBeGreaterThanOrEqual(base)
          expect(due({}, more)).toBe(base > startedAt.getTime() ? base + more : base)
          expect(base).toBeLessThanOrEqual(
            startedAt.getTime() + extendedLimitMinutes({ limitMinutes, extraPercent, extraMinutes }) * 60_000,
          )
        },
      ),
    )
  })
})
