import { dateInput, endpoint, errors, id, requiredText, text } from '@kaopei/contract'
import { Drawer, Input, Modal } from 'antd'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { access } from '../client/access.ts'
import { session } from '../client/session.ts'
import { type Answer, serve } from '../client/test-server.ts'
import { FocusReturn } from '../focus-return.tsx'
import { openScreen, type Screen } from '../test-screen.tsx'
import { whenShown } from '../when-opened.tsx'
import { formFor } from './form-for.tsx'
import { DateInput } from './inputs.tsx'

const create = endpoint({
  path: '/api/v1/group/create',
  summary: '新增',
  access: 'signedIn',
  audit: { action: 'create', target: 'group' },
  input: z.object({ name: requiredText(5, '名称'), descript: text(50, '描述'), endDate: dateInput.optional() }),
  output: z.object({ id }),
  errors: [errors('group', { taken: { code: 2999, text: '名称已存在' } }).taken],
})
const { Field, FormDrawer } = formFor(create)
let screen: Screen
let saved: unknown[] = []
let closed = 0

beforeEach(() => {
  session.start({ token: 't', signKey: 'k', staffId: 's' })
  access.set({ isAdmin: true, rights: new Set() })
  saved = []
  closed = 0
})
afterEach(async () => {
  await screen.close()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

async function open(answer: Answer | readonly Answer[]) {
  const seen = serve({ '/api/v1/group/create': answer })
  screen = await openScreen(
    <FormDrawer title="新增用户组" open endpoint={create} onClose={() => closed++} onSaved={(data) => saved.push(data)}>
      <Field name="name" label="名称">
        <Input />
      </Field>
      <Field name="descript" label="描述">
        <Input />
      </Field>
    </FormDrawer>,
  )
  return seen
}

test('people begin to type in the first field at once', async () => {
  await open({ data: { id: '1' } })
  await screen.until(() => document.activeElement?.id === 'name')
})

test('Enter at a typed date takes the date and does not send the form', async () => {
  const seen = serve({ '/api/v1/group/create': { data: { id: '1' } } })
  screen = await openScreen(
    <FormDrawer title="新增用户组" open endpoint={create} onClose={() => closed++} initialValues={{ name: '一组' }}>
      <Field name="name" label="名称">
        <Input />
      </Field>
      <Field name="endDate" label="截止日期">
        <DateInput />
      </Field>
    </FormDrawer>,
  )
  const pressed = (selector: string) => {
    const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
    act(() => void document.querySelector(selector)?.dispatchEvent(event))
    return event.defaultPrevented
  }
  await screen.until(() => document.querySelector('.ant-picker input') !== null)
  expect([pressed('.ant-picker input'), pressed('#name')]).toEqual([true, false])
  expect(seen).toHaveLength(0)
})

test('rules come from the schema: nothing is sent while a field is wrong', async () => {
  const seen = await open({ data: { id: '1' } })
  await screen.click('确 定')
  await screen.until(() => screen.text().includes('请输入名称'))
  await screen.type('名称', '这个名称太长了')
  await screen.until(() => screen.text().includes('名称不超过5个字符'))
  expect(seen).toHaveLength(0)
})

test('what the server refuses comes back on its field, and the drawer stays open', async () => {
  const refusal = { code: 1001, message: '名称已存在', data: { fields: [{ path: 'name', message: '名称已存在' }] } }
  await open(refusal)
  await screen.type('名称', '一组')
  await screen.click('确 定')
  await screen.until(() => screen.text().includes('名称已存在'))
  expect(document.querySelector('.ant-form-item-explain-error')?.textContent).toBe('名称已存在')
  expect(closed).toBe(0)
})

test('saving answers its data, closes, and a second click while it runs sends nothing', async () => {
  const gate = Promise.withResolvers<void>()
  const seen = await open({ data: { id: '1' }, after: gate.promise })
  await screen.type('名称', '一组')
  await screen.click('确 定')
  await screen.until(() => screen.text().includes('提交中 ...'))
  await screen.click('提交中 ...')
  gate.resolve()
  await screen.until(() => closed === 1)
  expect(saved).toEqual([{ id: '1' }])
  expect(seen.map(({ body }) => body)).toEqual([JSON.stringify({ name: '一组', descript: '' })])
})

test('trying again after a lost answer goes under the key of the first try, a changed form under a new one', async () => {
  const seen = await open([
    { status: 503, code: 9999, message: '系统繁忙' },
    { status: 503, code: 9999, message: '系统繁忙' },
    { data: { id: '1' } },
  ])
  // Not the name that the test before has just made: the same creation within half a second is the same click.
  for (const name of ['甲组', '甲组', '乙组']) {
    const before = seen.length
    await screen.type('名称', name)
    await screen.click('确 定')
    await screen.until(() => seen.length > before && !screen.text().includes('提交中'))
  }
  const keys = seen.map(({ headers }) => headers['idempotency-key'])
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

test('closing asks before input is lost, and does not ask when nothing was typed', async () => {
  await open({})
  await screen.type('名称', '一组')
  await screen.click('取 消')
  await screen.until(() => screen.text().includes('当前操作尚未保存，是否确认取消？'))
  expect(closed).toBe(0)
})

test('an untouched form closes without a question', async () => {
  await open({})
  await screen.click('取 消')
  await screen.until(() => closed === 1)
})

test('what had the focus before gets it back when the drawer is taken off the page', async () => {
  const opener = document.body.appendChild(document.createElement('button'))
  opener.focus()
  await open({ data: { id: '1' } })
  screen.field('名称').focus()
  await screen.close()
  expect(document.activeElement).toBe(opener)
})

const { FormDialog, Field: DialogField } = formFor(create)
const Dialog = () => (
  <FormDialog title="新增" endpoint={create} onClose={() => closed++}>
    <DialogField name="name" label="名称">
      <Input />
    </DialogField>
  </FormDialog>
)
const Plain = () => (
  <Modal open title="新增">
    <FocusReturn />
    <label htmlFor="plain">名称</label>
    <Input id="plain" />
  </Modal>
)
const Loaded = whenShown(async () => ({
  default: () => (
    <Drawer open title="新增">
      <label htmlFor="loaded">名称</label>
      <Input id="loaded" />
    </Drawer>
  ),
}))

test.each([
  ['a dialog with a form', <Dialog key="dialog" />],
  ['a plain dialog', <Plain key="plain" />],
  ['a drawer whose code is loaded', <Loaded key="loaded" />],
])('%s that is taken off the page gives the focus back', async (_name, shown) => {
  const opener = document.body.appendChild(document.createElement('button'))
  opener.focus()
  screen = await openScreen(shown)
  await screen.until(() => screen.text().includes('名称'))
  screen.field('名称').focus()
  await screen.close()
  expect(document.activeElement).toBe(opener)
})
