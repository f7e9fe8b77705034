import { type ErrorDef, protocolErrors } from '@kaopei/contract'
import { standardFields } from '@kaopei/org/contract/own-fields'
import { type Db, Failure } from '@kaopei/server'
import { mostFields } from '../contract/codes.ts'
import { collectErrors } from '../contract/errors.ts'
import { namesOfColumns } from '../contract/standard-fields.ts'
import {
  type CustomField,
  findField,
  insertField,
  lockFields,
  type Subject,
  selectFields,
  subjects,
  updateField,
} from './field.sql.ts'
import { keepsOptions } from './rules/may-change-options.ts'

type NewField = Parameters<typeof insertField>[1]

export async function addField(db: Db, field: NewField): Promise<string> {
  await lockFields(db)
  const fields = await selectFields(db, field.subject)
  if (fields.length >= mostFields) throw new Failure(collectErrors.tooMany)
  requireFreeName(field.subject, field.name)
  return insertField(db, field)
}

/** No second field is called like one that the product has. */
function requireFreeName(subject: Subject, name: string): void {
  const taken = subject === subjects.outer ? standardFields.map((field) => field.name) : namesOfColumns
  if (taken.includes(name)) throw new Failure(collectErrors.nameTaken)
}

interface FieldWish {
  readonly id: string
  readonly version: number
  readonly name?: string | undefined
  readonly customType?: number | undefined
  readonly optionContent?: readonly string[] | undefined
  readonly isRequired?: boolean | undefined
  readonly isEnabled?: boolean | undefined
  readonly sort?: number | undefined
}

/** The type stays, options are only added: what people have answered goes on meaning the same. */
export async function changeField(
  db: Db,
  subject: Subject,
  wish: FieldWish,
  shown: (field: CustomField) => unknown,
): Promise<{ before: CustomField; after: CustomField }> {
  const before = await findField(db, subject, wish.id)
  if (!before) throw new Failure(protocolErrors.notFound)
  if (before.version !== wish.version) throw changed(shown(before))
  const { name = before.name, isRequired = before.isRequired, isEnabled = before.isEnabled, sort = before.sort } = wish
  const options = wish.optionContent ?? before.options
  if (wish.customType !== undefined && wish.customType !== before.customType) throw new Failure(collectErrors.typeLocked)
  const isText = before.options.length === 0
  if (isText ? options.length > 0 : !keepsOptions(before.options, options)) throw new Failure(collectErrors.optionsLocked)
  if (name !== before.name) requireFreeName(subject, name)
  const after = await updateField(db, wish, { name, options, isRequired, isEnabled, sort })
  if (after) return { before, after }
  const current = await findField(db, subject, wish.id)
  throw current ? changed(shown(current)) : new Failure(protocolErrors.notFound)
}

function changed(data: unknown): Failure {
  const error: ErrorDef = protocolErrors.changed
  return new Failure(error, { data })
}
