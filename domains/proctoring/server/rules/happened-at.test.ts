import { expect, test } from 'vitest'
import { happenedAt } from './happened-at.ts'

const at = (time: string) => new Date(`2026-11-22T${time}:00Z`)

test.each([
  ['told at once', at('01:00'), at('01:00'), at('01:00')],
  ['told ten minutes later, after an outage', at('00:50'), at('01:00'), at('00:50')],
  ['by a clock that is hours ahead', at('05:00'), at('01:00'), at('01:00')],
  ['without a time', null, at('01:00'), at('01:00')],
])('an event %s', (_name, clientAt, heardAt, happened) => {
  expect(happenedAt({ clientAt, at: heardAt })).toBe(happened.getTime())
})
