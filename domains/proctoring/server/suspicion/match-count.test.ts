import { expect, test } from 'vitest'
import { abilityOf, chanceOfMatch, chanceRight, kIndex, levelOf, tailsOf, wrongAgreement } from './match-count.ts'

const rights = [0.9, 0.8, 0.6, 0.5, 0.3]

test.each([
  [0.62, 1, rights],
  [0.4, 0.696992, [0.72485, 0.568127, 0.340553, 0.252483, 0.113987]],
  [0.8, 1.46409, [0.97641, 0.934259, 0.813024, 0.735314, 0.540993]],
])('somebody with a share of %f has the ability %f', (share, ability, chances) => {
  const solved = abilityOf(rights, share)
  expect(solved).toBeCloseTo(ability, 5)
  for (const [index, chance] of chances.entries()) expect(chanceRight(rights[index] ?? 0, solved)).toBeCloseTo(chance, 5)
})

test('the worked example of two people: chances of a match, mean, variance, and all five matching', () => {
  const [one, other] = [abilityOf(rights, 0.4), abilityOf(rights, 0.8)]
  const agreements = [0.38, 0.46, 0.36, 0.54, 1 / 3]
  const chances = rights.map((right, index) =>
    chanceOfMatch(chanceRight(right, one), chanceRight(right, other), agreements[index] ?? 0),
  )
  for (const [index, chance] of [0.710217, 0.543838, 0.321266, 0.292497, 0.197228].entries())
    expect(chances[index]).toBeCloseTo(chance, 5)
  expect(chances.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(2.065046, 5)
  expect(chances.reduce((sum, chance) => sum + chance * (1 - chance), 0)).toBeCloseTo(1.037213, 5)
  expect(tailsOf(chances)[5]).toBeCloseTo(0.0071584, 6)
})

test('the tail of .9 .8 .7 .6 .5', () => {
  const rounded = [...tailsOf([0.9, 0.8, 0.7, 0.6, 0.5])].map((chance) => Math.round(chance * 10_000) / 10_000)
  expect(rounded).toEqual([1, 0.9988, 0.9774, 0.85, 0.5226, 0.1512])
})

test('the K-index of 7 of 10 at .3', () => {
  expect(kIndex(10, 7, 0.3)).toBeCloseTo(0.0105920784, 10)
})

test('agreement of wrong options, and levels by expected pairs', () => {
  expect(wrongAgreement([3, 1], 4)).toBeCloseTo(0.625, 9)
  expect(wrongAgreement([], 0)).toBe(0)
  expect([0.01, 0.011, 0.1, 0.11].map(levelOf)).toEqual(['red', 'yellow', 'yellow', null])
})
