import { kept, protocolErrors } from '@kaopei/contract'
import { assignRole, createAccounts, createAdminRole, resetPasswords } from '@kaopei/identity/server'
import type { staffErrors } from '@kaopei/org/contract/errors'
import { contactSight, foundOrganisation, shownAccount } from '@kaopei/org/server'
import { insertCompany, resumeCompany, setValidUntil, suspendCompany, type Terms, updateTerms } from '@kaopei/platform/server'
import { type Actor, type Db, type Fail, type Handlers, ProtocolFailure } from '@kaopei/server'
import { tenantErrors } from '../contract/errors.ts'
import { areInOrder, disorder, type merchant, merchantState, merchantTerms } from '../contract/merchant.ts'
import { findPackage } from './menu-package.sql.ts'
import { administratorsOf, findMerchant, isAhead, type Merchant, pageOfMerchants } from './merchant.sql.ts'
import { inCompany } from './other-company.ts'
import { menusOfEntries, wordsOfEntries } from './rules/package-menus.ts'
import { isReservedDomain } from './rules/reserved-domain.ts'

type Calls = typeof merchant

export const merchantHandlers: Handlers<Calls> = {
  list: (filter, { actor, db }) => pageOfMerchants(db, actor.companyId, filter),
  get: async ({ id }, { actor, db }) => {
    const found = await selectMerchant(db, actor, id)
    const administrators = await inCompany(db, actor, id, () => administratorsOf(db))
    return { ...found, administrators: administrators.map((one) => ({ ...one, account: shownTo(actor, one.account) })) }
  },
  create: async ({ adminName, adminAccount, ...wish }, { actor, db, fail, now, record }) => {
    if (isReservedDomain(wish.domain)) return fail(tenantErrors.domainReserved)
    const id = await insertCompany(db, await termsOf(db, wish, fail))
    const made = await inCompany(db, actor, id, () =>
      equip(db, { companyName: wish.name, name: adminName, loginAccount: adminAccount, now, fail }),
    )
    record({ targetId: id, targetName: wish.name, after: { ...wish, adminName, adminAccount } })
    return { id, domain: wish.domain, account: adminAccount, temporaryPassword: made.password }
  },
  update: async ({ id, version, ...given }, { actor, db, fail, record }) => {
    const before = await selectMerchant(db, actor, id)
    const wish = kept(merchantTerms, given, before)
    // One of the two may stand from before.
    if (!areInOrder(wish)) return fail(protocolErrors.invalid, disordered)
    if (before.isPlatform && isLimited(wish)) return fail(tenantErrors.platformFixed)
    if (wish.domain !== before.domain && (before.isPlatform || isReservedDomain(wish.domain)))
      return fail(tenantErrors.domainReserved)
    const isMoved = wish.validFrom !== null && wish.validFrom !== before.validFrom
    const hadBegun = before.validFrom === null || !(await isAhead(db, id, before.validFrom))
    if (isMoved && hadBegun && (await isAhead(db, id, wish.validFrom ?? ''))) return fail(tenantErrors.alreadyBegun)
    if (!(await updateTerms(db, { id, version }, await termsOf(db, wish, fail))))
      return fail(protocolErrors.changed, { data: before })
    record({ targetId: id, targetName: wish.name, before: loggedTerms(before), after: wish })
    return selectMerchant(db, actor, id)
  },
  suspend: async ({ id, reason }, { actor, db, fail, now, record }) => {
    const before = await selectMerchant(db, actor, id)
    if (before.isPlatform) return fail(tenantErrors.platformFixed)
    await suspendCompany(db, id, reason, now)
    record({
      targetId: id,
      targetName: before.name,
      reason,
      before: suspension(before),
      after: { isSuspended: true, suspendedReason: reason },
    })
    return selectMerchant(db, actor, id)
  },
  resume: async ({ id }, { actor, db, now, record }) => {
    const before = await selectMerchant(db, actor, id)
    await resumeCompany(db, id, now)
    record({
      targetId: id,
      targetName: before.name,
      before: suspension(before),
      after: { isSuspended: false, suspendedReason: null },
    })
    return selectMerchant(db, actor, id)
  },
  extend: async ({ id, validUntil }, { actor, db, fail, now, record }) => {
    const before = await selectMerchant(db, actor, id)
    if (before.isPlatform) return fail(tenantErrors.platformFixed)
    if (!areInOrder({ validFrom: before.validFrom, validUntil })) return fail(protocolErrors.invalid, disordered)
    await setValidUntil(db, id, validUntil, now)
    record({ targetId: id, targetName: before.name, before: { validUntil: before.validUntil }, after: { validUntil } })
    return selectMerchant(db, actor, id)
  },
  resetAdmin: async ({ id, staffId }, { actor, db, fail, record }) => {
    const found = await selectMerchant(db, actor, id)
    // The platform's own administrators are theirs alone.
    if (id === actor.companyId && !actor.isAdmin) return fail(tenantErrors.stronger)
    const made = await inCompany(db, actor, id, async () => {
      const administrator = (await administratorsOf(db)).find((one) => one.id === staffId)
      if (!administrator) return undefined
      const [reset] = await resetPasswords(db, [staffId])
      return reset && { account: shownTo(actor, administrator.account), temporaryPassword: reset.password }
    })
    if (!made) return fail(protocolErrors.notFound)
    record({ targetId: id, targetName: found.name, after: { account: made.account, 密码: '已重置为一次性密码' } })
    return made
  },
}

