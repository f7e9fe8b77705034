import { openScreen, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { leaveMark, leftMark } from './left-mark.ts'
import { LeftNote } from './left-note.tsx'

let screen: Screen
afterEach(async () => {
  await screen.close()
  leftMark.clear()
})

test('whoever has handed in reads how much of the recordings waits on this device, until it has gone', async () => {
  leaveMark()
  let waiting = 7
  let tell: () => void = () => undefined
  const post = {
    standingOf: () => ({ sent: 0, waiting, load: 0 }),
    subscribe: (listener: () => void) => {
      tell = listener
      return () => undefined
    },
  }
  screen = await openScreen(<LeftNote attemptId="a" open={async () => post} />, '/x', [])
  await screen.sees('还有 7 段监考录像或照片待上传')
  waiting = 0
  await act(async () => tell())
  await vi.waitFor(() => expect(screen.text()).not.toContain('待上传'))
})

test('where nothing was recorded the queue is not even opened', async () => {
  const open = vi.fn()
  screen = await openScreen(<LeftNote attemptId="a" open={open} />, '/x', [])
  expect(open).not.toHaveBeenCalled()
})
