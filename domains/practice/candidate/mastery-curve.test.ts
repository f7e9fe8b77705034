import { expect, test } from 'vitest'
import { placesOf } from './mastery-curve.tsx'

test('days stand as far apart as they are, better ones higher', () => {
  const places = placesOf([
    { day: '2026-11-01', percent: 0 },
    { day: '2026-11-02', percent: 50 },
    { day: '2026-11-11', percent: 100 },
  ])
  const [first, second, third] = places
  if (!first || !second || !third) throw new Error('three days')
  expect(third.x - first.x).toBeCloseTo(10 * (second.x - first.x), -1)
  expect(first.y).toBeGreaterThan(second.y)
  expect(second.y).toBeGreaterThan(third.y)
})

test('a single day has a place', () => {
  expect(placesOf([{ day: '2026-11-01', percent: 70 }])).toEqual([{ day: '2026-11-01', x: 40, y: 51 }])
})
