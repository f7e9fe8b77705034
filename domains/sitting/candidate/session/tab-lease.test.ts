import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

/** A page of its own: what a module knows lives as long as the page. */
async function openPage() {
  vi.resetModules()
  return import('./tab-lease.ts')
}

test('a duplicated tab that lives beside its original gets a name of its own', async () => {
  const first = await (await openPage()).deviceName()
  const second = await (await openPage()).deviceName()
  expect(second).not.toBe(first)
  expect(second.split(':')[0]).toBe(first.split(':')[0])
})

test('the page that is loaded in the place of one that goes away is the same tab, and finds its exam free', async () => {
  const before = await openPage()
  const name = await before.deviceName()
  await before.openLeaseChannel(
    'a1',
    () => true,
    () => undefined,
  )
  window.dispatchEvent(new Event('pagehide'))
  const after = await openPage()
  expect(await after.deviceName()).toBe(name)
  const channel = await after.openLeaseChannel(
    'a1',
    () => false,
    () => undefined,
  )
  expect(await channel.isHeldHere()).toBe(false)
})
