import { openScreen, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
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
