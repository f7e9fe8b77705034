import { sessionCalls } from '@kaopei/identity/contract/session'
import { openScreen, type Screen } from '@kaopei/web/testing'
import { afterEach, expect, test } from 'vitest'
import { publicUpload } from '../contract/upload-link.ts'
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
