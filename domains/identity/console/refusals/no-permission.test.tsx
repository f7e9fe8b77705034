import { sessionCalls } from '@kaopei/identity/contract/session'
import { openScreen, type Screen } from '@kaopei/web/testing'
import { afterEach, expect, test, vi } from 'vitest'
import NoPermissionPage from './no-permission.page.tsx'

vi.setConfig({ testTimeout: 60_000 })

let screen: Screen
afterEach(() => screen.close())

test('a candidate who logged in at the console is led to the exams, with a ticket of their own', async () => {
  screen = await openScreen(<NoPermissionPage />, '/noPermission', [[sessionCalls.changeToken, { token: 'ticket' }]])
  await screen.click('进入考生端')
  await vi.waitFor(() => expect(screen.sent.map(({ path }) => path)).toContain(sessionCalls.changeToken.facts.path))
})
