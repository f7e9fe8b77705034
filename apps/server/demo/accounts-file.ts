import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import type { DemoAccount } from './company.ts'

export const accountsFile = 'demo-accounts.json'

const kept = z.array(z.object({ role: z.string(), account: z.string(), password: z.string(), tenantDomain: z.string() }))

/**
 * Passwords are made at the first start and kept nowhere else: the file is for its owner alone. Accounts of other companies that stand in it stay;
 * what a killed start left of the same company is replaced.
 */
export function keepAccounts(file: string, accounts: readonly DemoAccount[]): void {
  const made = new Set(accounts.map(({ tenantDomain }) => tenantDomain))
  const others = existsSync(file) ? kept.parse(JSON.parse(readFileSync(file, 'utf8'))) : []
  const all = [...others.filter(({ tenantDomain }) => !made.has(tenantDomain)), ...accounts]
  const written = `${file}.new`
  writeFileSync(written, `${JSON.stringify(all, null, 2)}\n`, { mode: 0o600 })
  renameSync(written, file)
}
