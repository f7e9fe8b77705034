import { ServerLoad } from '@kaopei/server/load'
import { afterEach, expect, test, vi } from 'vitest'
import { OwnFaults } from './own-faults.ts'
import { tellLoad } from './tell-load.ts'

afterEach(() => vi.useRealTimers())
const at = (seconds: number) => new Date(Date.parse('2026-11-22T01:00:00Z') + seconds * 1000)

test('what could not be written is written later, from where it began', async () => {
  const faults = new OwnFaults()
  const written: unknown[] = []
  faults.note('load', at(0))
  await faults.flush(() => Promise.reject(new Error('busy')))
  faults.note('load', at(5))
  faults.note('storeDown', at(5))
  await faults.flush(async (kind, span) => written.push([kind, span]))
  await faults.flush(async (kind, span) => written.push([kind, span]))
  expect(written).toEqual([
    ['load', { from: at(0), until: at(5) }],
    ['storeDown', { from: at(5), until: at(5) }],
  ])
})

test('a load is noted when it was told to somebody who goes by it, and not for being there', () => {
  vi.useFakeTimers()
  const load = new ServerLoad(() => 0)
  const told: number[] = []
  const written: string[] = []
  const timer = tellLoad(load, { tell: async (level) => told.push(level), write: async (kind) => written.push(kind) })
  for (let sample = 0; sample < 60; sample++) load.note('store', 900)
  vi.advanceTimersByTime(5000)
  expect([told, written]).toEqual([[10], []])
  expect(load.tell()).toBe(10)
  vi.advanceTimersByTime(10_000)
  expect(written).toEqual(['load'])
  clearInterval(timer)
})
