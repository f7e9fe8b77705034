import { endpoint, id } from '@kaopei/contract'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { access } from './client/access.ts'
import { session } from './client/session.ts'
import { type Answer, serve } from './client/test-server.ts'
import { DetailPage } from './detail-page.tsx'
import { FullScreen } from './full-screen.tsx'
import { queryClient, useCall } from './query.ts'
import { openScreen, type Screen } from './test-screen.tsx'
import { Wizard } from './wizard.tsx'

const get = endpoint({
  path: '/api/v1/thing/get',
  summary: '详情',
  access: 'signedIn',
  audit: 'read',
  input: z.object({ id }),
  output: z.object({ name: z.string() }),
})
let screen: Screen

beforeEach(() => {
  session.start({ token: 't', signKey: 'k', staffId: 's' })
  access.set({ isAdmin: true, rights: new Set() })
  queryClient.clear()
})
afterEach(async () => {
  await screen.close()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

function Thing(): ReactNode {
  return (
    <DetailPage
      of={useCall(get, { id: 'one' })}
      head={({ name }) => ({ title: name, tags: '草稿' })}
      notice={() => '已取消'}
      tabs={[
        { key: 'facts', label: '概览', content: ({ name }) => `${name}的概览` },
        { key: 'people', label: '人员', content: ({ name }) => `${name}的人员` },
      ]}
    />
  )
}

const openThing = async (answer: Answer | readonly Answer[], path: string) => {
  serve({ '/api/v1/thing/get': answer })
  screen = await openScreen(<Thing />, path)
}

test('a detail opens the tab of the address; another tab takes along what the page is about and no filters', async () => {
  await openThing({ data: { name: '甲' } }, '/thing?id=one&tab=people&keyWords=x')
  await screen.until(() => screen.text().includes('甲的人员'))
  expect(screen.text()).toContain('已取消')
  await screen.click('概览')
  await screen.until(() => screen.text().includes('甲的概览'))
  expect(screen.address()).toBe('/thing?id=one&tab=facts')
})

test('a detail that cannot be read, also for want of a right, says so and can be asked for again', async () => {
  await openThing([{ code: 1003, message: '没有权限' }, { data: { name: '甲' } }], '/thing?id=one')
  await screen.until(() => screen.text().includes('没有权限'))
  await screen.click('重 试')
  await screen.until(() => screen.text().includes('甲的概览'))
})

const steps = ['基本信息', '人员'].map((title, at) => ({ title, path: (of?: string) => `/step${at}${of ? `?id=${of}` : ''}` }))

function Steps({ saved }: { readonly saved: string | undefined }): ReactNode {
  const navigate = useNavigate()
  return (
    <Wizard title="新建" label="步骤" steps={steps} at={0} id={undefined} save={async () => saved}>
      <button type="button" onClick={() => void navigate(-1)}>
        后退
      </button>
    </Wizard>
  )
}

test('a wizard that saved leads on; the way back leads to what was saved, not to an empty form', async () => {
  screen = await openScreen(<Steps saved="one" />, '/step0')
  await screen.click('保存并下一步')
  await screen.until(() => screen.address() === '/step1?id=one')
  await screen.click('后退')
  await screen.until(() => screen.address() === '/step0?id=one')
})

test('a wizard whose step could not be saved stays, and its other steps cannot be gone to', async () => {
  screen = await openScreen(<Steps saved={undefined} />, '/step0')
  await screen.click('保存并下一步')
  await screen.click('保 存')
  expect(screen.address()).toBe('/step0')
  expect(document.querySelectorAll('.ant-steps-item-disabled').length).toBe(2)
})

test('a full screen names its work and leads away from it', async () => {
  const leave = vi.fn()
  screen = await openScreen(
    <FullScreen title="年度考试" leave={leave} leaveText="返回阅卷管理" controls="方式" extra="已阅 1 / 2">
      答卷
    </FullScreen>,
  )
  expect(screen.text()).toBe('返回阅卷管理年度考试方式已阅 1 / 2答卷')
  expect(document.querySelector('main')?.textContent).toBe('答卷')
  await screen.click('返回阅卷管理')
  expect(leave).toHaveBeenCalledOnce()
})
