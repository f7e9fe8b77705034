import { expect, test } from 'vitest'
import { exportProblem, fieldsShownAtFirst, isSoundRange, toggledField } from './report-fields.ts'

test.each([
  [undefined, false],
  [['2026-01-01', '2026-03-31'] as const, true],
  [['2026-01-01', '2026-04-01'] as const, false],
  [['2026-01-01', '2026-01-01'] as const, true],
  [['2026-01-02', '2026-01-01'] as const, false],
  [['', ''] as const, false],
])('a range of at most 90 days: %j is %s', (range, isSound) => {
  expect(isSoundRange(range)).toBe(isSound)
})

const range = ['2026-01-01', '2026-01-31'] as const
const ready = { mayExport: true, range, queried: 'a', current: 'a' }

test.each([
  [ready, undefined],
  [{ ...ready, mayExport: false }, 'no permission'],
  [{ ...ready, range: undefined, queried: undefined }, '请选择时间范围'],
  [{ ...ready, queried: undefined }, '请先查询数据'],
  [{ ...ready, current: 'b' }, '查询条件发生变化，请重新查询数据后导出'],
])('an export of %j is refused with %s', (state, problem) => {
  expect(exportProblem(state)).toBe(problem)
})

test('the last column cannot be hidden', () => {
  expect(toggledField(['a', 'b'], 'a')).toEqual(['b'])
  expect(toggledField(['a'], 'b')).toEqual(['a', 'b'])
  expect(toggledField(['a'], 'a')).toBeUndefined()
})

test('columns marked as selected are shown at first', () => {
  const field = (value: string, select: boolean) => ({ lable: value, value, select })
  expect(fieldsShownAtFirst([{ title: '一', fields: [field('a', true), field('b', false)] }])).toEqual(['a'])
})
