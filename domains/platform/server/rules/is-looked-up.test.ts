import { expect, test } from 'vitest'
import { isLookedUp } from './is-looked-up.ts'

test('a rare word is looked up; a frequent one is met while reading, and so is any when a page of it comes soon', () => {
  const otherwise = 1_000_000
  expect(isLookedUp({ withWord: 0, otherwise, most: 20 })).toBe(true)
  expect(isLookedUp({ withWord: 50, otherwise, most: 100_000 })).toBe(true)
  expect(isLookedUp({ withWord: 300_000, otherwise, most: 100_000 })).toBe(false)
  expect(isLookedUp({ withWord: 30_000, otherwise, most: 100_000 })).toBe(true)
  expect(isLookedUp({ withWord: 30_000, otherwise, most: 20 })).toBe(false)
})

test('where little is left by the other conditions, that is read', () => {
  expect(isLookedUp({ withWord: 5_000, otherwise: 200, most: 100_000 })).toBe(false)
})
