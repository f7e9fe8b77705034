import { assignRole, createAccounts, createAdminRole } from '@kaopei/identity/server'
import { foundOrganisation } from '@kaopei/org/server'
import { createCompany } from '@kaopei/platform/server'
import { inTransaction } from '@kaopei/server'
import type { Pools } from '@kaopei/server/postgres'
import type { DemoAccount } from './company.ts'
import { fail } from './fail.ts'
import { randomPassword } from './password.ts'

interface Wish {
  readonly domain: string
  readonly name: string
  readonly isPlatform?: boolean
  /** What the administrator is called, and the role. */
  readonly role: string
}

/** A company with its root department and one administrator, and nothing else. */
export async function makeEmptyCompany(pools: Pools, { role, ...company }: Wish): Promise<DemoAccount> {
  const companyId = await createCompany(pools.owner, company)
  const password = randomPassword()
  await inTransaction(pools.app, companyId, async (db) => {
    const person = { name: role, loginAccount: 'admin' }
    const id = await foundOrganisation(db, { name: company.name, person, now: new Date(), fail })
    await createAccounts(db, [{ id, loginAccount: 'admin', password, mustChangePassword: false }])
    await assignRole(db, await createAdminRole(db, role), [id])
  })
  return { role, account: 'admin', password, tenantDomain: company.domain }
}
