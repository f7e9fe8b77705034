import type { Db } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import type { OwnField, OwnValue } from '../rules/own-fields.ts'

// What a company asks of people beyond the roster's columns. The room of the questions (collect) stands above this one and says here how they are found.

export interface OwnValues {
  readonly staffId: string
  readonly fieldIds: readonly string[]
  readonly values: readonly OwnValue[]
}

export interface OwnFields {
  /** Of outside candidates (1) and employees (2) the fields in use, in their order. */
  readonly inUse: (db: Db, subject: 1 | 2) => Promise<readonly OwnField[]>
  /** An object of what the person `s` of a statement has answered to these fields, by field; null: nothing. */
  readonly answers: (fieldIds: readonly string[]) => RawBuilder<unknown>
  /** Keeps these answers with employees; what is not said stays. */
  readonly save: (db: Db, people: readonly OwnValues[], now: Date) => Promise<void>
}

const noAnswers = sql`null::jsonb`

export let ownFields: OwnFields = { inUse: async () => [], answers: () => noAnswers, save: async () => undefined }

export function askPeopleFor(fields: OwnFields): void {
  ownFields = { ...fields, answers: (fieldIds) => (fieldIds.length === 0 ? noAnswers : fields.answers(fieldIds)) }
}
