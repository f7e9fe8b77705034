import { expect, test } from 'vitest'
import { circleAmong } from './planned-chunks.ts'

test('files that need each other are found, and those that share a need are not', () => {
  expect(
    circleAmong(
      new Map([
        ['screen', ['list', 'form']],
        ['list', ['base']],
        ['form', ['base', 'list']],
      ]),
    ),
  ).toBeUndefined()
  expect(
    circleAmong(
      new Map([
        ['screen', ['list']],
        ['list', ['form']],
        ['form', ['list']],
      ]),
    ),
  ).toEqual(['list', 'form', 'list'])
})
