import { openScreen, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { attemptRule } from '../../contract/outline.ts'
import { NewTaskDrawer } from './new-task.drawer.tsx'
import { RuleFields } from './rule-fields.tsx'

vi.setConfig({ testTimeout: 60_000 })

let screen: Screen
afterEach(() => screen.close())

async function open() {
  const closed = vi.fn()
  screen = await openScreen(<NewTaskDrawer kind="link" onClose={closed} onSave={() => Promise.resolve(true)} />, '/', [])
  await screen.sees('添加链接')
  return closed
}

/** As React hears it: through the element's own setter. */
function type(id: string, text: string) {
  return act(async () => {
    const input = document.getElementById(id)
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
    input?.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

test('a drawer in which something was typed asks before it closes', async () => {
  const closed = await open()
  await type('kp-task-title', '安全网站')
  await screen.click('取消')
  expect(closed).not.toHaveBeenCalled()
})

test('one in which nothing was typed closes at once', async () => {
  const closed = await open()
  await screen.click('取消')
  expect(closed).toHaveBeenCalledOnce()
})

test('a number that does not fit stays as it was typed, is called wrong, and changes no other', async () => {
  const changed = vi.fn()
  const rule = { percent: 60.5, secondsPerPage: 7, noSkip: true }
  screen = await openScreen(<RuleFields kind="courseware" rule={rule} onChange={changed} />, '/', [])
  await screen.sees('请填写 60 到 100 的整数')
  const textOf = (id: string) => document.querySelector<HTMLInputElement>(`#${id}`)?.value
  expect([textOf('kp-rule-percent'), textOf('kp-rule-page')]).toEqual(['60.5', '7'])
  await type('kp-rule-page', '7.5')
  expect(changed).toHaveBeenLastCalledWith({ ...rule, secondsPerPage: 7.5 })
  await type('kp-rule-idle', '20')
  expect(changed).toHaveBeenLastCalledWith({ ...rule, idleSeconds: 20 })
})

test('a score keeps two places, and is not rounded to them', async () => {
  const changed = vi.fn()
  screen = await openScreen(<RuleFields kind="exam" rule={{ passScoreHundredths: 6055 }} onChange={changed} />, '/', [])
  await screen.sees('至少得分')
  await type('kp-rule-score', '60.57')
  expect(changed).toHaveBeenLastCalledWith({ passScoreHundredths: 6057 })
  await type('kp-rule-score', '60.555')
  const refused = { passScoreHundredths: 6055.5 }
  expect(changed).toHaveBeenLastCalledWith(refused)
  expect(attemptRule.safeParse(refused).error?.issues[0]?.message).toBe('得分最多两位小数')
})

test('an emptied number leaves the rule as it was, unless nothing means something', async () => {
  const changed = vi.fn()
  const rule = { percent: 80, noSkip: true, idleSeconds: 300 }
  screen = await openScreen(<RuleFields kind="courseware" type={2} rule={rule} onChange={changed} />, '/', [])
  await screen.sees('观看比例')
  await type('kp-rule-percent', '')
  expect(changed).not.toHaveBeenCalled()
  await type('kp-rule-idle', '')
  expect(changed).toHaveBeenLastCalledWith({ ...rule, idleSeconds: null })
})
