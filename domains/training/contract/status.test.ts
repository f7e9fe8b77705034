import fc from 'fast-check'
import { expect, test } from 'vitest'
import { projectStatus } from './codes.ts'
import { isChangeable, isDeletable, isRunning, statusAfter, type Transition, transitions } from './status.ts'

const { draft, shelved, unshelved, ended, archived } = projectStatus
const names = Object.keys(transitions).flatMap((name) => (name in transitions ? [name as Transition] : [])) // the table's own keys

/** Which states can follow which, said once more by hand. */
const follows: ReadonlyMap<number, readonly number[]> = new Map([
  [draft, [shelved]],
  [shelved, [unshelved, ended]],
  [unshelved, [shelved, ended]],
  [ended, [archived]],
  [archived, []],
])

test('transitions: whatever is called in whatever order, a project goes only from state to state as the table says', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...names), { maxLength: 30 }), (calls) => {
      let status: number = draft
      let wasOn = false
      for (const call of calls) {
        const next = statusAfter(status, call)
        if (next === undefined) continue
        expect(follows.get(status)).toContain(next)
        status = next
        wasOn = true
        expect(isDeletable(status)).toBe(false)
      }
      expect(status === draft).toBe(!wasOn)
      expect(isRunning(status)).toBe(status === shelved || status === unshelved)
      expect(isChangeable(status)).toBe(status !== ended && status !== archived)
    }),
  )
})

test('each transition is refused from every other state, and nothing leads back into a draft', () => {
  for (const name of names)
    for (const { value } of projectStatus.options) {
      const { from, to } = transitions[name]
      expect(statusAfter(value, name)).toBe(from.some((one) => one === value) ? to : undefined)
      expect(to).not.toBe(draft)
    }
})
