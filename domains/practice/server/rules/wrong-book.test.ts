import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type WrongStanding, wrongStandingAfter } from './wrong-book.ts'

const out: WrongStanding = { wrongSince: null, streak: 0, streakDays: 0, streakDay: null }
const wayOut = { leaveStreak: 3, leaveDays: 2 }
const dayOf = (day: number) => `2026-03-${String(day).padStart(2, '0')}`

/** `2+` is full marks on the second day, `2-` less. */
function after(answers: string, given = wayOut) {
  return answers
    .split(' ')
    .filter(Boolean)
    .reduce<WrongStanding>((standing, one) => {
      const day = Number.parseInt(one, 10)
      const at = new Date(Date.UTC(2026, 2, day))
      return wrongStandingAfter(standing, { isFull: one.endsWith('+'), at, day: dayOf(day) }, given)
    }, out)
}

test.each([
  ['1+', false],
  ['1-', true],
  ['1- 1+ 1+ 1+', true],
  ['1- 1+ 1+ 2+', false],
  ['1- 1+ 2+', true],
  ['1- 1+ 2+ 2+', false],
  ['1- 1+ 2+ 2- 3+ 3+', true],
  ['1- 1+ 2+ 2- 3+ 3+ 4+', false],
  ['1- 2+ 2+ 3+ 4-', true],
  // An answer kept offline of an earlier day is one more, but no other day.
  ['1- 3+ 3+ 2+', true],
])('after %s it is in the wrong book: %s', (answers, isIn) => {
  expect(after(answers).wrongSince !== null).toBe(isIn)
})

test('it is in since the first wrong answer', () => {
  expect(after('2- 3+ 4-').wrongSince).toEqual(new Date(Date.UTC(2026, 2, 2)))
})

test('a company that wishes one right answer gets it', () => {
  expect(after('1- 1+', { leaveStreak: 1, leaveDays: 1 }).wrongSince).toBeNull()
})

test('in or out, the streak never counts more days than answers, and a wrong answer always brings it in', () => {
  const answers = fc.array(fc.record({ day: fc.integer({ min: 1, max: 28 }), isFull: fc.boolean() }), { maxLength: 60 })
  fc.assert(
    fc.property(answers, (given) => {
      const standing = after(given.map(({ day, isFull }) => `${day}${isFull ? '+' : '-'}`).join(' '))
      expect(standing.streakDays).toBeLessThanOrEqual(standing.streak)
      if (given.at(-1)?.isFull === false) expect(standing).toMatchObject({ streak: 0, wrongSince: expect.any(Date) })
      if (standing.wrongSince !== null) expect(standing.streak >= 3 && standing.streakDays >= 2).toBe(false)
    }),
  )
})
