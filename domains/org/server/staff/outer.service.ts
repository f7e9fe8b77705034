import { createAccounts } from '@kaopei/identity/server'
import type { Db } from '@kaopei/server'
import { tellStaffChanged } from '../events.ts'
import { lockImports } from '../import/rows.sql.ts'
import { newId } from '../new-id.ts'
import { type CheckedOuterPerson, checkOuterPeople, type OuterPerson } from '../rules/check-outer-person.ts'
import { phoneProblem } from '../rules/check-phone.ts'
import { allowsNewPhoneRanges, insertOutsiders } from './change.sql.ts'
import { completeStaff, type KnownPerson, selectPeopleLike } from './outer.sql.ts'

/** One of the people who were to be enrolled: with an id, or with what keeps them out. */
export interface EnrolledPerson extends CheckedOuterPerson {
  readonly id: string | undefined
  /** Was not here before. */
  readonly isNew: boolean
}

/**
 * Outside candidates by name, phone and address: those who are here already are found by their phone, the others are made, with an account
 * named by the phone and no password. Rows with problems are left out, or with `isAllOrNothing` keep everybody out.
 */
export async function enrolOuterStaff(
  db: Db,
  people: readonly OuterPerson[],
  { now, rowNumbers, isAllOrNothing }: { now: Date; rowNumbers: readonly number[]; isAllOrNothing: boolean },
): Promise<EnrolledPerson[]> {
  await lockImports(db)
  const rule = { allowsNewPhoneRanges: await allowsNewPhoneRanges(db), rowNumbers }
  const checked = checkOuterPeople(people, rule)
  const known = await selectPeopleLike(db, {
    phones: checked.map(({ person }) => person.phone),
    emails: checked.map(({ person }) => person.email.toLowerCase()),
  })
  const judged = checked.map((row) => judge(row, known))
  if (isAllOrNothing && judged.some(({ problems }) => problems.length > 0)) return judged
  const fresh = judged.flatMap(({ id, isNew, person }) => (id !== undefined && isNew ? [{ id, ...person }] : []))
  const unknown = { jobNumber: null, departmentId: null, gender: null, postId: null, rankId: null, entryDate: null }
  const rows = fresh.map((person) => ({ ...unknown, ...person, loginAccount: person.phone }))
  if (rows.length === 0) return judged
  await insertOutsiders(db, rows, now)
  await createAccounts(
    db,
    rows.map(({ id, loginAccount }) => ({ id, loginAccount })),
  )
  await tellStaffChanged(
    db,
    rows.map(({ id }) => id),
  )
  return judged
}

/** Whoever says of themselves who they are; what the roster's rules have against the phone, or that somebody has it or the address already. */
export type Registration =
  | { readonly kind: 'made'; readonly id: string }
  | { readonly kind: 'known' }
  | { readonly kind: 'wrong'; readonly path: 'name' | 'phone'; readonly message: string }

interface Registering {
  readonly name: string
  readonly phone: string
  readonly email: string | null
  readonly gender: number | null
  /** Of the password that they chose. */
  readonly passwordHash: string
}

/**
 * Makes an outside candidate with an account named by the phone. Nobody is found again here: whoever is known shows it by logging in. Of two who
 * come with one phone at once the second violates `staff_phone_unique`.
 */
export async function registerOuterPerson(db: Db, person: Registering, now: Date): Promise<Registration> {
  const { passwordHash, ...facts } = person
  const message = phoneProblem(facts.phone, await allowsNewPhoneRanges(db))
  if (message !== undefined) return { kind: 'wrong', path: 'phone', message }
  const emails = facts.email === null ? [] : [facts.email.toLowerCase()]
  if ((await selectPeopleLike(db, { phones: [facts.phone], emails })).length > 0) return { kind: 'known' }
  const id = newId()
  const unknown = { jobNumber: null, departmentId: null, postId: null, rankId: null, entryDate: null }
  const loginAccount = facts.phone
  await insertOutsiders(db, [{ ...unknown, ...facts, id, loginAccount }], now)
  await createAccounts(db, [{ id, loginAccount, passwordHash, mustChangePassword: false }])
  await tellStaffChanged(db, [id])
  return { kind: 'made', id }
}

interface Completion {
  readonly id: string
  readonly phone: string | undefined
  readonly email: string | undefined
  readonly gender: number | undefined
}

/** What a candidate says of themselves: a missing phone or address, never another one, and the gender. */
export async function completePerson(db: Db, person: Completion, now: Date): Promise<void> {
  if (await completeStaff(db, person, now)) await tellStaffChanged(db, [person.id])
}

function judge(row: CheckedOuterPerson, known: readonly KnownPerson[]): EnrolledPerson {
  const { person } = row
  const same = known.find(({ phone }) => phone === person.phone)
  const problems = [...row.problems, ...(row.problems.length === 0 ? contradictions(person, same, known) : [])]
  if (problems.length > 0) return { person, problems, id: undefined, isNew: false }
  return { person, problems, id: same?.id ?? newId(), isNew: same === undefined }
}

function contradictions(person: OuterPerson, same: KnownPerson | undefined, known: readonly KnownPerson[]): string[] {
  if (same && !same.isOutside) return ['该手机号属于本企业员工，请在“人员”中选择']
  if (same && !same.isEnabled) return ['该外部考生已停用，请先在员工花名册中启用']
  if (same && same.name !== person.name) return ['该手机号已登记为另一位外部考生，请核对姓名']
  const ofEmail = known.find(({ emailKey, id }) => emailKey === person.email.toLowerCase() && id !== same?.id)
  if (ofEmail) return ['邮箱已被他人使用']
  const ofAccount = known.find(({ loginKey, id }) => loginKey === person.phone && id !== same?.id)
  return ofAccount ? ['该手机号已是他人的登录账号'] : []
}
