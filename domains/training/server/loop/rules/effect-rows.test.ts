import { describe, expect, test } from 'vitest'
import { effectNotes, effectRows } from './effect-rows.ts'

const times = (count: number, of: (at: number) => number) => Array.from({ length: count }, (_, at) => of(at))
const point = { id: 'p', name: '动火作业' }
const pairs = (count: number, isTrained: boolean, gain: (at: number) => number) => ({
  pointId: 'p',
  isTrained,
  before: times(count, () => 0.5),
  after: times(count, (at) => 0.5 + gain(at)),
})
const firstOf = (given: Parameters<typeof effectRows>[0]) => {
  const [row] = effectRows(given, [point])
  if (!row) throw new Error('a row was expected')
  return row
}

describe('the effect of a training', () => {
  test('says by how much the trained gained, and that chance does not explain it', () => {
    const row = firstOf([pairs(100, true, (at) => (at % 2 === 0 ? 0.1 : 0.3))])
    expect(row.trained).toEqual({ n: 100, before: 50, after: 70, difference: 20, low: 18.01, high: 21.99, way: 't' })
    expect(row.verdict).toBe('better')
    expect(row.text).toBe('得分率由 50.0% 变为 70.0%，提高 20.0 个百分点（95% 置信区间 18.0 至 22.0），提高超出了偶然波动的范围')
    expect(row.more).toEqual({ difference: null, low: null, high: null, way: null })
  })

  test('of 29 people tells how many they are and nothing else', () => {
    const row = firstOf([pairs(29, true, () => 0.3), pairs(29, false, () => 0)])
    expect(row.trained).toEqual({ n: 29, before: null, after: null, difference: null, low: null, high: null, way: null })
    expect(row.verdict).toBe('tooFew')
    expect(row.text).toBe('样本不足：两场考试都有正式成绩的只有 29 人，至少需要 30 人，不作结论')
  })

  test('that may be chance is not called one, and a loss is called a loss', () => {
    expect(firstOf([pairs(100, true, (at) => (at % 2 === 0 ? -0.2 : 0.2))]).verdict).toBe('unclear')
    expect(firstOf([pairs(100, true, (at) => (at % 2 === 0 ? -0.1 : -0.2))]).verdict).toBe('worse')
    expect(firstOf([]).verdict).toBe('nobody')
  })

  test('is set against those who were not trained', () => {
    const trained = pairs(100, true, (at) => (at % 2 === 0 ? 0.1 : 0.3))
    const row = firstOf([trained, pairs(100, false, (at) => (at % 2 === 0 ? 0.05 : 0.15))])
    expect(row.more.difference).toBe(10)
    expect(row.text).toContain('与未参加培训的人相比，多提高 10.0 个百分点')
    const same = firstOf([trained, pairs(100, false, (at) => (at % 2 === 0 ? 0.1 : 0.3))])
    expect(same.text).toContain('不能断定是培训带来的')
  })

  test('of several points begins with all of them together', () => {
    const rows = effectRows([], [point, { id: 'q', name: '用电安全' }])
    expect(rows.map(({ name }) => name)).toEqual(['全部所选知识点', '动火作业', '用电安全'])
  })
})

test('the notes name what comes back by itself where people were chosen for low scores', () => {
  const of = { isChosenByScore: true, bothCount: 100, untrainedCount: 0, pointCount: 1, hasAfterExam: true }
  expect(effectNotes(of).join('')).toContain('均值回归')
  expect(effectNotes({ ...of, isChosenByScore: false }).join('')).not.toContain('均值回归')
  expect(effectNotes({ ...of, untrainedCount: 30 }).join('')).not.toContain('没有足够的未参加培训的人')
  expect(effectNotes({ ...of, hasAfterExam: false })[0]).toContain('还没有检验考试')
})
