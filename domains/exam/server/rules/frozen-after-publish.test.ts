import { expect, test } from 'vitest'
import { defaultExamSettings } from '../../contract/exam-settings.ts'
import { type ChangeableExam, frozenChanges } from './frozen-after-publish.ts'

const before: ChangeableExam = {
  openAt: new Date('2026-12-01T01:00:00Z'),
  closeAt: new Date('2026-12-01T03:00:00Z'),
  limitMinutes: 60,
  typedSumScoreHundredths: null,
  passScoreHundredths: 6000,
  settings: defaultExamSettings,
}
const settings = (change: Partial<ChangeableExam['settings']>) => ({ settings: { ...defaultExamSettings, ...change } })

test.each<[string, Partial<ChangeableExam>, string[]]>([
  ['nothing', {}, []],
  ['a later close', { closeAt: new Date('2026-12-01T04:00:00Z') }, []],
  ['no close at all', { closeAt: null }, []],
  ['an earlier close', { closeAt: new Date('2026-12-01T02:00:00Z') }, ['结束时间（只能延后）']],
  ['the opening', { openAt: new Date('2026-12-01T00:00:00Z') }, ['开始时间']],
  ['the duration', { limitMinutes: 90 }, ['考试时长']],
  ['the pass score', { passScoreHundredths: 5000 }, ['及格分']],
  ['what may be looked at', settings({ permitViewAnswer: true, permitViewTime: { start: null, end: null } }), []],
  ['the order of options and attempts', settings({ isQuestionOptionOrder: true, repeatCount: 2 }), ['选项乱序', '允许考试次数']],
])('changing %s', (_, change, frozen) => {
  expect(frozenChanges(before, { ...before, ...change })).toEqual(frozen)
})

test('a close can not be set on an exam that has none, for that ends it sooner', () => {
  expect(frozenChanges({ ...before, closeAt: null }, before)).toEqual(['结束时间（只能延后）'])
})
