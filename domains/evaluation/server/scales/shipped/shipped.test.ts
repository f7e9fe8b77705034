import { expect, test } from 'vitest'
import { definitionFaults } from '../../../contract/rules/definition-faults.ts'
import { compileScale, scoreSitting } from '../../rules/score.ts'
import { shippedScales } from './index.ts'

const scales = Object.values(shippedScales)

test.each(scales.map((scale) => [scale.name, scale] as const))('%s can be published as it is', (_name, scale) => {
  expect(definitionFaults(scale, scale)).toEqual([])
  expect(new Set(scale.items.map(({ text }) => text)).size).toBe(scale.items.length)
})

test('the 50 markers are ten for each factor, 24 of them reversed as Goldberg keyed them', () => {
  const { dimensions, items } = shippedScales.ipip50
  expect(items).toHaveLength(50)
  const reversed = dimensions.map(({ items: keyed }) => keyed.filter(({ isReversed }) => isReversed).length)
  expect(dimensions.map(({ items: keyed }) => keyed.length)).toEqual([10, 10, 10, 10, 10])
  expect(reversed).toEqual([5, 4, 4, 8, 3])
})

test('whoever agrees with everything is not extreme in anything', () => {
  const { dimensions } = scoreSitting(
    compileScale(shippedScales.ipip50),
    Array.from({ length: 50 }, () => 5),
  )
  expect(dimensions.map(({ raw }) => raw)).toEqual([30, 34, 34, 18, 38])
})

test('the manager’s questionnaire has six dimensions of five behaviours', () => {
  expect(shippedScales.manager30.dimensions.map(({ items }) => items.length)).toEqual([5, 5, 5, 5, 5, 5])
})
