import { dayIn } from '@kaopei/contract'
import { timeZoneOf } from '@kaopei/platform/server'
import { knowledgePointsByIds } from '@kaopei/question/server'
import type { Db } from '@kaopei/server'
import { masteryCurve } from '../rules/mastery-curve.ts'
import { masteryDays, masteryOf } from '../rules/percent.ts'
import { selectPointsOf, selectScoredAnswers } from './mastery.sql.ts'

const dayMs = 24 * 60 * 60 * 1000
export const masterySince = (now: Date): Date => new Date(now.getTime() - masteryDays * dayMs)

/** Of each knowledge point, by name; `seesAll` for those who answer for the person. */
export async function pointsOf(db: Db, staffId: string, now: Date, { seesAll }: { seesAll: boolean }) {
  const rows = await selectPointsOf(db, staffId, masterySince(now), { seesAll })
  const names = await knowledgePointsByIds(
    db,
    rows.map(({ knowledgePointId }) => knowledgePointId),
  )
  const byId = new Map(rows.map((row) => [row.knowledgePointId, row]))
  return names.flatMap(({ id, name }) => {
    const row = byId.get(id)
    return row ? [{ knowledgePointId: id, name, questionCount: row.questions, masteryPercent: masteryOf(row) }] : []
  })
}

/** The last 180 days that changed it; their answers reach back twice as far. */
export async function curveOf(db: Db, staffId: string, now: Date, knowledgePointId: string | null) {
  const timeZone = await timeZoneOf(db)
  const since = new Date(now.getTime() - 2 * masteryDays * dayMs)
  const curve = masteryCurve(await selectScoredAnswers(db, { staffId, since, timeZone, knowledgePointId }))
  const first = dayIn(masterySince(now), timeZone)
  return curve.filter(({ day }) => day >= first)
}
