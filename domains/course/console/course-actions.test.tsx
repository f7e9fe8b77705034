import { openScreen, type Screen } from '@kaopei/web/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { courseStatus } from '../contract/codes.ts'
import { CourseActions } from './course-actions.tsx'

vi.setConfig({ testTimeout: 60_000 })

let screen: Screen
afterEach(() => screen.close())

test.each([
  ['on the shelf', courseStatus.shelved, true],
  ['off the shelf', courseStatus.unshelved, true],
  ['without a change', courseStatus.unshelved, false],
])('a change can be published from the list wherever the server takes it: %s', async (_, status, hasChange) => {
  const publish = vi.fn()
  const row = { id: '0190aaaa-0000-7000-8000-000000000001', courseName: '消防', courseStatus: status, source: 1, hasChange }
  const nothing = () => undefined
  screen = await openScreen(<CourseActions course={row} onPublish={publish} onHistory={nothing} onAct={nothing} />, '/', [])
  await screen.sees('编辑')
  if (!hasChange) return expect(screen.text()).not.toContain('发布修改')
  await screen.click('发布修改')
  expect(publish).toHaveBeenCalledOnce()
})
