import { type Field, standardFields } from '@kaopei/org/contract/own-fields'
import { allowsNewPhoneRanges } from '@kaopei/org/server'
import type { Db, Fail } from '@kaopei/server'
import type { CollectField } from '../contract/field.ts'
import { firstLists, sortedFields } from '../contract/standard-fields.ts'
import { deleteCollection, findCollection, replaceCollection } from './collection.sql.ts'
import { type CustomField, selectFields, subjects } from './field.sql.ts'
import { type Checked, checkValues } from './rules/check-values.ts'
import { listProblem } from './rules/list-problem.ts'

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

export async function allOuterFields(db: Db): Promise<Field[]> {
  return [...standardFields, ...(await selectFields(db, subjects.outer)).map(fieldOf)]
}

/** The exam's own collection, else the company's default, else what every company begins with. */
export async function collectionOf(db: Db, examId: string | null): Promise<Collection> {
  const own = await findCollection(db, examId)
  const lists = own ?? (examId === null ? undefined : await findCollection(db, null)) ?? firstLists
  const sorted = sortedFields(await allOuterFields(db), lists)
  return { ...sorted, version: own?.version ?? 0, isOwn: own !== undefined }
}

/** The exam's own lists; two empty ones where it follows the company's default. */
export async function ownCollectionOf(db: Db, examId: string) {
  const { required = [], optional = [] } = (await findCollection(db, examId)) ?? {}
  return { requirement: [...required], optional: [...optional] }
}

export interface ExamCollection {
  readonly examId: string
  readonly requirement: readonly string[]
  readonly optional: readonly string[]
  readonly by: string
  readonly now: Date
}

type ListProblem = NonNullable<ReturnType<typeof listProblem>>

/**
 * What an exam's own save payload says of its collection: kept over what was there, or with two empty lists given up for the default. Answers
 * what the log keeps of it; undefined where nothing has changed.
 */
export async function keepExamCollection(db: Db, given: ExamCollection, fail: Fail<ListProblem>) {
  const before = loggedCollection(await collectionOf(db, given.examId))
  await writeCollection(db, given, fail)
  const after = loggedCollection(await collectionOf(db, given.examId))
  return JSON.stringify(before) === JSON.stringify(after) ? undefined : { before, after }
}

/** By the names that people know. */
export function loggedCollection({ required, optional }: Pick<Collection, 'required' | 'optional'>) {
  return { required: required.map(({ name }) => name), optional: optional.map(({ name }) => name) }
}

async function writeCollection(db: Db, given: ExamCollection, fail: Fail<ListProblem>): Promise<void> {
  const { examId, requirement, optional } = given
  if (requirement.length + optional.length === 0) return deleteCollection(db, examId)
  const fields = await allOuterFields(db)
  const fixed = fields.filter(({ isMovable }) => !isMovable).map(({ id }) => id)
  const required = [...fixed, ...requirement.filter((id) => !fixed.includes(id))]
  const problem = listProblem(fields, { required, optional })
  if (problem) fail(problem)
  await replaceCollection(db, { ...given, required, optional })
}

/** Checks what a candidate filled in against a collection: all problems at once, and everything that is right beside them. */
export async function validateCollected(
  db: Db,
  collection: Collection,
  values: Readonly<Record<string, unknown>>,
): Promise<Checked> {
  return checkValues(collection, values, { allowsNewPhoneRanges: await allowsNewPhoneRanges(db) })
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
