import { dayIn } from '@kaopei/contract'
import { timeZoneOf } from '@kaopei/platform/server'
import type { Db } from '@kaopei/server'
import { teacherLevel } from '../../contract/codes.ts'
import type { Evidence } from '../../contract/growth.ts'
import { evidenceFor, monthsBefore } from '../rules/evidence-for.ts'
import { overallOf } from '../rules/overall.ts'
import { findWork, type StoredStandard, selectRatings, selectStandards } from './growth.sql.ts'

/** What holds until the company has said otherwise. */
export const usualStandards: readonly StoredStandard[] = [
  { level: 2, minMinutes: 960, minRatingHundredths: 400, minRatedCount: 10, months: 12, needsQualification: false, version: 0 },
  { level: 3, minMinutes: 2400, minRatingHundredths: 430, minRatedCount: 30, months: 24, needsQualification: true, version: 0 },
  { level: 4, minMinutes: 4800, minRatingHundredths: 450, minRatedCount: 60, months: 36, needsQualification: true, version: 0 },
]

export async function standardsOf(db: Db): Promise<StoredStandard[]> {
  const saved = new Map((await selectStandards(db)).map((one) => [one.level, one]))
  return usualStandards.map((usual) => saved.get(usual.level) ?? usual)
}

/** What speaks for and against the next level; undefined at the highest. */
export async function evidenceOf(
  db: Db,
  { id, level }: { readonly id: string; readonly level: number },
  now: Date,
): Promise<Evidence | undefined> {
  if (level === teacherLevel.senior) return undefined
  const asked = (await standardsOf(db)).find((one) => one.level === level + 1)
  if (!asked) return undefined
  const until = dayIn(now, await timeZoneOf(db))
  const since = monthsBefore(until, asked.months)
  const work = await findWork(db, id, { since, until })
  const rated = await selectRatings(db, id, undefined)
  const inMonths = rated.filter(({ asOf }) => asOf >= new Date(`${since}T00:00:00Z`))
  return evidenceFor({ ...asked, toLevel: asked.level }, { since, until, ...work, rating: overallOf(inMonths) })
}
