/** What a holder sees of their own. */
import { id } from '@kaopei/contract'
import { countOf, type Db, findOne, rowsOf } from '@kaopei/server'
import { z } from 'zod'
import { certificateState } from '../../contract/codes.ts'

const ownRow = z.object({
  id,
  title: z.string(),
  number: z.string(),
  source: z.string(),
  company: z.string(),
  state: certificateState.schema,
  code: z.string(),
  issuedAt: z.date(),
  validUntil: z.date().nullable(),
  endedAt: z.date().nullable(),
})

export async function pageOfOwn(db: Db, staffId: string, { pageIndex, pageSize }: { pageIndex: number; pageSize: number }) {
  const dataList = await rowsOf(db, ownRow)`
    select c.id, t.name as title, c.number, coalesce(c.facts ->> 'source', '') as source, coalesce(c.facts ->> 'company', '') as company,
      c.state, c.code, c.issued_at as "issuedAt", c.valid_until as "validUntil", c.ended_at as "endedAt"
    from certificate.certificate c
    join certificate.template t on t.company_id = c.company_id and t.id = c.template_id
    where c.company_id = ${db.companyId} and c.staff_id = ${staffId}
    order by c.state, c.id desc
    limit ${pageSize} offset ${(pageIndex - 1) * pageSize}`
  const totalCount = await countOf(db)`
    select count(*)::int as count from certificate.certificate c
    where c.company_id = ${db.companyId} and c.staff_id = ${staffId}`
  return { dataList, totalCount }
}

const badgeRow = z.object({
  certificateId: id,
  ruleId: id,
  holderId: id,
  holderName: z.string(),
  title: z.string(),
  company: z.string(),
  source: z.string(),
  number: z.string(),
  code: z.string(),
  state: certificateState.schema,
  issuedAt: z.date(),
  validUntil: z.date().nullable(),
})

export function findBadge(db: Db, certificateId: string): Promise<z.input<typeof badgeRow> | undefined> {
  return findOne(db, badgeRow)`
    select c.id as "certificateId", c.rule_id as "ruleId", c.staff_id as "holderId", c.holder_name as "holderName", t.name as title,
      coalesce(c.facts ->> 'company', '') as company, coalesce(c.facts ->> 'source', '') as source, c.number, c.code, c.state,
      c.issued_at as "issuedAt", c.valid_until as "validUntil"
    from certificate.certificate c
    join certificate.template t on t.company_id = c.company_id and t.id = c.template_id
    where c.company_id = ${db.companyId} and c.id = ${certificateId}`
}