const disordered = { text: disorder.error, data: { fields: [{ path: 'validUntil', message: disorder.error }] } }

/** Accounts of other companies' administrators are as private as those of one's own people. */
function shownTo(actor: Actor, account: string): string {
  return shownAccount(account, contactSight(actor)?.kind === 'all')
}

async function selectMerchant(db: Db, actor: Actor, id: string): Promise<Merchant> {
  const found = await findMerchant(db, actor.companyId, id)
  if (!found) throw new ProtocolFailure(protocolErrors.notFound)
  return found
}

interface Founding {
  readonly companyName: string
  readonly name: string
  readonly loginAccount: string
  readonly now: Date
  readonly fail: Fail<typeof staffErrors.noSeatLeft>
}

/** What a company needs to work: somewhere to put people, the administrators' role, and somebody who has it. */
async function equip(db: Db, { companyName, now, fail, ...person }: Founding) {
  const staffId = await foundOrganisation(db, { name: companyName, person, now, fail })
  await createAccounts(db, [{ id: staffId, loginAccount: person.loginAccount }])
  await assignRole(db, await createAdminRole(db), [staffId])
  const [made] = await resetPasswords(db, [staffId])
  if (!made) throw new Error('a made account has a password')
  return made
}

type Wish = Omit<Terms, 'menus' | 'words' | 'storageQuotaBytes'> & { readonly storageQuotaGb: number | null }

const gigabyte = 1024 ** 3

async function termsOf(
  db: Db,
  { storageQuotaGb, ...wish }: Wish,
  fail: Fail<typeof tenantErrors.packageMissing>,
): Promise<Terms> {
  const terms = { ...wish, storageQuotaBytes: storageQuotaGb === null ? null : storageQuotaGb * gigabyte }
  if (wish.packageId === null) return { ...terms, menus: null, words: {} }
  const found = await findPackage(db, wish.packageId)
  if (!found) return fail(tenantErrors.packageMissing)
  return { ...terms, menus: menusOfEntries(found.menus), words: wordsOfEntries(found.menus) }
}

function suspension({ state, suspendedReason }: Merchant) {
  return { isSuspended: state === merchantState.suspended, suspendedReason }
}

function isLimited({ packageId, validFrom, validUntil }: Wish): boolean {
  return packageId !== null || validFrom !== null || validUntil !== null
}

function loggedTerms(merchant: Merchant) {
  const { name, domain, packageId, examQuota, measurementQuota, staffQuota, storageQuotaGb } = merchant
  const { validFrom, validUntil, remark } = merchant
  return { name, domain, packageId, examQuota, measurementQuota, staffQuota, storageQuotaGb, validFrom, validUntil, remark }
}
