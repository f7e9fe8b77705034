/**
 * A sheet with a name, or by a link: what was visible is computed again, quotas are counted, the sheet is kept. Last in the caller's transaction: whoever
 * meets the same quotas waits for its end.
 */

import type { CodeOf } from '@kaopei/contract'
import { type Db, enqueue } from '@kaopei/server'
import type { Answers, Person } from '../../contract/answers.ts'
import { sheetState } from '../../contract/codes.ts'
import type { Definition, Quota } from '../../contract/definition.ts'
import { compiled, testFor } from '../../contract/rules/compiled.ts'
import { type Problem, problemsOf } from '../../contract/rules/problems-of.ts'
import { type Visible, visibleIn } from '../../contract/rules/visible-in.ts'
import type { Questionnaire } from '../questionnaires/questionnaire.sql.ts'
import { rateJob } from '../results/rate.job.ts'
import { packed } from '../rules/packing.ts'
import { insertSheet, type KeptSheet, type NewSheet, quotaWithoutRoom, updateSheet } from './sheet.sql.ts'

export interface GivenSheet {
  readonly found: Questionnaire
  readonly definition: Definition
  readonly visible: Visible
  readonly person: Person
  /** The sheet that this one takes the place of. */
  readonly before: KeptSheet | undefined
  readonly by: Pick<NewSheet, 'staffId' | 'departmentId' | 'linkId' | 'secretHash' | 'day' | 'at'>
}

export interface Taken {
  readonly state: CodeOf<typeof sheetState>
  readonly endText: string
}

export type Judged = { readonly visible: Visible } | { readonly problems: readonly Problem[] }

export function judged(definition: Definition, answers: Answers, person: Person): Judged {
  const visible = visibleIn(definition, answers, person)
  const problems = problemsOf(definition, answers, person, visible)
  return problems.length > 0 ? { problems } : { visible }
}

export async function takeSheet(db: Db, { found, definition, visible, person, before, by }: GivenSheet): Promise<Taken> {
  const { layout, definitionId } = found
  if (!layout || !definitionId) throw new Error('a published questionnaire has a definition and its layout')
  const met = quotasMet(definition, visible.kept, person)
  const sheet: NewSheet = {
    ...{ ...by, questionnaireId: found.id, definitionId },
    ...{ answers: visible.kept, packed: packed(layout, visible), meets: met.map(({ id }) => id) },
  }
  const fullId = before ? await updateSheet(db, before, sheet) : await insertSheet(db, sheet)
  if (found.instructorId !== null) await enqueue(db, rateJob, db.companyId, { questionnaireId: found.id }, { key: found.id })
  const full = met.find(({ id }) => id === fullId)
  return full
    ? { state: sheetState.screenedOut, endText: full.endText }
    : { state: sheetState.counted, endText: definition.endText }
}

/** The same sheet again is answered as before: of a screened-out one by the words of the quota that it found full. */
export async function takenBefore(
  db: Db,
  { found, definition, person }: Pick<GivenSheet, 'found' | 'definition' | 'person'>,
  { state, answers }: KeptSheet,
): Promise<Taken> {
  if (state === sheetState.counted) return { state, endText: definition.endText }
  const met = quotasMet(definition, answers, person)
  const ids = met.map(({ id }) => id)
  const fullId = await quotaWithoutRoom(db, found.id, ids)
  const full = met.find(({ id }) => id === fullId) ?? met[0]
  return { state, endText: full?.endText ?? definition.endText }
}

function quotasMet(definition: Definition, kept: Answers, person: Person): Quota[] {
  if (definition.quotas.length === 0) return []
  const { elements } = compiled(definition)
  const walk = { values: new Map(Object.entries(kept)), person }
  return definition.quotas.filter(({ when }) => testFor(when, elements)(walk) === true)
}
