import { endpoint } from '@kaopei/contract'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { openScreen, type Screen } from '../testing.tsx'
import { LabelManager, type LabelManagerProps } from './label-manager.tsx'

vi.setConfig({ testTimeout: 60_000 })

const facts = { summary: '', access: 'signedIn', audit: 'read' } as const
const list = endpoint({ path: '/labels/list', ...facts, output: z.array(z.looseObject({ id: z.string(), name: z.string() })) })
const create = endpoint({ path: '/labels/create', ...facts, input: z.object({ name: z.string() }) })
const update = endpoint({ path: '/labels/update', ...facts, input: z.object({ id: z.string(), name: z.string() }) })
const remove = endpoint({ path: '/labels/remove', ...facts, input: z.looseObject({ id: z.string() }) })

let screen: Screen
afterEach(() => {
  screen.close()
  vi.useRealTimers()
})

async function open(more: Pick<LabelManagerProps, 'uses'> = {}) {
  screen = await openScreen(
    <LabelManager
      open
      title="讲师标签"
      onClose={() => undefined}
      {...{ list, create, update, remove }}
      removeExtras={{ systemTeacherId: 't1' }}
      {...more}
    />,
    '/x',
    [
      [list, [{ id: 'l1', name: '安全', staffCount: 12 }]],
      [create, { id: 'l2' }],
      [update, null],
      [remove, null],
    ],
  )
  await screen.sees('安全')
}

const sentTo = (path: string) => screen.sent.filter((call) => call.path === path).map(({ body }) => body)

function named(label: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(`[aria-label="${label}"]`)
  if (!found) throw new Error(`nothing is called ${label}`)
  return found
}
const press = (label: string) => act(async () => named(label).click())

async function name(label: string, value: string) {
  const input = named(label)
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  await act(async () => void input.dispatchEvent(new Event('input', { bubbles: true })))
  await act(async () => void input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
  await act(async () => void input.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
}

async function hears(text: string) {
  await act(() => vi.dynamicImportSettled())
  await screen.sees(text)
}

test('a label is added by its name, and an empty name adds none', async () => {
  await open()
  await screen.click('添加标签')
  await name('新标签名称', '  ')
  await screen.sees('添加标签')
  expect(sentTo('/labels/create')).toEqual([])
  await screen.click('添加标签')
  await name('新标签名称', ' 消防 ')
  await hears('添加成功')
  expect(sentTo('/labels/create')).toEqual([{ name: '消防' }])
})

test('a name has at most 20 characters', async () => {
  await open()
  await screen.click('添加标签')
  expect(named('新标签名称').getAttribute('maxlength')).toBe('20')
})

test('a rename sends the new name; unchanged it sends nothing', async () => {
  await open()
  await press('重命名安全')
  await name('安全的新名称', '安全')
  await screen.sees('安全')
  expect(sentTo('/labels/update')).toEqual([])
  await press('重命名安全')
  await name('安全的新名称', '生产安全')
  await hears('修改成功')
  expect(sentTo('/labels/update')).toEqual([{ id: 'l1', name: '生产安全' }])
})

test('an empty rename warns and leaves the name as it was', async () => {
  await open()
  await press('重命名安全')
  await name('安全的新名称', '')
  await hears('请输入内容')
  await screen.sees('安全')
  expect(named('重命名安全')).toBeDefined()
  expect(sentTo('/labels/update')).toEqual([])
})

test('a deletion asks, and sends along what belongs to it', async () => {
  await open()
  await press('删除安全')
  await hears('确定要删除吗')
  await screen.click('确定')
  await hears('删除成功')
  expect(sentTo('/labels/remove')).toEqual([{ id: 'l1', systemTeacherId: 't1' }])
})

test('where labels are in use, the list and the question before a deletion say how often', async () => {
  await open({ uses: { key: 'staffCount', unit: '人' } })
  await screen.sees('12人')
  await press('删除安全')
  await hears('正在使用：12人，删除后一并去掉。确定要删除吗')
})

test('for 500 ms after one submit a second one does nothing', async () => {
  await open()
  const start = Date.now()
  const clock = vi.spyOn(Date, 'now').mockReturnValue(start)
  await press('重命名安全')
  await name('安全的新名称', '一')
  await screen.sees('安全')
  await press('重命名安全')
  await name('安全的新名称', '二')
  expect(sentTo('/labels/update')).toEqual([{ id: 'l1', name: '一' }])
  clock.mockReturnValue(start + 500)
  await name('安全的新名称', '三')
  expect(sentTo('/labels/update')).toHaveLength(2)
  clock.mockRestore()
})
