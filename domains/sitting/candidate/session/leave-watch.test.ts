import { expect, test } from 'vitest'
import { LeaveWatch } from './leave-watch.ts'

test('blur, hidden page and lost full screen together are one incident; less than a second is none', () => {
  let now = 0
  let isPresent = true
  const incidents: number[] = []
  const watch = new LeaveWatch({ isPresent: () => isPresent, now: () => now }, (ms) => incidents.push(ms))
  const signal = (present: boolean, later: number) => {
    now += later
    isPresent = present
    watch.look()
  }
  signal(false, 100)
  signal(false, 5)
  signal(false, 5)
  signal(true, 4000)
  signal(true, 5)
  signal(false, 1000)
  signal(true, 900)
  signal(false, 1000)
  signal(true, 1000)
  expect(incidents).toEqual([4010, 1000])
})
