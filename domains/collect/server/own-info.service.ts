import { maskContacts, maskEmail, maskPhone } from '@kaopei/contract'
import { gender, staffSource } from '@kaopei/org/contract/codes'
import { columnsOfPerson, type Field } from '@kaopei/org/contract/own-fields'
import type { Db } from '@kaopei/server'
import type { OwnInfo } from '../contract/own-info.ts'
import { collectionOf, fieldOf, shownField } from './collection.service.ts'
import { selectFields, subjects } from './field.sql.ts'
import { findOwnPerson, type OwnPerson } from './own-info.sql.ts'
import type { CollectedValue, CollectedValues } from './rules/check-values.ts'
import { collectedOf } from './value.sql.ts'

/** A field that somebody is asked for, with what is known. */
export interface Asked {
  readonly field: Field
  readonly isRequired: boolean
  readonly isFixed: boolean
  readonly content: CollectedValue | undefined
}

// These name somebody and lead to them: filled in once, then changed by administrators, or with a code.
const keptByOthers = ['name', 'phone', 'email']

/** Of candidates what the exam collects, or the company's default; of employees the company's fields, whatever the exam. */
export async function askedOf(db: Db, person: OwnPerson, examId: string | null): Promise<Asked[]> {
  const stored = (await collectedOf(db, [person.id])).get(person.id) ?? {}
  const known = person.staffSource === staffSource.outside ? { ...stored, ...columnsOf(person) } : stored
  const asked = await fieldsFor(db, person, examId)
  return asked.map(({ field, isRequired }) => {
    const content = known[field.id]
    return { field, isRequired, content, isFixed: content !== undefined && keptByOthers.includes(field.id) }
  })
}

async function fieldsFor(db: Db, { staffSource: source }: OwnPerson, examId: string | null) {
  if (source !== staffSource.outside) {
    const fields = await selectFields(db, subjects.staff)
    return fields.filter(({ isEnabled }) => isEnabled).map((field) => ({ field: fieldOf(field), isRequired: field.isRequired }))
  }
  const { required, optional } = await collectionOf(db, examId)
  return [...required.map((field) => ({ field, isRequired: true })), ...optional.map((field) => ({ field, isRequired: false }))]
}

function columnsOf({ name, phone, email, gender: code }: OwnPerson): CollectedValues {
  const all = { name, phone, email, gender: code === null ? null : gender.label(code) }
  return Object.fromEntries(columnsOfPerson.flatMap((id) => entryOf(id, Reflect.get(all, id))))
}

function entryOf(id: string, value: unknown): [string, string][] {
  return typeof value === 'string' && value !== '' ? [[id, value]] : []
}

const isMissing = ({ isRequired, content }: Asked) => isRequired && content === undefined

/** `isOneself`: to whoever looks through somebody's eyes, what they filled in is masked like everybody's. */
export function shownInfo(asked: readonly Asked[], isOneself: boolean): OwnInfo {
  return {
    dataList: asked.map((one) => ({
      ...shownField(one.field),
      isRequired: one.isRequired,
      isFixed: one.isFixed,
      content: shownContent(one, isOneself),
    })),
    isComplete: !asked.some(isMissing),
  }
}

/** One's own contacts are masked, as on one's own page; they are only looked at here. */
function shownContent({ field, isFixed, content }: Asked, isOneself: boolean): string | string[] | null {
  if (content === undefined) return null
  if (!isOneself) return typeof content === 'string' ? maskContacts(content) : content.map(maskContacts)
  if (typeof content !== 'string') return [...content]
  if (isFixed && field.id === 'phone') return maskPhone(content)
  return isFixed && field.id === 'email' ? maskEmail(content) : content
}

/** What an exam wants to know of a candidate and does not know yet, by the fields' names. Employees are never kept out by it. */
export async function missingInfo(db: Db, given: { examId: string; staffId: string }): Promise<string[]> {
  const person = await findOwnPerson(db, given.staffId)
  if (person?.staffSource !== staffSource.outside) return []
  const asked = await askedOf(db, person, given.examId)
  return asked.filter(isMissing).map(({ field }) => field.name)
}
