import { id } from '@kaopei/contract'
import { pointsOfQuestions } from '@kaopei/question/server'
import { officialMarks } from '@kaopei/result/server'
import { type Db, rowsOf } from '@kaopei/server'
import { z } from 'zod'

const testedRow = z.object({
  attemptId: id,
  staffId: id,
  examId: id,
  title: z.string(),
  at: z.date(),
  skillId: id,
  level: z.int(),
  items: z.int(),
  scoreHundredths: z.int(),
  maxHundredths: z.int(),
})
export type TestedSkill = z.input<typeof testedRow>

/** What official results among these attempts earned by skill and the level that it was tested at; a question of several points counts once. */
export function testedSkills(db: Db, attemptIds: readonly string[]): Promise<TestedSkill[]> {
  return rowsOf(db, testedRow)`
    with marks as materialized (${officialMarks(db, attemptIds)}),
    tested as (
      select distinct l.question_id, k.skill_id, k.level
      from (${pointsOfQuestions(db)}) l
      join skill.point_skill k on k.company_id = ${db.companyId} and k.point_id = l.point_id
      where l.question_id in (select m.question_id from marks m)
    )
    select m.attempt_id as "attemptId", m.staff_id as "staffId", m.owner_id as "examId", m.title, m.at, t.skill_id as "skillId", t.level::int as level,
      count(*)::int as items, sum(m.score)::int as "scoreHundredths", sum(m.max)::int as "maxHundredths"
    from marks m
    join tested t on t.question_id = m.question_id
    group by m.attempt_id, m.staff_id, m.owner_id, m.title, m.at, t.skill_id, t.level`
}
