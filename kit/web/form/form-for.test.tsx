import { endpoint, id, requiredText, rowVersion, text } from '@kaopei/contract'
import { Input } from 'antd'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { access } from '../client/access.ts'
import { session } from '../client/session.ts'
import { serve } from '../client/test-server.ts'
import { openScreen, type Screen } from '../test-screen.tsx'
import { formFor } from './form-for.tsx'

const create = endpoint({
  path: '/api/v1/form-for/create',
  summary: '新增',
  access: 'signedIn',
  audit: { action: 'create', target: 'form-for' },
  input: z.object({
    name: requiredText(5, '名称'),
    descript: text(50, '描述').default(''),
    place: z.object({ city: text(5, '城市') }).optional(),
  }),
})
const modify = endpoint({
  path: '/api/v1/form-for/modify',
  summary: '修改',
  access: 'signedIn',
  audit: { action: 'update', target: 'form-for' },
  input: z.object({ id, version: rowVersion, name: requiredText(5, '名称'), limit: z.number().max(9, '最多9').nullable() }),
})
const { Field, FormDrawer } = formFor([create, modify])
const both = z.object({ isLimited: z.boolean().refine((on) => on, '请打开限制') })
const modifying = formFor(modify, both)
const one = '01890000-0000-7000-8000-000000000001'
const close = () => undefined
let screen: Screen | undefined

beforeEach(() => {
  session.start({ token: 't', signKey: 'k', staffId: 's' })
  access.set({ isAdmin: true, rights: new Set() })
})
afterEach(async () => {
  await screen?.close()
  screen = undefined
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

test('one form fills whichever of its endpoints it is opened for, with what came along unseen', async () => {
  const seen = serve({ '/api/v1/form-for/modify': { data: null } })
  screen = await openScreen(
    <FormDrawer open title="修改" endpoint={modify} initialValues={{ id: one, version: 3, name: '甲', limit: 2 }} onClose={close}>
      <Field name="name" label="名称">
        <Input />
      </Field>
    </FormDrawer>,
  )
  await screen.click('确 定')
  await screen.until(() => seen.length > 0)
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ id: one, version: 3, name: '甲', limit: 2 })
})

test('controls of the form’s own have their rules, and only what is made of them is sent', async () => {
  const seen = serve({ '/api/v1/form-for/modify': { data: null } })
  screen = await openScreen(
    <modifying.FormDrawer
      open
      title="修改"
      endpoint={modify}
      initialValues={{ id: one, version: 3, name: '甲', limit: 2, isLimited: false }}
      toInput={({ isLimited, limit, ...values }) => ({ ...values, limit: isLimited ? limit : null })}
      onClose={close}
    >
      <modifying.Field name="isLimited" label="限制" valuePropName="checked">
        <input type="checkbox" aria-label="限制" />
      </modifying.Field>
    </modifying.FormDrawer>,
  )
  await screen.click('确 定')
  await screen.until(() => screen?.text().includes('请打开限制') === true)
  expect(seen).toEqual([])
})

test('a misspelt field, a value of another type and a forgotten field are type errors', () => {
  const wrong = [
    // @ts-expect-error no endpoint has such a field
    <Field key="1" name="nam" />,
    // @ts-expect-error only one of the two endpoints takes it
    <Field key="2" name="descript" />,
    // @ts-expect-error no such place inside the field
    <Field key="3" name={['name', 'city']} />,
    <FormDrawer
      key="4"
      open
      title=""
      endpoint={create}
      // @ts-expect-error a name is a text
      initialValues={{ name: 3 }}
      onClose={close}
    >
      {null}
    </FormDrawer>,
    <FormDrawer
      key="5"
      open
      title=""
      endpoint={modify}
      // @ts-expect-error the version is forgotten
      toInput={({ name, limit }) => ({ id: one, name, limit })}
      onClose={close}
    >
      {null}
    </FormDrawer>,
    // @ts-expect-error the form fills other endpoints
    <modifying.FormDrawer key="6" open title="" endpoint={create} onClose={close}>
      {null}
    </modifying.FormDrawer>,
  ]
  const right = [
    <Field key="1" name="name" />,
    <modifying.Field key="2" name="isLimited" />,
    <modifying.Field key="3" name="limit" />,
  ]
  expect([...wrong, ...right].every((element) => typeof element.type === 'function')).toBe(true)
})
