import { afterEach, expect, test, vi } from 'vitest'
import { session } from './session.ts'

afterEach(() => session.clear())
const own = { token: 'own', signKey: 'k1', staffId: 'me', expiresAt: '2026-06-01T00:00:00Z' }
const other = { token: 'other', signKey: 'k2', staffId: 'you', viewing: { id: 'v1', name: '张三' } }

test('a login outlives the page', async () => {
  session.start(own)
  vi.resetModules()
  const { session: anew } = await import('./session.ts')
  expect(anew.get()).toEqual(own)
})

test('looking through another’s eyes leads back to one’s own login, also after the page was loaded anew', async () => {
  session.start(own)
  session.look(other)
  vi.resetModules()
  const { session: anew } = await import('./session.ts')
  expect(anew.get()).toEqual(other)
  expect(anew.stopLooking()).toBe(true)
  expect(anew.get()).toEqual(own)
  expect(anew.stopLooking()).toBe(false)
  expect(anew.get()).toEqual(own)
})

test('signing out while looking leaves nothing behind', () => {
  session.start(own)
  session.look(other)
  session.clear()
  expect(session.get()).toBeUndefined()
  expect(session.stopLooking()).toBe(false)
  expect(Object.keys(localStorage)).toEqual(['kaopei.session.ended'])
})

test('a login that the browser lost may be given back, one that was ended may not', () => {
  session.start(own)
  session.clear()
  session.giveBack(own)
  expect(session.get()).toBeUndefined()
  localStorage.clear()
  session.giveBack(own)
  expect(session.get()?.token).toBe(own.token)
  session.giveBack(other)
  expect(session.get()?.token).toBe(own.token)
})
