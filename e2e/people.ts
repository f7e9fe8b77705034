import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import type { DemoAccount } from './setup.ts'

/** The demo account of a role; `number` counts from 0 among those of one role. */
export function accountOf(role: string, number = 0): DemoAccount {
  const account = inject('accounts').filter((candidate) => candidate.role === role && candidate.tenantDomain === 'demo')[number]
  if (!account) throw new Error(`the demo has no account ${number} of role ${role}`)
  return account
}

/** The administrator of the platform's own company. */
export function platformAdministrator(): DemoAccount {
  const account = inject('accounts').find(({ tenantDomain }) => tenantDomain === 'platform')
  if (!account) throw new Error('the demo has no platform administrator')
  return account
}

/** Where the people of a company log in: its domain is the first label of the host. Browsers find every name under localhost here. */
export function companyUrl(domain: string): string {
  const url = new URL(inject('baseUrl'))
  url.hostname = `${domain}.localhost`
  return url.origin
}

export async function logInToConsole(page: Page, account: DemoAccount, baseUrl = inject('baseUrl')): Promise<void> {
  await page.goto(`${baseUrl}/login`)
  await page.getByLabel('账号', { exact: true }).fill(account.account)
  await page.getByLabel('密码', { exact: true }).fill(account.password)
  await pressLogIn(page)
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
}

/** Files beside each other log the same people in, more often than the product lets one of them: it says when to come again. */
export async function pressLogIn(page: Page): Promise<void> {
  const press = async () => {
    const answered = page.waitForResponse((response) => response.url().endsWith('/staff/login'))
    await page.getByRole('button', { name: /登\s*录/ }).click()
    return (await answered).headers()['retry-after']
  }
  for (let wait = await press(); wait !== undefined; wait = await press()) await page.waitForTimeout(Number(wait) * 1000)
}
