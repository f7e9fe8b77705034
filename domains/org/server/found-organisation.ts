import type { Db, Fail } from '@kaopei/server'
import type { NoSeat } from './departments/headcount.ts'
import { insertDepartments } from './departments/tree.sql.ts'
import { newId } from './new-id.ts'
import { insertStaff, updateStaff } from './staff/change.sql.ts'
import { findStaff } from './staff/list.sql.ts'

export interface FirstPerson {
  readonly name: string
  readonly loginAccount: string
  readonly phone?: string | null
  readonly email?: string | null
}

/** A new company's root department with its first person, so that there is somewhere to put the next. Answers the person's id. */
export async function foundOrganisation(
  db: Db,
  { name, person, ...how }: { name: string; person: FirstPerson; now: Date; fail: Fail<NoSeat> },
): Promise<string> {
  const departmentId = newId()
  await insertDepartments(db, [{ id: departmentId, name, parentId: null, path: `/${departmentId}/` }])
  return addPerson(db, { ...person, departmentId, ...how })
}

/** Somebody with the least that can be known of a person. Accounts are the identity room's. Violates `staff_account_unique` and the like. */
export async function addPerson(
  db: Db,
  { departmentId = null, now, fail, ...person }: FirstPerson & { departmentId?: string | null; now: Date; fail: Fail<NoSeat> },
): Promise<string> {
  const id = newId()
  const unknown = { jobNumber: null, gender: null, postId: null, rankId: null, entryDate: null }
  const { name, loginAccount, phone = null, email = null } = person
  await insertStaff(db, [{ ...unknown, id, name, loginAccount, phone, email, departmentId, staffSource: 1 }], { now, fail })
  return id
}

/** Name, account and contacts alone; the rest of the person stays. False when there is another version by now, or nobody. */
export async function changePerson(
  db: Db,
  { id, version, now, ...change }: Required<FirstPerson> & { id: string; version: number; now: Date },
): Promise<boolean> {
  const before = await findStaff(db, id)
  return before !== undefined && updateStaff(db, { id, version }, { ...before, ...change }, now)
}
