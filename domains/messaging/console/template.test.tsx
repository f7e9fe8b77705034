import { openScreen, type Screen } from '@kaopei/web/testing'
import { afterEach, expect, test } from 'vitest'
import { messageTemplate } from '../contract/message-template.ts'
import SmsTemplatePage from './sms-template.list.tsx'

const row = {
  id: null,
  type: 1,
  key: 'examStart',
  messageName: '考试开始提醒',
  group: '考试',
  name: '考试开始提醒',
  isStandard: true,
  isSystemText: true,
  isEssential: false,
  isEnabled: true,
  subject: '',
  body: '“{{examName}}”将于{{startTime}}开始',
  signature: '',
  usualSignature: '云岭智造',
  providerTemplateId: '',
  version: 0,
  updatedAt: null,
}
const preview = {
  subject: '',
  body: '【云岭智造】“安全考试”将于2026-12-01 09:00开始',
  characters: 71,
  parts: 2,
  problems: [{ path: 'body', message: '变量“{{cod}}”不存在，请从可用变量中选择' }],
}

let screen: Screen
afterEach(() => screen.close())

test('the list names variables for people; the editor shows the message, its parts and what is wrong, and blocks the test', async () => {
  screen = await openScreen(<SmsTemplatePage />, '/business/messageTemplate/notifyTemplateListMessage', [
    [messageTemplate.list, { dataList: [row], totalCount: 1 }],
    [messageTemplate.get, row],
    [messageTemplate.preview, preview],
  ])
  for (const text of ['短信模板', '系统默认', '“〔考试名称〕”将于〔考试开始时间〕开始', '【云岭智造】']) await screen.sees(text)
  await screen.click('编辑')
  for (const text of ['考试名称必填', preview.body, '含签名共 71 字，按 2 条计费', '变量“{{cod}}”不存在']) await screen.sees(text)
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === '测试发送给自己')
  expect(button?.disabled).toBe(true)
}, 30_000)
