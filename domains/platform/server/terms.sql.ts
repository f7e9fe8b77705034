import { changesOf, type Db, idOf } from '@kaopei/server'
import { sql } from 'kysely'

// What the platform agrees with companies. Row-level security and a trigger let only a transaction of the platform's own company write these.

export interface MenuWords {
  readonly [menu: string]: { readonly title: string | null; readonly sort: number | null }
}

/** Null menus: all of them. */
export interface MenuPackage {
  readonly packageId: string | null
  readonly menus: readonly string[] | null
  readonly words: MenuWords
}

export interface Terms extends MenuPackage {
  readonly name: string
  readonly domain: string
  readonly examQuota: number | null
  readonly measurementQuota: number | null
  readonly staffQuota: number | null
  readonly storageQuotaBytes: number | null
  readonly validFrom: string | null
  readonly validUntil: string | null
  readonly remark: string
}

/** Answers the new company's id. A taken domain violates `company_domain_key`. */
export async function insertCompany(db: Db, terms: Terms): Promise<string> {
  return idOf(db)`
    insert into identity.company (name, domain, exam_quota, measurement_quota, staff_quota, storage_quota_bytes, valid_from, valid_until, remark,
      package_id, menu_package, menu_words)
    values (${terms.name}, ${terms.domain}, ${terms.examQuota}, ${terms.measurementQuota}, ${terms.staffQuota}, ${terms.storageQuotaBytes}, ${terms.validFrom}::date, ${terms.validUntil}::date,
      ${terms.remark}, ${terms.packageId}, ${terms.menus}::text[], ${JSON.stringify(terms.words)}::jsonb)
    returning id`
}

/** False when the row has another version by now. */
export async function updateTerms(db: Db, { id, version }: { id: string; version: number }, terms: Terms): Promise<boolean> {
  const changed = await changesOf(db)`
    update identity.company
    set name = ${terms.name}, domain = ${terms.domain}, exam_quota = ${terms.examQuota}, measurement_quota = ${terms.measurementQuota},
      staff_quota = ${terms.staffQuota}, storage_quota_bytes = ${terms.storageQuotaBytes},
      valid_from = ${terms.validFrom}::date, valid_until = ${terms.validUntil}::date, remark = ${terms.remark},
      package_id = ${terms.packageId}, menu_package = ${terms.menus}::text[], menu_words = ${JSON.stringify(terms.words)}::jsonb,
      updated_at = now(), version = version + 1
    where id = ${id}
      and version = ${version}`
  return changed === 1
}

/** Sessions of the company end with the commit, and live again with the resumption. */
export async function suspendCompany(db: Db, companyId: string, reason: string, now: Date): Promise<void> {
  await sql`
    update identity.company
    set is_suspended = true, suspended_at = ${now}, suspended_reason = ${reason}, updated_at = ${now}, version = version + 1
    where id = ${companyId}`.execute(db)
}

export async function resumeCompany(db: Db, companyId: string, now: Date): Promise<void> {
  await sql`
    update identity.company
    set is_suspended = false, suspended_at = null, suspended_reason = null, updated_at = ${now}, version = version + 1
    where id = ${companyId}`.execute(db)
}

export async function setValidUntil(db: Db, companyId: string, validUntil: string | null, now: Date): Promise<void> {
  await sql`
    update identity.company
    set valid_until = ${validUntil}::date, updated_at = ${now}, version = version + 1
    where id = ${companyId}`.execute(db)
}

/** Everybody who has a package gets what it has become. */
export async function applyPackage(db: Db, { packageId, menus, words }: MenuPackage): Promise<void> {
  await sql`
    update identity.company
    set menu_package = ${menus}::text[], menu_words = ${JSON.stringify(words)}::jsonb, updated_at = now()
    where package_id = ${packageId}
      and not is_platform`.execute(db)
}
