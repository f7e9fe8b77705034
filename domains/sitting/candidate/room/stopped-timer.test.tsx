import { openScreen, type Screen } from '@kaopei/web/testing'
import { afterEach, expect, test } from 'vitest'
import { ExamClock } from '../session/clock.ts'
import { Timer } from './timer.tsx'

let screen: Screen | undefined
afterEach(() => screen?.close())

const now = '2026-11-28T00:50:00.000Z'
const timer = (isStopped: boolean) => <Timer clock={new ExamClock(now)} due="2026-11-28T00:50:58.000Z" isStopped={isStopped} />

test('a clock that stands still shows no time that runs out, and says no minutes', async () => {
  screen = await openScreen(timer(true), '/x', [])
  await screen.sees('已停止计时')
  expect(screen.text()).not.toMatch(/剩余|\d/)
})

test('a clock that runs shows what is left', async () => {
  screen = await openScreen(timer(false), '/x', [])
  await screen.sees('00:58')
})
