import { formatInstant } from '@kaopei/web'
import { openScreen, type Screen } from '@kaopei/web/testing'
import { afterEach, expect, test } from 'vitest'
import { messageState, outbox } from '../contract/outbox.ts'
import OutboxPage from './outbox.list.tsx'

const id = '01990000-0000-7000-8000-000000000001'
const failed = {
  id,
  channel: 2,
  address: 'z***@example.com',
  subject: '成绩通知',
  body: '您的成绩已发布',
  state: messageState.failed,
  attempts: 3,
  nextTryAt: null,
  lastError: 'no such mailbox',
  createdAt: '2026-03-01T08:00:00.000Z',
  sentAt: null,
}
const kept = {
  ...failed,
  id: id.replace(/1$/, '2'),
  channel: 1,
  address: '138****0000',
  state: messageState.kept,
  lastError: null,
}

let screen: Screen
afterEach(() => screen.close())

test('a failed message is resent after a question; a kept one cannot be', async () => {
  screen = await openScreen(<OutboxPage />, '/business/outbox', [
    [outbox.list, { dataList: [failed, kept], totalCount: 2 }],
    [outbox.resend, null],
  ])
  for (const text of ['消息发件箱', 'z***@example.com', '发送失败', 'no such mailbox', '138****0000', '仅存发件箱'])
    await screen.sees(text)
  expect(screen.text().split('重新发送')).toHaveLength(2)
  await screen.click('重新发送')
  await screen.click('确定')
  await screen.sees('操作成功')
  expect(screen.sent).toContainEqual({ path: outbox.resend.facts.path, body: { id } })
})

test('a message that is tried again says when; one of a closed company that it is held', async () => {
  const again = { ...failed, state: messageState.waiting, lastError: '邮件服务器没有响应', nextTryAt: '2026-03-01T08:05:00.000Z' }
  const held = { ...kept, state: messageState.held, lastError: '企业已停用或不在有效期内，恢复后继续发送' }
  screen = await openScreen(<OutboxPage />, '/business/outbox', [[outbox.list, { dataList: [again, held], totalCount: 2 }]])
  for (const text of ['下次重试时间', '等待重试', formatInstant(again.nextTryAt), '已尝试 3 次', '暂缓发送', held.lastError])
    await screen.sees(text)
  expect(screen.text()).not.toContain('重新发送')
})
