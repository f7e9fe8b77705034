import { sessionCalls } from '@kaopei/identity/contract/session'
import { openScreen, type Screen } from '@kaopei/web/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { type LinkRow, shortLink } from '../contract/short-link.ts'
import { publicUpload } from '../contract/upload-link.ts'
import ShortLinkPage from './short-link.list.tsx'
import UploadPage from './upload.page.tsx'

/** Before a login calls are signed with the deployment's own key. */
const assembly = {
  publicKey: '',
  appKey: 'key',
  serverTime: '2026-11-21T00:00:00.000Z',
  platformTitle: '考培',
  company: { name: '云岭智造', logoUrl: null, webIcon: null, domain: 'demo' },
  features: {},
}

let screen: Screen
afterEach(() => screen.close())

test('without a token the page says so and asks for nothing', async () => {
  screen = await openScreen(<UploadPage />, '/upload', [])
  await screen.sees('无法上传文件')
  expect(screen.sent).toEqual([])
})

test('with a token it says who asks for what, and how many more may come', async () => {
  const facts = {
    companyName: '云岭智造',
    title: '收集岗位证书',
    purpose: 'document',
    limit: 3,
    left: 0,
    expiresAt: '2026-12-01T01:00:00.000Z',
  }
  screen = await openScreen(<UploadPage />, '/upload?token=abc', [
    [sessionCalls.assemblyInfo, assembly],
    [publicUpload.open, facts],
  ])
  for (const text of ['云岭智造', '收集岗位证书', '还可上传 0 个', '文件数已达上限']) await screen.sees(text)
}, 30_000)

const untilSpring: LinkRow = {
  ...{
    id: '01990000-0000-7000-8000-000000000001',
    code: 'Lq8Wn4rTb2c',
    url: '/s/Lq8Wn4rTb2c',
    originUrl: '/home',
    title: '报名通知',
  },
  ...{
    state: 1,
    createdByName: '李工',
    createdAt: '2026-11-21T00:00:00.000Z',
    expiresAt: '2027-03-01T00:00:00.000Z',
    revokedAt: null,
  },
  ...{ visitCount: 0, lastVisitedAt: null, isOwn: true },
}

test('分享 hands on the very link of its row, whose date holds, and makes no other', async () => {
  screen = await openScreen(<ShortLinkPage />, '/business/shortLink', [
    [shortLink.list, { dataList: [untilSpring], totalCount: 1 }],
    [shortLink.create, '/s/00000000000'],
  ])
  await screen.sees('报名通知')
  await screen.click('分享')
  const link = await vi.waitFor(() => {
    const field = document.querySelector<HTMLInputElement>('#share-link')
    if (!field) throw new Error('not on the screen')
    return field.value
  })
  expect(new URL(link).pathname).toBe('/s/Lq8Wn4rTb2c')
  expect(screen.sent.some(({ path }) => path === shortLink.create.facts.path)).toBe(false)
}, 30_000)
