import { isPhone } from '@kaopei/identity/contract/contact'
import { allowsNewPhoneRanges } from '@kaopei/org/server'
import { type DataScope, type Db, type Fail, missingIds } from '@kaopei/server'
import { teacherState } from '../../contract/codes.ts'
import { teacherErrors } from '../../contract/errors.ts'
import { repeatOf } from '../rules/repeat-of.ts'
import {
  type ExternalFields,
  employeesAmong,
  type RepeatWish,
  seesDepartment,
  selectKnown,
  type TeacherFields,
} from './teacher.sql.ts'

type Place = { readonly categoryId: string | null; readonly tagIds: readonly string[] }
type PlaceErrors = (typeof teacherErrors)['categoryMissing' | 'tagMissing']

export async function guardPlace(db: Db, { categoryId, tagIds }: Place, fail: Fail<PlaceErrors>): Promise<void> {
  if (categoryId !== null && (await missingIds(db, 'instructor.category', [categoryId])).length > 0)
    fail(teacherErrors.categoryMissing)
  if ((await missingIds(db, 'instructor.tag', tagIds)).length > 0) fail(teacherErrors.tagMissing)
}

export interface Wish extends Place, ExternalFields {
  readonly level: number
  readonly title: string
  readonly introduction: string
  readonly keeperId: string | null
  readonly state: number
}

interface Before {
  readonly keeperId: string | null
  readonly departmentId: string | null
  readonly phone: string | null
  readonly email: string | null
}

interface Kept {
  readonly fields: TeacherFields & ExternalFields
  /** Sent as the mask that was shown, or as it is: nothing is changed. */
  readonly keeps: { readonly phone: boolean; readonly email: boolean }
}

/** Fields as they are kept: everything they name is this company's and within the caller's reach. */
export async function keptFields(
  db: Db,
  scope: DataScope,
  wish: Wish,
  before: Before | undefined,
  fail: Fail<PlaceErrors | (typeof teacherErrors)['keeperMissing' | 'departmentMissing' | 'phoneRefused']>,
): Promise<Kept> {
  await guardPlace(db, wish, fail)
  const { keeperId, departmentId, state, tagIds: _, ...fields } = wish
  if (keeperId !== null && keeperId !== before?.keeperId && (await employeesAmong(db, { kind: 'all' }, [keeperId])).length === 0)
    fail(teacherErrors.keeperMissing)
  if (departmentId !== null && departmentId !== before?.departmentId && !(await seesDepartment(db, scope, departmentId)))
    fail(teacherErrors.departmentMissing)
  const isKept = (field: 'phone' | 'email') =>
    fields[field]?.includes('*') === true || (before !== undefined && fields[field] === before[field])
  const keeps = { phone: isKept('phone'), email: isKept('email') }
  if (keeps.phone && before === undefined) fail(teacherErrors.phoneRefused)
  if (fields.phone !== null && !keeps.phone && !isPhone(fields.phone, await allowsNewPhoneRanges(db)))
    fail(teacherErrors.phoneRefused)
  return {
    fields: { ...fields, phone: storedPhone(fields.phone), keeperId, departmentId, isEnabled: state === teacherState.enabled },
    keeps,
  }
}

/** As the roster keeps it. */
export const storedPhone = (phone: string | null) => phone?.replace(/^0(?=1\d{10}$)/, '') ?? null

const words = {
  person: '这位员工已经是讲师',
  phone: '手机号与已有讲师相同',
  nameInstitution: '已有同名且同机构的讲师',
} as const

export async function repeatIn(db: Db, scope: DataScope, wish: RepeatWish) {
  const known = await selectKnown(db, scope, wish)
  const repeated = repeatOf(wish, known)
  return repeated && { by: repeated.by, who: known.find(({ id }) => id === repeated.who.id) }
}

export async function guardRepeat(
  db: Db,
  scope: DataScope,
  wish: RepeatWish,
  fail: Fail<(typeof teacherErrors)['repeated']>,
): Promise<void> {
  const repeated = await repeatIn(db, scope, wish)
  if (!repeated) return
  const name = repeated.who?.isSeen ? `：${repeated.who.name}` : ''
  fail(teacherErrors.repeated, { text: `${words[repeated.by]}${name}，请勿重复添加` })
}
