import type { Db } from '@kaopei/server'
import { sql } from 'kysely'

export interface Addressee {
  readonly staffId: string
  readonly name: string
  readonly email: string | null
  readonly phone: string | null
}

/** Candidates whom a mail or a text message can reach, by id, from behind one of them; `hasSat`: only who handed in. */
export async function selectAddressees(
  db: Db,
  companyId: string,
  { examId, hasSat, after, limit }: { examId: string; hasSat: boolean; after: string | undefined; limit: number },
): Promise<Addressee[]> {
  const { rows } = await sql<Addressee>`
    select c.staff_id as "staffId", s.name, nullif(btrim(s.email), '') as email, nullif(btrim(s.phone), '') as phone
    from exam.candidate c
    join org.staff s on s.company_id = c.company_id and s.id = c.staff_id
    where c.company_id = ${companyId}
      and c.exam_id = ${examId}
      and s.removed_at is null
      and s.is_enabled
      and (btrim(coalesce(s.email, '')) <> '' or btrim(coalesce(s.phone, '')) <> '')
      and ${after === undefined ? sql`true` : sql`c.staff_id > ${after}`}
      and ${hasSat ? handedIn(companyId, examId) : sql`true`}
    order by c.staff_id
    limit ${limit}
  `.execute(db)
  return rows
}

const handedIn = (companyId: string, examId: string) => sql`exists (
  select 1
  from exam.attempt a
  where a.company_id = ${companyId}
    and a.exam_id = ${examId}
    and a.staff_id = c.staff_id
    and a.submitted_at is not null
    and a.state <> 'voided'
)`
