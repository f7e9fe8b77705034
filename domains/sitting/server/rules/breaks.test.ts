import { expect, test } from 'vitest'
import { breaksLeft } from './breaks.ts'

const at = (clock: string) => new Date(`2026-11-20T${clock}:00Z`)
const taken = (from: string, until: string) => ({ from: at(from), until: at(until) })
const allowed = { breakCount: 2, breakMinutes: 20 }

test.each([
  ['none taken', allowed, [], { leftCount: 2, leftSeconds: 1200, until: null }],
  ['one taken', allowed, [taken('09:00', '09:05')], { leftCount: 1, leftSeconds: 900, until: null }],
  ['one being taken', allowed, [taken('09:50', '10:10')], { leftCount: 1, leftSeconds: 600, until: at('10:10') }],
  ['all minutes used', allowed, [taken('09:00', '09:20')], { leftCount: 1, leftSeconds: 0, until: null }],
  ['nothing arranged', {}, [], { leftCount: 0, leftSeconds: 0, until: null }],
])('%s', (_, comfort, breaks, expected) => {
  expect(breaksLeft(comfort, breaks, at('10:00'))).toEqual(expected)
})
