/** Official results of exams as evidence, through the knowledge points of their questions. */
import { resultNews } from '@kaopei/result/server'
import { type Db, databaseNow, readNews } from '@kaopei/server'
import { evidenceClass } from '../../contract/codes.ts'
import { measuredLevel } from '../rules/measured-level.ts'
import { type TestedSkill, testedSkills } from './exam-evidence.sql.ts'
import { type Evidence, settle } from './record.ts'

interface Attempt {
  readonly id: string
  readonly staffId: string
}

/** What these attempts show now; what they showed before and do not any more is taken back. */
export async function measureAttempts(db: Db, attempts: readonly Attempt[], now: Date): Promise<void> {
  if (attempts.length === 0) return
  const ids = attempts.map(({ id }) => id)
  const bySkill = Map.groupBy(await testedSkills(db, ids), ({ attemptId, skillId }) => `${attemptId}:${skillId}`)
  const evidence = [...bySkill.values()].flatMap((tested) => evidenceOf(tested) ?? [])
  const staffIds = attempts.map(({ staffId }) => staffId)
  await settle(db, { evidence, isWhole: true, sources: { kind: 'exam', ids, staffIds }, reason: '成绩变更' }, now)
}

function evidenceOf(tested: readonly TestedSkill[]): Evidence | undefined {
  const [first] = tested
  const measured = measuredLevel(tested)
  if (!first || !measured) return undefined
  const { attemptId, staffId, examId, skillId, title, at } = first
  const { items, scoreHundredths, maxHundredths, level: testedLevel } = measured
  return {
    ...{ staffId, skillId, title, at, class: evidenceClass.measured, level: measured.reachedLevel },
    ...{ sourceKind: 'exam', sourceId: attemptId },
    facts: { attemptId, examId, items, scoreHundredths, maxHundredths, testedLevel },
  }
}

/** Follows the ordered news with a cursor of its own: an attempt pays nothing for its evidence. */
export const followResults = readNews({
  name: 'skill.results',
  feed: resultNews,
  read: async (db, news) => {
    const ofExams = news.filter(({ ownerKind, kind }) => ownerKind === 'exam' && kind !== 'begun')
    const attempts = new Map(ofExams.map(({ attemptId, staffId }) => [attemptId, { id: attemptId, staffId }]))
    await measureAttempts(db, [...attempts.values()], databaseNow())
  },
})
