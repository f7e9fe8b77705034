import type { Actor, DataScope, Db } from '@kaopei/server'
import type { z } from 'zod'
import { staffState } from '../../contract/codes.ts'
import type { StaffPickRow, StaffRow, staffFilter } from '../../contract/staff.ts'
import { type ContactSight, contactSight, readableContacts, searchesContacts, shownContacts } from '../sight/contacts.ts'
import { findStaffIds, type Staff, type StaffSearch, selectStaffByIds } from './list.sql.ts'
import { staffTotals } from './totals.ts'

export type StaffFilter = z.output<typeof staffFilter>

/** `matchesWhole`: a phone or an address finds its person when it is given whole. That is a question of its own, and limited by whoever allows it. */
export function searchOf(
  filter: StaffFilter,
  scope: DataScope,
  { sight, matchesWhole = false }: { sight: ContactSight; matchesWhole?: boolean },
): StaffSearch {
  const departmentIds = [...(filter.departmentId ? [filter.departmentId] : []), ...(filter.departmentIds ?? [])]
  const { keyWords, staffSource, state, postIds, rankIds, labelIds, entryDateStart, entryDateEnd } = filter
  return {
    seesPrivate: searchesContacts(sight, scope),
    ...(matchesWhole && { matchesWhole }),
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
  search: StaffSearch,
  { pageIndex, pageSize }: { pageIndex: number; pageSize: number },
): Promise<{ people: Staff[]; totalCount: number }> {
  const key = JSON.stringify(search)
  const startMs = performance.now()
  const kept = staffTotals.known(db.companyId, key, startMs)
  const page = { offset: (pageIndex - 1) * pageSize, limit: pageSize, knownTotal: kept }
  const { ids, total } = await findStaffIds(db, search, page)
  const nowMs = performance.now()
  if (kept === undefined) staffTotals.keep(db.companyId, key, { total, tookMs: nowMs - startMs, nowMs })
  return { people: await selectStaffByIds(db, ids), totalCount: total }
}

/** People as lists show them; contacts masked unless the caller may read them. */
export async function shownStaff(db: Db, actor: Actor, people: readonly Staff[]): Promise<StaffRow[]> {
  const isReadable = await readableTo(db, actor, people)
  return people.map((person) => ({ ...pickOf(person, isReadable(person.id)), ...rest(person) }))
}

export async function shownPicks(db: Db, actor: Actor, people: readonly Staff[]): Promise<StaffPickRow[]> {
  const isReadable = await readableTo(db, actor, people)
  return people.map((person) => pickOf(person, isReadable(person.id)))
}

/** Of which of these people the caller reads the contacts. */
export function readableTo(db: Db, actor: Actor, people: readonly { readonly id: string }[]) {
  const ids = people.map(({ id }) => id)
  return readableContacts(db, contactSight(actor), ids)
}

function pickOf(person: Staff, isReadable: boolean): StaffPickRow {
  const { id, jobNumber, department, departmentId, departmentPath, staffSource } = person
  return {
    id,
    staffId: id,
    ...shownNamed(person, isReadable),
    jobNumber,
    department,
    departmentId,
    departmentPath,
    staffSource,
    selected: false,
  }
}

/** Name, account, phone and e-mail as somebody may see them. */
export function shownNamed(person: Pick<Staff, 'name' | 'loginAccount' | 'phone' | 'email'>, isReadable: boolean) {
  const contacts = shownContacts(person, isReadable)
  return { name: person.name, nameAccount: `${person.name}(${contacts.loginAccount})`, ...contacts }
}

/** A masked form, as the caller was shown it, means the present value. */
export function unmasked(given: string | null | undefined, current: string | null): string | null | undefined {
  return given === undefined || given?.includes('***') ? current : given
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
