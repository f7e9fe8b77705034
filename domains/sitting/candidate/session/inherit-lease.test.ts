import { ApiError } from '@kaopei/web/client'
import { expect, test } from 'vitest'
import { FakeClock } from '../outbox/world.ts'
import { inheritLease } from './inherit-lease.ts'

const busy = new ApiError(1004, '服务器繁忙', null, 503)
const handedIn = new ApiError(2350, '试卷已提交，不能再作答')

/** A page that finds the lease of another tab: for so many questions that tab answers, and so the server answers in turn. */
function heir({ heldFor = 0, answers = [] }: { heldFor?: number; answers?: (ApiError | undefined)[] }) {
  const clock = new FakeClock()
  const seen = { asked: 0, tried: 0, isWaiting: true }
  const begin = () =>
    inheritLease({
      scheduler: clock,
      isHeldHere: async () => ++seen.asked <= heldFor,
      takeOver: async () => {
        const answer = answers[seen.tried++]
        if (answer) throw answer
        seen.isWaiting = false
      },
      isWaiting: () => seen.isWaiting,
    })
  return { clock, seen, begin }
}

test.each([
  ['at once where nobody answers', {}, { asked: 1, tried: 1, isWaiting: false }],
  ['a moment later where a page that goes away still answers', { heldFor: 1 }, { asked: 2, tried: 1, isWaiting: false }],
  [
    'where the server is busy or away, until it says something',
    { answers: [busy, busy] },
    { asked: 3, tried: 3, isWaiting: false },
  ],
  ['not where another tab is really there', { heldFor: 100 }, { asked: 3, tried: 0, isWaiting: true }],
  ['not where the server refuses for good', { answers: [handedIn] }, { asked: 1, tried: 1, isWaiting: true }],
])('a page goes on for a tab that died: %s', async (_, given, expected) => {
  const { clock, seen, begin } = heir(given)
  await begin()
  await clock.advance(60_000)
  expect(seen).toEqual(expected)
})

test('a page that is closed tries no more', async () => {
  const { clock, seen, begin } = heir({ answers: [busy, busy] })
  await begin()
  seen.isWaiting = false
  await clock.advance(60_000)
  expect(seen.tried).toBe(1)
})
