import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  sessionStorage.clear()
  vi.resetModules()
})
const opened = () => import('./way-back.ts')

test('a project leads to a course, the course to an exam, and each step back has its button', async () => {
  const { forgetWayBack, rememberWayBack, wayBack, wayBackText } = await opened()
  rememberWayBack('/training/p')
  rememberWayBack('/learn/c')
  expect([wayBack.get(), wayBackText('/learn/c', '/exam/e')]).toEqual(['/learn/c', '返回课程'])
  forgetWayBack('/learn')
  expect([wayBack.get(), wayBackText('/training/p', '/learn/c')]).toEqual(['/training/p', '返回培训'])
  forgetWayBack('/training')
  expect(wayBack.get()).toBeUndefined()
})

test('nobody is led back to where they are, and another project takes the place of the one before', async () => {
  const { rememberWayBack, wayBack, wayBackText } = await opened()
  rememberWayBack('/learn/c')
  rememberWayBack('/training/p')
  rememberWayBack('/training/q')
  expect([wayBack.get(), wayBackText('/training/q', '/training/q/t')]).toEqual(['/training/q', undefined])
})

test('a reload of the tab keeps the way, and nothing else of the store is a path', async () => {
  const before = await opened()
  before.rememberWayBack('/training/p')
  before.rememberWayBack('/learn/c')
  vi.resetModules()
  const after = await opened()
  after.forgetWayBack('/learn')
  expect(after.wayBack.get()).toBe('/training/p')
  sessionStorage.setItem('kaopei.wayBack', 'https://elsewhere.example /learn/../admin?x')
  vi.resetModules()
  expect((await opened()).wayBack.get()).toBeUndefined()
})
