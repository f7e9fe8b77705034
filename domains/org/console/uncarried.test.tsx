import { supplier } from '@kaopei/messaging/contract/supplier'
import { openScreen } from '@kaopei/web/testing'
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { Uncarried } from './uncarried.tsx'

vi.setConfig({ testTimeout: 20_000 })

test.each([
  [{ sms: false, mail: true }, ['sms', 'mail'], '尚未接入短信服务，短信只会保存在发件箱，不会发出。请转告。'],
  [
    { sms: false, mail: false },
    ['sms', 'mail', 'link'],
    '尚未接入短信和邮件服务，短信和邮件只会保存在发件箱，不会发出。请转告。',
  ],
  [{ sms: false, mail: true }, ['mail', 'link'], ''],
  [{ sms: true, mail: true }, ['sms', 'mail'], ''],
])('services %j, chosen %j: %s', async (state, ways, words) => {
  const page = <Uncarried ways={ways} advice="请转告。" />
  const screen = await openScreen(page, '/business/udp/orgoumgmt', [[supplier.state, state]])
  await act(() => vi.dynamicImportSettled())
  expect(document.querySelector('.ant-alert')?.textContent ?? '').toBe(words)
  screen.close()
})
