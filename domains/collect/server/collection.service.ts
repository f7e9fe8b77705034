import type { Db } from '@kaopei/server'
import type { CollectField } from '../contract/field.ts'
import { type Field, firstLists, sortedFields, standardFields } from '../contract/standard-fields.ts'
import { findCollection } from './collection.sql.ts'
import { type CustomField, selectFields, subjects } from './field.sql.ts'
import { type Checked, checkValues } from './rules/check-values.ts'

/** What outside candidates are asked for, by list, in order. */
export interface Collection {
  readonly required: readonly Field[]
  readonly optional: readonly Field[]
  /** Not asked for. */
  readonly absent: readonly Field[]
  readonly version: number
  /** False: the company's default stands in for the exam's own. */
  readonly isOwn: boolean
}

export function fieldOf({ id, name, customType, options, version }: CustomField): Field {
  return { id, name, customType, options, isStandard: false, isMovable: true, version }
}

export async function allOuterFields(db: Db, companyId: string): Promise<Field[]> {
  return [...standardFields, ...(await selectFields(db, companyId, subjects.outer)).map(fieldOf)]
}

/** The exam's own collection, else the company's default, else what every company begins with. */
export async function collectionOf(db: Db, companyId: string, examId: string | null): Promise<Collection> {
  const own = await findCollection(db, companyId, examId)
  const lists = own ?? (examId === null ? undefined : await findCollection(db, companyId, null)) ?? firstLists
  const sorted = sortedFields(await allOuterFields(db, companyId), lists)
  return { ...sorted, version: own?.version ?? 0, isOwn: own !== undefined }
}

/** Checks what a candidate filled in against a collection: all problems at once, and everything that is right beside them. */
export function validateCollected(collection: Collection, values: Readonly<Record<string, unknown>>): Checked {
  return checkValues(collection, values)
}

export function shownField({ id, name, customType, options, isStandard, isMovable, version }: Field): CollectField {
  return {
    id,
    value: id,
    label: name,
    name,
    customType,
    optionContent: [...options],
    isReadOnly: isStandard,
    isMove: isMovable,
    version,
  }
}

export function shownCollection({ required, optional, absent, version, isOwn }: Collection) {
  return {
    requirement: required.map(shownField),
    optional: optional.map(shownField),
    unkown: absent.map(shownField),
    version,
    isOwn,
  }
}
