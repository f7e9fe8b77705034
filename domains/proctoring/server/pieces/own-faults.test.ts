import { ServerLoad } from '@kaopei/server/load'
import { afterEach, expect, test, vi } from 'vitest'
import { type OwnFault, OwnFaults, ownFaults } from './own-faults.ts'
import { tellLoad } from './tell-load.ts'

afterEach(() => vi.useRealTimers())
const at = (seconds: number) => new Date(Date.parse('2026-11-22T01:00:00Z') + seconds * 1000)
const [one, other] = [
  { companyId: 'c', attemptId: 'a' },
  { companyId: 'c', attemptId: 'b' },
]

test('what could not be written is written later, from where it began, of each attempt for itself', async () => {
  const faults = new OwnFaults()
  const written: OwnFault[] = []
  const write = async (some: readonly OwnFault[]) => written.push(...some)
  faults.note('load', one, at(0))
  await faults.flush(() => Promise.reject(new Error('busy')))
  faults.note('load', one, at(5))
  faults.note('storeDown', other, at(5))
  await faults.flush(write)
  await faults.flush(write)
  expect(written).toEqual([
    { ...one, kind: 'load', from: at(0), until: at(5) },
    { ...other, kind: 'storeDown', from: at(5), until: at(5) },
  ])
})

test('a load is noted of whoever was told it and goes by it, and not for being there', async () => {
  // Those of this process are one: tests before this one may have left some.
  await ownFaults.flush(async () => undefined)
  vi.useFakeTimers()
  const load = new ServerLoad(() => 0)
  const told: number[] = []
  const written: OwnFault[] = []
  const timer = tellLoad(load, { tell: async (level) => told.push(level), write: async (some) => written.push(...some) })
  for (let sample = 0; sample < 60; sample++) load.note('store', 900)
  vi.advanceTimersByTime(5000)
  expect([told, written]).toEqual([[10], []])
  expect([load.tell(), load.tell({ companyId: 'c', id: 'a' })]).toEqual([10, 10])
  vi.advanceTimersByTime(10_000)
  expect(written.map(({ companyId, attemptId, kind }) => [companyId, attemptId, kind])).toEqual([['c', 'a', 'load']])
  clearInterval(timer)
})
