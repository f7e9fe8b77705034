import { endpoint, id } from '@kaopei/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { access } from '../client/access.ts'
import { session } from '../client/session.ts'
import { serve } from '../client/test-server.ts'
import { openScreen, type Screen } from '../test-screen.tsx'
import { calling, divider, RowActions } from './row-actions.tsx'

const edit = { code: 'row_edit', menu: 'row', label: '编辑' }
const remove = endpoint({
  path: '/api/v1/row/remove',
  summary: '删除',
  access: { code: 'row_remove', menu: 'row', label: '删除' },
  audit: { action: 'delete', target: 'row' },
  input: z.object({ id }),
})
let screen: Screen
let opened = 0

beforeEach(() => {
  session.start({ token: 't', signKey: 'k', staffId: 's' })
  opened = 0
})
afterEach(async () => {
  await screen.close()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

async function open(rights: readonly string[]) {
  access.set({ isAdmin: false, rights: new Set(rights) })
  const seen = serve({ '/api/v1/row/remove': { data: null } })
  screen = await openScreen(
    <RowActions
      moreName="甲的更多操作"
      actions={[
        { label: '编辑', right: edit, run: () => opened++ },
        { label: '详情', name: '甲的详情', to: '/rows/one' },
        { label: '恢复', refusal: '已过期', run: () => opened++ },
        false,
        calling(remove, {
          label: '清空',
          input: { id: 'one' },
          confirm: async () => ({ content: '确定清空吗？' }),
          successText: '已清空',
        }),
        divider,
        calling(remove, { label: '删除', isFolded: true, isDangerous: true, input: { id: 'one' } }),
      ]}
    />,
  )
  return seen
}

test('an action with its right is done; one that calls asks first, in words that may have to be asked for', async () => {
  const seen = await open(['row_edit', 'row_remove'])
  await screen.click('编辑')
  expect(opened).toBe(1)
  await screen.click('清空')
  await screen.until(() => screen.text().includes('确定清空吗？'))
  expect(seen).toEqual([])
  await screen.click('确 定')
  await screen.until(() => seen.length === 1)
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ id: 'one' })
  await screen.until(() => screen.text().includes('已清空'))
})

test('without its right an action warns and does nothing', async () => {
  const seen = await open([])
  await screen.click('编辑')
  await screen.until(() => screen.text().includes('no permission'))
  await screen.click('清空')
  expect([opened, seen.length]).toEqual([0, 0])
})

test('what cannot be done with this row says why and cannot be clicked', async () => {
  await open(['row_edit'])
  expect([screen.button('恢复').disabled, screen.button('恢复').title]).toEqual([true, '已过期'])
})

test('the others wait behind 更多, which a screen reader tells apart', async () => {
  const seen = await open(['row_remove'])
  expect(screen.text()).not.toContain('删除')
  await screen.click('甲的更多操作')
  await screen.until(() => screen.text().includes('删除'))
  document.querySelector<HTMLElement>('.ant-dropdown-menu-item-danger')?.click()
  await screen.until(() => seen.length === 1)
})

test('another page is a link', async () => {
  await open([])
  const link = document.querySelector('a')
  expect([link?.getAttribute('aria-label'), link?.getAttribute('href')]).toEqual(['甲的详情', '/rows/one'])
})

test('they stand on one line, however narrow their column is', async () => {
  await open([])
  const line = document.querySelector<HTMLElement>('.ant-space')
  expect(line && getComputedStyle(line).flexWrap).not.toBe('wrap')
})
