import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { codeAt, deviceHashOf, isCodeValid, nextInMs, stepMs } from './sign-code.ts'

const which = { secret: 'of the deployment', companyId: randomUUID(), taskId: randomUUID() }
const shownAt = new Date('2026-11-23T01:00:00.000Z')
const after = (ms: number) => new Date(shownAt.getTime() + ms)

test('a code is accepted in its own step and the next one, and never after thirty seconds', () => {
  const code = codeAt(which, shownAt)
  expect([0, stepMs - 1, stepMs, 2 * stepMs - 1].map((ms) => isCodeValid(which, code, after(ms)))).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect([2 * stepMs, 3 * stepMs, 3_600_000, -1].map((ms) => isCodeValid(which, code, after(ms)))).toEqual([
    false,
    false,
    false,
    false,
  ])
})

test('a code opens no other session and no other company, and none is made without the secret', () => {
  const code = codeAt(which, shownAt)
  const others = [{ taskId: randomUUID() }, { companyId: randomUUID() }, { secret: 'guessed' }]
  for (const other of others) expect(isCodeValid({ ...which, ...other }, code, shownAt)).toBe(false)
  const moved = `${(Math.floor(after(stepMs).getTime() / stepMs)).toString(36)}${code.slice(code.indexOf('-'))}`
  for (const made of ['', '-', 'x', moved, code.slice(0, -1)]) expect(isCodeValid(which, made, shownAt)).toBe(false)
})

test('the screen is told when its code changes', () => {
  expect([0, 1, stepMs - 1].map((ms) => nextInMs(after(ms)))).toEqual([stepMs, stepMs - 1, 1])
  expect(codeAt(which, after(stepMs - 1))).toBe(codeAt(which, shownAt))
  expect(codeAt(which, after(stepMs))).not.toBe(codeAt(which, shownAt))
})

test('a device is known again in one session alone', () => {
  const hash = deviceHashOf(which, 'd'.repeat(32))
  expect(deviceHashOf(which, 'd'.repeat(32)).equals(hash)).toBe(true)
  expect(deviceHashOf({ ...which, taskId: randomUUID() }, 'd'.repeat(32)).equals(hash)).toBe(false)
})
