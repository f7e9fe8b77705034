import { assignRole, createAccounts, createAdminRole } from '@kaopei/identity/server'
import { foundOrganisation } from '@kaopei/org/server'
import { createCompany } from '@kaopei/platform/server'
import { hasRows, inTransaction } from '@kaopei/server'
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

/**
 * A company with its root department and one administrator, and nothing else. It gets its domain at the end, and the password is kept before it is of use:
 * a start that is killed in between goes on here, and no password is known to nobody.
 */
export async function makeEmptyCompany(pools: Pools, wish: Wish, keep: (account: DemoAccount) => void): Promise<void> {
  const { role, domain, ...company } = wish
  const unfinished = `${domain}-unfinished`
  const companyId = await createCompany(pools.owner, { ...company, domain: unfinished })
  await inTransaction(pools.app, companyId, async (db) => {
    if (await hasRows(db)`select from identity.account where company_id = ${companyId}`) return
    const password = randomPassword()
    const person = { name: role, loginAccount: 'admin' }
    const id = await foundOrganisation(db, { name: company.name, person, now: new Date(), fail })
    await createAccounts(db, [{ id, loginAccount: 'admin', password, mustChangePassword: false }])
    await assignRole(db, await createAdminRole(db, role), [id])
    keep({ role, account: 'admin', password, tenantDomain: domain })
  })
  await pools.owner.query('update identity.company set domain = $2 where domain = $1', [unfinished, domain])
}
