import { id } from '@kaopei/contract'
import { inReach, type Reach } from '@kaopei/exam/server'
import { countOf, type Db, findOne, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'

const differences = z.array(z.object({ field: z.string(), stored: z.string(), rebuilt: z.string() }))
const rebuildingRow = z.object({ differences, at: z.date() })

export function findRebuilding(db: Db, attemptId: string): Promise<z.output<typeof rebuildingRow> | undefined> {
  return findOne(db, rebuildingRow)`
    select differences, at
    from proctoring.rebuilding
    where company_id = ${db.companyId}
      and attempt_id = ${attemptId}`
}

export interface DifferencesWish {
  readonly scope: Reach
  readonly examId: string | undefined
  readonly keyWords: string | undefined
}

const like = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Rebuilt attempts whose candidates the caller reaches. */
function rebuilt(db: Db, { scope, examId, keyWords }: DifferencesWish): RawBuilder<unknown> {
  const conditions = [
    sql`r.company_id = ${db.companyId}`,
    inReach(db, scope, { examId: sql`r.exam_id`, staffId: sql`r.staff_id` }),
  ]
  if (examId) conditions.push(sql`r.exam_id = ${examId}`)
  if (keyWords) conditions.push(sql`(p.name ilike ${like(keyWords)} or r.title ilike ${like(keyWords)})`)
  return sql`
    from proctoring.rebuilding r
    join org.person p on p.company_id = r.company_id and p.id = r.staff_id
    where ${sql.join(conditions, sql` and `)}`
}

const differs = sql`and r.differences <> '[]'::jsonb`

const differingRow = z.object({
  examinationResultId: id,
  examinationId: id,
  examName: z.string(),
  staffName: z.string(),
  submitTime: z.date().nullable(),
  checkedTime: z.date(),
  differences,
})

/** Those that are not what their events say, the latest found first. */
export function selectDiffering(db: Db, wish: DifferencesWish, { limit, offset }: { limit: number; offset: number }) {
  return rowsOf(db, differingRow)`
    select r.attempt_id as "examinationResultId", r.exam_id as "examinationId", r.title as "examName", p.name as "staffName",
      r.submitted_at as "submitTime", r.at as "checkedTime", r.differences
    ${rebuilt(db, wish)} ${differs}
    order by r.at desc, r.attempt_id
    limit ${limit} offset ${offset}`
}

export function countDiffering(db: Db, wish: DifferencesWish): Promise<number> {
  return countOf(db)`select count(*)::int as count ${rebuilt(db, wish)} ${differs}`
}

export function countRebuilt(db: Db, wish: DifferencesWish): Promise<number> {
  return countOf(db)`select count(*)::int as count ${rebuilt(db, wish)}`
}
