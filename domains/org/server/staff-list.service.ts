import { maskEmail, maskPhone } from '@kaopei/identity/contract/contact'
import { type Actor, type DataScope, type Db, mayUse } from '@kaopei/server'
import type { z } from 'zod'
import { staffState } from '../contract/codes.ts'
import { staffMenu } from '../contract/menus.ts'
import type { StaffPickRow, StaffRow, staffFilter } from '../contract/staff.ts'
import { findStaffIds, type Staff, type StaffSearch, selectStaffByIds } from './staff-list.sql.ts'
import { staffTotals } from './staff-totals.ts'

export type StaffFilter = z.output<typeof staffFilter>

export function seesPrivate(actor: Actor): boolean {
  return mayUse(actor, staffMenu.rights.seePrivate.code)
}

export function searchOf(filter: StaffFilter, scope: DataScope, isSeeing: boolean): StaffSearch {
  const departmentIds = [...(filter.departmentId ? [filter.departmentId] : []), ...(filter.departmentIds ?? [])]
  const { keyWords, staffSource, state, postIds, rankIds, labelIds, entryDateStart, entryDateEnd } = filter
  return {
    seesPrivate: isSeeing,
    ...(keyWords && { keyword: keyWords.toLowerCase() }),
    ...(departmentIds.length > 0 && { under: departmentIds }),
    ...(staffSource !== undefined && { staffSource }),
    ...(state !== undefined && { isEnabled: state === staffState.enabled }),
    ...(postIds?.length && { postIds }),
    ...(rankIds?.length && { rankIds }),
    ...(labelIds?.length && { labelIds }),
    ...(entryDateStart && { entryFrom: entryDateStart }),
    ...(entryDateEnd && { entryTo: entryDateEnd }),
    ...(scope.kind === 'some' && { scope }),
  }
}

/** A page of people; their total is counted once for a filter, not for every page. */
export async function pageOfStaff(
  db: Db,
  companyId: string,
  search: StaffSearch,
  { pageIndex, pageSize }: { pageIndex: number; pageSize: number },
): Promise<{ people: Staff[]; totalCount: number }> {
  const key = JSON.stringify(search)
  const startMs = performance.now()
  const kept = staffTotals.known(companyId, key, startMs)
  const page = { offset: (pageIndex - 1) * pageSize, limit: pageSize, knownTotal: kept }
  const { ids, total } = await findStaffIds(db, companyId, search, page)
  const nowMs = performance.now()
  if (kept === undefined) staffTotals.keep(companyId, key, { total, tookMs: nowMs - startMs, nowMs })
  return { people: await selectStaffByIds(db, companyId, ids), totalCount: total }
}

/** A person as lists show them; contact data masked unless the caller may see it. */
export function shownStaff(person: Staff, isSeeing: boolean): StaffRow {
  return { ...shownPick(person, isSeeing), ...rest(person) }
}

export function shownPick(person: Staff, isSeeing: boolean): StaffPickRow {
  const { id, name, jobNumber, department, departmentId, departmentPath, staffSource } = person
  return {
    id,
    staffId: id,
    name,
    ...shownContacts(person, isSeeing),
    jobNumber,
    department,
    departmentId,
    departmentPath,
    staffSource,
  }
}

type Contacts = Pick<Staff, 'name' | 'loginAccount' | 'phone' | 'email'>

/** Account, phone and e-mail as somebody may see them. */
export function shownContacts(person: Contacts, isSeeing: boolean) {
  const { name, phone, email } = person
  const loginAccount = isSeeing ? person.loginAccount : maskedAccount(person)
  return {
    nameAccount: `${name}(${loginAccount})`,
    loginAccount,
    phone: phone && !isSeeing ? maskPhone(phone) : phone,
    email: email && !isSeeing ? maskEmail(email) : email,
  }
}

/** A masked form, as the caller was shown it, means the present value. */
export function unmasked(given: string | null | undefined, current: string | null): string | null | undefined {
  return given === undefined || given?.includes('***') ? current : given
}

/** Many accounts are the phone number or the e-mail address itself. */
function maskedAccount({ loginAccount, phone, email }: Contacts): string {
  if (loginAccount === phone) return maskPhone(loginAccount)
  return email && loginAccount.toLowerCase() === email.toLowerCase() ? maskEmail(loginAccount) : loginAccount
}

function rest(person: Staff) {
  const { gender, post, postId, rank, rankId, entryDate, isEnabled, isLocked, version } = person
  const { lastLoginAt, createdAt, labels, otherDepartments } = person
  return {
    gender,
    post,
    postId,
    rank,
    rankId,
    labels: [...labels],
    otherDepartments: [...otherDepartments],
    entryDate,
    isEnabled,
    isLocked,
    lastLoginAt: lastLoginAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    version,
  }
}
