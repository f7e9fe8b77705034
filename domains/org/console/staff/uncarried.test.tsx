import { supplier } from '@kaopei/messaging/contract/supplier'
import { openScreen } from '@kaopei/web/testing'
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { Uncarried } from './uncarried.tsx'

vi.setConfig({ testTimeout: 60_000 })

test.each([
  [{ sms: false, mail: true, smsMessages: [] }, '尚未接入短信服务，不能选择短信。请转告。'],
  [{ sms: false, mail: false, smsMessages: [] }, '尚未接入短信服务，不能选择短信。尚未接入邮件服务，不能选择邮件。请转告。'],
  [{ sms: true, mail: true, smsMessages: ['verifyCode'] }, '没有为此类短信设置服务商模板编号，不能选择短信。请转告。'],
  [{ sms: true, mail: true, smsMessages: ['staffInvite'] }, ''],
])('services %j: %s', async (state, words) => {
  const page = <Uncarried message="staffInvite" advice="请转告。" />
  const screen = await openScreen(page, '/business/udp/orgoumgmt', [[supplier.state, state]])
  await act(() => vi.dynamicImportSettled())
  expect(document.querySelector('.ant-alert')?.textContent ?? '').toBe(words)
  screen.close()
})
