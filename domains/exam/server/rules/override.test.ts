import { dueAt } from '@kaopei/sitting/server'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { effectiveTimes, extendedClose, type TimeSettings, timeTermsOf } from './effective-times.ts'
import { inheritAll, isEmpty, mergedOverride, noClose, overrideFrom, sourcesOf, type TimeOverride } from './override.ts'

const at = (clock: string) => new Date(`2026-11-20T${clock}:00Z`)
const exam: TimeSettings = {
  openAt: at('09:00'),
  closeAt: at('12:00'),
  limitMinutes: 60,
  attemptsAllowed: 1,
  extraPercent: 0,
  extraMinutes: 0,
}
const given = (times: Partial<TimeOverride>): TimeOverride => ({ ...inheritAll, ...times })

test.each<[string, Partial<TimeOverride>[], Partial<TimeOverride> | null, string | null]>([
  ['nothing set', [], null, '12:00'],
  ['a later close of one’s own', [], { closeAt: at('13:00') }, '13:00'],
  ['no close, said for the person', [], { closeAt: noClose }, null],
  ['a close of one’s own beats a group without one', [{ closeAt: noClose }], { closeAt: at('12:30') }, '12:30'],
  ['a group without a close beats any close of another', [{ closeAt: at('15:00') }, { closeAt: noClose }], null, null],
  ['of two groups the later', [{ closeAt: at('13:00') }, { closeAt: at('12:30') }], null, '13:00'],
  ['a group that says nothing changes nothing', [{}], null, '12:00'],
  ['a quarter more moves the close by a quarter of an hour', [{ extraPercent: 25 }], null, '12:15'],
  ['but not a close that was given', [{ extraPercent: 25, closeAt: at('12:05') }], null, '12:05'],
  ['percent of the group, minutes of the person', [{ extraPercent: 25, extraMinutes: 30 }], { extraMinutes: 5 }, '12:20'],
  ['of a longer limit a quarter', [{ limitMinutes: 100 }], { extraPercent: 25 }, '12:25'],
  ['an earlier close of one’s own is one too', [], { closeAt: at('11:00') }, '11:00'],
])('close: %s', (_, groups, own, expected) => {
  const times = effectiveTimes(exam, groups.map(given), own && given(own))
  expect(extendedClose(times)).toEqual(expected === null ? null : at(expected))
})

test('without a close the limit alone ends an attempt, and without a limit nothing does', () => {
  const startedAt = at('20:00')
  expect(dueAt(timeTermsOf(effectiveTimes(exam, [], given({ closeAt: noClose }))), { startedAt })).toEqual(at('21:00'))
  expect(dueAt(timeTermsOf(effectiveTimes(exam, [], given({ closeAt: noClose, extraMinutes: 10 }))), { startedAt })).toEqual(
    at('21:10'),
  )
  expect(
    dueAt(timeTermsOf(effectiveTimes(exam, [given({ limitMinutes: 0 })], given({ closeAt: noClose }))), { startedAt }),
  ).toBeNull()
})

test('an explicit nothing of one’s own beats what groups give', () => {
  const group = given({ extraPercent: 50, extraMinutes: 30 })
  expect(mergedOverride([group], given({ extraPercent: 0 }))).toMatchObject({ extraPercent: 0, extraMinutes: 30 })
})

test('each part says where it is from, and of groups which gave it', () => {
  const night = { name: '夜班', times: given({ closeAt: at('14:00'), limitMinutes: 70, attemptsAllowed: 0 }) }
  const far = { name: '外地', times: given({ closeAt: at('14:00'), limitMinutes: 90 }) }
  const sources = sourcesOf([night, far], given({ extraMinutes: 10 }))
  expect(sources).toEqual([
    { field: 'openAt', source: 'exam', groupNames: [] },
    { field: 'closeAt', source: 'group', groupNames: ['夜班', '外地'] },
    { field: 'limitMinutes', source: 'group', groupNames: ['外地'] },
    { field: 'attemptsAllowed', source: 'group', groupNames: ['夜班'] },
    { field: 'extraPercent', source: 'exam', groupNames: [] },
    { field: 'extraMinutes', source: 'person', groupNames: [] },
  ])
})

test('"no close" and an inherited close are two things, stored and read', () => {
  const stored = { opensAt: null, limitMinutes: null, attemptsAllowed: null, extraPercent: null, extraMinutes: null }
  expect(overrideFrom({ ...stored, closesAt: 'infinity' })).toEqual(given({ closeAt: noClose }))
  expect(overrideFrom({ ...stored, closesAt: null })).toEqual(inheritAll)
  expect(overrideFrom({ ...stored, closesAt: '2026-11-20T20:00:00+08:00' })).toEqual(given({ closeAt: at('12:00') }))
  expect([isEmpty(inheritAll), isEmpty(given({ closeAt: noClose })), isEmpty(given({ limitMinutes: 0 }))]).toEqual([
    true,
    false,
    false,
  ])
})

test('the order of groups does not matter, and one more group never takes anything away', () => {
  const minutes = fc.option(fc.nat(300), { nil: null })
  const close = fc.option(
    fc.oneof(
      fc.constant(noClose),
      fc.nat(300).map((count) => new Date(at('12:00').getTime() + count * 60_000)),
    ),
    {
      nil: null,
    },
  )
  const group = fc
    .record({ closeAt: close, limitMinutes: minutes, attemptsAllowed: minutes, extraPercent: minutes, extraMinutes: minutes })
    .map(given)
  const end = (groups: TimeOverride[]) => extendedClose(effectiveTimes(exam, groups, null))?.getTime() ?? Infinity
  fc.assert(
    fc.property(fc.array(group, { maxLength: 4 }), group, (groups, more) => {
      expect(mergedOverride(groups, null)).toEqual(mergedOverride(groups.toReversed(), null))
      const [before, after] = [mergedOverride(groups, null), mergedOverride([...groups, more], null)]
      if (before.closeAt === noClose) expect(after.closeAt).toBe(noClose)
      if (before.closeAt !== null && groups.length > 0)
        expect(end([...groups, given({ closeAt: more.closeAt })])).toBeGreaterThanOrEqual(end(groups))
      expect(
        before.limitMinutes === 0
          ? after.limitMinutes === 0
          : (after.limitMinutes ?? 0) === 0 || Number(after.limitMinutes) >= Number(before.limitMinutes),
      ).toBe(true)
    }),
  )
})
