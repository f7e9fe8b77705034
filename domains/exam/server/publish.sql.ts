import type { Db } from '@kaopei/server'
import { sql } from 'kysely'

export type PinnedQuestion = { questionId: string; versionId: string; ruleVersionId: string }

/** Fixed questions that are pinned already: of a published exam all, of a draft none. */
export async function selectPinned(db: Db, companyId: string, examId: string): Promise<PinnedQuestion[]> {
  const { rows } = await sql<PinnedQuestion>`
    select question_id as "questionId", question_version_id as "versionId", rule_version_id as "ruleVersionId"
    from exam.exam_question
    where company_id = ${companyId} and exam_id = ${examId} and question_version_id is not null
    order by slot
  `.execute(db)
  return rows
}

export async function pinFixed(db: Db, companyId: string, examId: string, versions: readonly PinnedQuestion[]): Promise<void> {
  await sql`
    update exam.exam_question p
    set question_version_id = v."versionId", rule_version_id = v."ruleVersionId"
    from jsonb_to_recordset(${JSON.stringify(versions)}::jsonb) as v ("questionId" uuid, "versionId" uuid, "ruleVersionId" uuid)
    where p.company_id = ${companyId} and p.exam_id = ${examId} and p.question_id = v."questionId"
  `.execute(db)
}

/** Which of these versions a person has to mark (content.ts, `needsMarker`). */
export async function selectMarkedByHand(db: Db, companyId: string, versionIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select v.id
    from question.question_version v
    where v.company_id = ${companyId}
      and v.id = any(${versionIds}::uuid[])
      and (v.content @> '{"type": 6}' or v.content @> '{"type": 4, "blanks": [{"match": "manual"}]}')
  `.execute(db)
  return new Set(rows.map((row) => row.id))
}

export type CandidateFacts = {
  count: number
  overlappingCount: number
  withoutPhoneCount: number
  withoutEmailCount: number
  outsideCount: number
}

/** Of the candidates: how many there are, sit another exam in the same window, or have no phone or e-mail. */
export async function selectCandidateFacts(
  db: Db,
  companyId: string,
  { examId, openAt, closeAt }: { examId: string; openAt: Date | null; closeAt: Date | null },
): Promise<CandidateFacts> {
  const { rows } = await sql<CandidateFacts>`
    select count(*)::int as count,
      count(*) filter (where o.staff_id is not null)::int as "overlappingCount",
      count(*) filter (where coalesce(s.phone, '') = '')::int as "withoutPhoneCount",
      count(*) filter (where coalesce(s.email, '') = '')::int as "withoutEmailCount",
      count(*) filter (where s.staff_source = 2)::int as "outsideCount"
    from exam.candidate c
    join org.staff s on s.company_id = c.company_id and s.id = c.staff_id
    left join (
      select distinct c2.staff_id
      from exam.exam e
      join exam.candidate c2 on c2.company_id = e.company_id and c2.exam_id = e.id
      where e.company_id = ${companyId}
        and e.id <> ${examId}
        and e.status = 1
        and e.removed_at is null
        and e.admission_start_at < ${closeAt}
        and e.admission_end_at > ${openAt}
    ) o on o.staff_id = c.staff_id
    where c.company_id = ${companyId} and c.exam_id = ${examId}
  `.execute(db)
  return rows[0] ?? { count: 0, overlappingCount: 0, withoutPhoneCount: 0, withoutEmailCount: 0, outsideCount: 0 }
}
