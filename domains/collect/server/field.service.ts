import { protocolErrors } from '@kaopei/contract'
import { standardFields } from '@kaopei/org/contract/own-fields'
import { type Db, type Fail, ProtocolFailure } from '@kaopei/server'
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

type CollectError<Name extends keyof typeof collectErrors> = (typeof collectErrors)[Name]

export async function addField(db: Db, field: NewField, fail: Fail<CollectError<'tooMany' | 'nameTaken'>>): Promise<string> {
  await lockFields(db)
  const fields = await selectFields(db, field.subject)
  if (fields.length >= mostFields) fail(collectErrors.tooMany)
  requireFreeName(field.subject, field.name, fail)
  return insertField(db, field)
}

/** No second field is called like one that the product has. */
function requireFreeName(subject: Subject, name: string, fail: Fail<CollectError<'nameTaken'>>): void {
  const taken = subject === subjects.outer ? standardFields.map((field) => field.name) : namesOfColumns
  if (taken.includes(name)) fail(collectErrors.nameTaken)
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
  {
    shown,
    fail,
  }: { shown: (field: CustomField) => unknown; fail: Fail<CollectError<'typeLocked' | 'optionsLocked' | 'nameTaken'>> },
): Promise<{ before: CustomField; after: CustomField }> {
  const before = await findField(db, subject, wish.id)
  if (!before) throw new ProtocolFailure(protocolErrors.notFound)
  if (before.version !== wish.version) throw changed(shown(before))
  const { name = before.name, isRequired = before.isRequired, isEnabled = before.isEnabled, sort = before.sort } = wish
  const options = wish.optionContent ?? before.options
  if (wish.customType !== undefined && wish.customType !== before.customType) fail(collectErrors.typeLocked)
  const isText = before.options.length === 0
  if (isText ? options.length > 0 : !keepsOptions(before.options, options)) fail(collectErrors.optionsLocked)
  if (name !== before.name) requireFreeName(subject, name, fail)
  const after = await updateField(db, wish, { name, options, isRequired, isEnabled, sort })
  if (after) return { before, after }
  const current = await findField(db, subject, wish.id)
  throw current ? changed(shown(current)) : new ProtocolFailure(protocolErrors.notFound)
}

function changed(data: unknown): ProtocolFailure {
  return new ProtocolFailure(protocolErrors.changed, { data })
}
