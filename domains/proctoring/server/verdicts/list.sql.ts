import { id } from '@kaopei/contract'
import { inReach, type Reach } from '@kaopei/exam/server'
import { countOf, type Db, oneOf, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { anomalyKind, anomalyState, caseState, verdictKind } from '../../contract/verdicts/verdict-codes.ts'

export interface CasesWish {
  readonly examId: string
  readonly reach: Reach
  /** Of whom proposals are not told to themselves. */
  readonly callerId: string
  readonly keyWords: string | undefined
  readonly state: string | undefined
  readonly anomaly: 'open' | 'held' | undefined
}

const like = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

const isHeld = sql`n.state <> 'dismissed' and n.count > 0`

function cases(db: Db, { examId, reach, callerId, keyWords, state, anomaly }: CasesWish): RawBuilder<unknown> {
  const reached = inReach(db, reach, { examId: sql`${examId}::uuid`, staffId: sql`a.staff_id` })
  const conditions = [sql`a.submitted_at is not null`, reached]
  if (keyWords) conditions.push(sql`p.name ilike ${like(keyWords)}`)
  if (state) conditions.push(sql`coalesce(v.state, 'notReviewed') = ${state}`)
  if (anomaly) conditions.push(anomaly === 'open' ? sql`f.open > 0` : sql`f.held > 0`)
  return sql`
    from sitting.attempts_of(${db.companyId}, ${examId}) a
    join org.person p on p.company_id = ${db.companyId} and p.id = a.staff_id
    left join (
      select distinct on (attempt_id) attempt_id, state, verdict, appeal_until
      from proctoring.verdict
      where company_id = ${db.companyId} and exam_id = ${examId} and (state <> 'proposed' or staff_id <> ${callerId})
      order by attempt_id, number desc
    ) v on v.attempt_id = a.attempt_id
    left join (
      select n.attempt_id, count(*) filter (where n.state = 'open' and n.count > 0) as open, count(*) filter (where ${isHeld}) as held,
        jsonb_agg(jsonb_build_object('kind', n.kind, 'state', n.state, 'count', n.count) order by n.kind) filter (where n.count > 0) as found
      from proctoring.anomaly n
      where n.company_id = ${db.companyId} and n.exam_id = ${examId}
      group by n.attempt_id
    ) f on f.attempt_id = a.attempt_id
    where ${sql.join(conditions, sql` and `)}`
}

const caseRow = z.object({
  examinationResultId: id,
  staffId: id,
  staffName: z.string(),
  department: z.string().nullable(),
  attemptNumber: z.int(),
  submitTime: z.date().nullable(),
  anomalies: z.array(z.object({ kind: anomalyKind, state: anomalyState, count: z.int() })),
  state: caseState,
  verdict: verdictKind.nullable(),
  appealUntil: z.date().nullable(),
})

/** What waits for somebody comes first: appeals, proposals, open anomalies. */
export function selectCases(db: Db, wish: CasesWish, { limit, offset }: { limit: number; offset: number }) {
  return rowsOf(db, caseRow)`
    select a.attempt_id as "examinationResultId", a.staff_id as "staffId", p.name as "staffName", d.name as department,
      a.number as "attemptNumber", a.submitted_at as "submitTime", coalesce(f.found, '[]') as anomalies,
      coalesce(v.state, 'notReviewed') as state, v.verdict, v.appeal_until as "appealUntil"
    from (
      select a.attempt_id, row_number() over (
        order by (v.state = 'appealed') is not true, (v.state = 'proposed') is not true, coalesce(f.open, 0) = 0, coalesce(f.held, 0) = 0,
          a.submitted_at desc, a.attempt_id
      ) as place
      ${cases(db, wish)}
      order by place
      limit ${limit} offset ${offset}
    ) page
    join sitting.attempts_of(${db.companyId}, ${wish.examId}) a on a.attempt_id = page.attempt_id
    join org.person p on p.company_id = ${db.companyId} and p.id = a.staff_id
    left join org.department_tree d on d.company_id = p.company_id and d.id = p.department_id
    left join lateral (
      select t.state, t.verdict, t.appeal_until
      from proctoring.verdict t
      where t.company_id = ${db.companyId} and t.attempt_id = page.attempt_id and (t.state <> 'proposed' or t.staff_id <> ${wish.callerId})
      order by t.number desc
      limit 1
    ) v on true
    left join lateral (
      select jsonb_agg(jsonb_build_object('kind', n.kind, 'state', n.state, 'count', n.count) order by n.kind) as found
      from proctoring.anomaly n
      where n.company_id = ${db.companyId} and n.attempt_id = page.attempt_id and n.count > 0
    ) f on true
    order by page.place`
}

export function countCases(db: Db, wish: CasesWish): Promise<number> {
  return countOf(db)`select count(*)::int as count ${cases(db, wish)}`
}

const sumsRow = z.object({ open: z.int(), held: z.int() })

/** Attempts with something to look at, and with something that nobody has dismissed. */
export function selectSums(db: Db, { examId, reach }: Pick<CasesWish, 'examId' | 'reach'>) {
  return oneOf(db, sumsRow)`
    select count(distinct n.attempt_id) filter (where n.state = 'open' and n.count > 0)::int as open,
      count(distinct n.attempt_id) filter (where ${isHeld})::int as held
    from proctoring.anomaly n
    where n.company_id = ${db.companyId}
      and n.exam_id = ${examId}
      and ${inReach(db, reach, { examId: sql`n.exam_id`, staffId: sql`n.staff_id` })}`
}
