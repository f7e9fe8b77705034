import type { Db, Services } from '@kaopei/server'
import type { Questionnaire } from '../questionnaires/questionnaire.sql.ts'
import { markOf } from './sealed-sheet.ts'
import { sheetCounts } from './sheet.sql.ts'

/** Sheets of an anonymous questionnaire that are not among the results: that will be, and that this server's secret does not open. */
export async function waitingIn(db: Db, services: Pick<Services, 'secret'>, { id, isAnonymous }: Questionnaire) {
  if (!isAnonymous) return { waitingCount: 0, unopenedCount: 0 }
  const { waiting, unopened } = await sheetCounts(db, id, markOf(services))
  return { waitingCount: waiting, unopenedCount: unopened }
}
