/** Tells the room of instructors what participants thought of one, as figures. */
import { tellRating } from '@kaopei/instructor/server'
import { type Db, databaseNow, job } from '@kaopei/server'
import { z } from 'zod'
import { sheetState } from '../../contract/codes.ts'
import type { Definition } from '../../contract/definition.ts'
import { findQuestionnaire, type Questionnaire } from '../questionnaires/questionnaire.sql.ts'
import { definitionIn } from '../questionnaires/saving.ts'
import { addSheet, hiddenRating, noRating, type Rating, roundedRating } from '../rules/rating-of.ts'
import { unpackingOf } from '../rules/unpacking.ts'
import { selectSheetIds, selectWholeSheets } from './sheets.sql.ts'

const pageSize = 1000

export const rateJob = job({
  name: 'questionnaire.rate',
  payload: z.object({ questionnaireId: z.string() }),
  run: async ({ questionnaireId }, { transaction }) => transaction((db) => rate(db, questionnaireId)),
})

/** Of an anonymous one only when everything has come and been shuffled: between two states of its figures single sheets could be read. */
async function rate(db: Db, questionnaireId: string): Promise<void> {
  const found = await findQuestionnaire(db, questionnaireId)
  if (!found || found.instructorId === null || (found.isAnonymous && !found.isSettled)) return
  const whole = roundedRating(await ratingIn(db, found, await definitionIn(db, found)))
  const rating = found.isAnonymous ? hiddenRating(whole) : whole
  const source = { instructorId: found.instructorId, source: 'questionnaire', sourceId: questionnaireId, title: found.name }
  await tellRating(db, { ...source, ...rating, now: databaseNow() })
}

async function ratingIn(db: Db, { id, layout }: Questionnaire, definition: Definition): Promise<Rating> {
  if (!layout) return noRating
  const { answersIn } = unpackingOf(definition, layout)
  const all = await selectSheetIds(db, { questionnaireId: id, scope: { kind: 'all' }, state: sheetState.counted })
  let rating = noRating
  for (let from = 0; from < all.length; from += pageSize) {
    const ids = all.slice(from, from + pageSize)
    const rows = await selectWholeSheets(db, { questionnaireId: id, ids, written: [] })
    for (const row of rows) rating = addSheet(rating, definition, answersIn(row.packed, []))
  }
  return rating
}
