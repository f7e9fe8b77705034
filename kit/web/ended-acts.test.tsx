import { act } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openScreen } from './test-screen.tsx'

// Each test leaves something behind, as one does that is over by its time; each finds a page on which things are drawn.
let here: Awaited<ReturnType<typeof openScreen>>
beforeEach(async () => {
  here = await openScreen(<p>画出来了</p>)
  expect(here.text()).toContain('画出来了')
})
afterEach(() => here.close())

const never = () => new Promise<void>(() => undefined)
const leave = (work: () => Promise<void>) => void act(work).catch(() => undefined)

let release: () => void = () => undefined

test('an act whose work never ends', () => {
  leave(never)
})

test('an act that ends while the next test draws', () => {
  leave(() => new Promise((resolve) => (release = resolve)))
})

test('acts within each other, of which the outer one ends first', async () => {
  release()
  leave(async () => {
    leave(never)
    await Promise.resolve()
  })
  await act(async () => undefined)
})

test('nothing, and is told nothing of the others', async () => {
  const waiting: string[] = []
  await Promise.all(['一', '二'].map((name) => act(async () => void waiting.push(name))))
  expect(waiting).toEqual(['一', '二'])
})
