import type { Db } from '@kaopei/server'
import type { ColumnSpec } from '@kaopei/sheet'
import { staffSource } from '../../contract/codes.ts'
import { columnsOfPerson, standardFields } from '../../contract/own-fields.ts'
import { type OwnValue, ownText } from '../rules/own-fields.ts'
import { shownText } from '../sight/contacts.ts'
import { ownFields } from './own-fields.ts'

/** What somebody has filled in, by field. */
type Own = Readonly<Record<string, OwnValue>> | null

/** What stands behind the roster's own columns. */
export interface OwnColumns {
  readonly columns: readonly ColumnSpec[]
  readonly fieldIds: readonly string[]
  readonly cellsOf: (own: Own) => string[]
}

// Candidates are asked for their post as for a text; it stands in the roster's column.
const postField = 'post'

export function ownPost(own: Own): string {
  return ownText(own?.[postField])
}

interface Wish {
  /** Employees, outside candidates, or both. */
  readonly staffSource?: number | undefined
  readonly seesPrivate: boolean
}

/** The fields that the company asks of whom the export may hold. One column for each name: what both are asked for stands in one. */
export async function ownColumns(db: Db, { staffSource: source, seesPrivate }: Wish): Promise<OwnColumns> {
  const byName = new Map<string, string[]>()
  for (const { id, name } of await fieldsOf(db, source)) byName.set(name, [...(byName.get(name) ?? []), id])
  const ids = [...byName.values()]
  const shown = (own: Own, id: string) => shownText(ownText(own?.[id]), seesPrivate)
  return {
    columns: [...byName.keys()].map((title) => ({ title, width: 16 })),
    fieldIds: [...ids.flat(), ...(source === staffSource.employee ? [] : [postField])],
    cellsOf: (own) => ids.map((group) => (own === null ? '' : group.map((id) => shown(own, id)).join(''))),
  }
}

async function fieldsOf(db: Db, source: number | undefined): Promise<readonly { id: string; name: string }[]> {
  const ofEmployees = source === staffSource.outside ? [] : await ownFields.inUse(db, 2)
  if (source === staffSource.employee) return ofEmployees
  const standard = standardFields.filter(({ id }) => !columnsOfPerson.includes(id) && id !== postField)
  return [...ofEmployees, ...standard, ...(await ownFields.inUse(db, 1))]
}
