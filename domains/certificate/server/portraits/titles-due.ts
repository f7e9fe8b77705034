/** Whose photo is wanted. */
import { coursesOf } from '@kaopei/course/server'
import { scalesOf } from '@kaopei/evaluation/server'
import { examsOf } from '@kaopei/exam/server'
import type { Db } from '@kaopei/server'
import { projectsOf } from '@kaopei/training/server'
import type { RuleKind } from '../../contract/codes.ts'
import { rulesWithPhoto } from './offer.sql.ts'

/** Templates with a photo that this person has earned, holds for a time, or takes part in what leads to. */
export async function titlesDue(db: Db, staffId: string): Promise<string[]> {
  const rules = await rulesWithPhoto(db, staffId)
  const of = (kind: RuleKind) => rules.flatMap((rule) => (rule.kind === kind && rule.targetId !== null ? [rule.targetId] : []))
  const own = new Set([
    ...(await examsOf(db, staffId, of('exam'))),
    ...(await coursesOf(db, staffId, of('course'))),
    ...(await projectsOf(db, staffId, of('project'))),
    ...(await scalesOf(db, staffId, of('evaluation'))),
  ])
  const due = rules.filter(({ isDue, targetId }) => isDue || (targetId !== null && own.has(targetId)))
  return [...new Set(due.map(({ name }) => name))]
}
