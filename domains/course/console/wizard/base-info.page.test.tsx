import { connectUploads } from '@kaopei/web/client'
import { openScreen, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { category } from '../../contract/category.ts'
import { course } from '../../contract/course.ts'
import CourseBaseInfo from './base-info.page.tsx'

vi.setConfig({ testTimeout: 60_000 })

const never = () => new Promise<never>(() => undefined)
connectUploads({ open: never, slices: never, complete: never, abandon: never, problem: () => undefined, accept: () => '' })

let screen: Screen
afterEach(() => screen.close())

/** As React hears it: through the element's own setter. */
const type = (field: HTMLInputElement | null, text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
    field?.dispatchEvent(new Event('input', { bubbles: true }))
    field?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
  })

test('days that do not fit stay as they were typed and are called wrong', async () => {
  screen = await openScreen(<CourseBaseInfo />, '/createCourseInfo/courseBaseInfo', [[category.list, []]])
  await screen.sees('完成期限')
  const days = document.querySelector<HTMLInputElement>('input[placeholder="不限"]')
  await type(document.querySelector('input[maxlength="100"]'), '安全课')
  await type(days, '-5')
  await screen.click('保存')
  await screen.sees('至少 1 天')
  expect(days?.value).toBe('-5')
  expect(screen.sent.some(({ path }) => path === course.courseEdit.facts.path)).toBe(false)
})
