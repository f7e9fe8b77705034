/** Of which questions of an anonymous questionnaire neither how many answered nor what was written is shown, because the number would tell. */
import type { Db } from '@kaopei/server'
import type { Definition } from '../../contract/definition.ts'
import type { Questionnaire } from '../questionnaires/questionnaire.sql.ts'
import type { Mask } from '../rules/counting.ts'
import type { Layout, Sheets } from '../rules/packing.ts'
import { hasBranches, toldByBranches } from '../rules/told-by-branches.ts'
import { selectPacked, sheetsOf } from './sheets.sql.ts'

const none: ReadonlySet<string> = new Set()

interface Counted {
  readonly sheets: Sheets
  readonly mask: Mask
}
const mostKept = 2000
/** Of all sheets of settled ones, which never change: by company, questionnaire and definition. */
const kept = new Map<string, ReadonlySet<string>>()

/** Among sheets that were read, or, without any, among all that there are; of a settled one these are looked through once by each process. */
export async function toldQuestions(
  db: Db,
  { found, definition }: { readonly found: Questionnaire; readonly definition: Definition },
  counted?: Counted,
): Promise<ReadonlySet<string>> {
  const { layout } = found
  if (!layout || !hasBranches(definition)) return none
  const key = found.isSettled && !counted?.mask ? `${db.companyId}:${found.id}:${found.definitionId}` : undefined
  const known = key && kept.get(key)
  if (known) return known
  const told = toldByBranches(definition, { layout, ...(counted ?? (await allSheets(db, found.id, layout))) })
  if (key) keep(key, told)
  return told
}

async function allSheets(db: Db, questionnaireId: string, { width }: Layout): Promise<Counted> {
  return { sheets: sheetsOf(await selectPacked(db, { questionnaireId, scope: { kind: 'all' } }), width), mask: undefined }
}

function keep(key: string, told: ReadonlySet<string>): void {
  if (kept.size >= mostKept) kept.clear()
  kept.set(key, told)
}
