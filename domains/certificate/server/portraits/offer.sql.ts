/** Photos that holders send of themselves, and whose certificates want one. */
import { id } from '@kaopei/contract'
import { portraitsOf } from '@kaopei/org/server'
import { changesOf, type Db, findOne, idsOf, lit, rowsOf } from '@kaopei/server'
import { z } from 'zod'
import { certificateState, offerState, ruleKinds, templateStatus } from '../../contract/codes.ts'

const wishRow = z.object({ name: z.string(), kind: z.enum(ruleKinds), targetId: id.nullable(), isDue: z.boolean() })

/**
 * Rules that run and whose certificates show a photo, with their templates' names. `isDue`: this person has earned one that waits for a photo, or holds
 * one that ends.
 */
export function rulesWithPhoto(db: Db, staffId: string) {
  return rowsOf(db, wishRow)`
    select t.name, r.kind, r.target_id as "targetId",
      exists (select from certificate.refusal f where f.company_id = r.company_id and f.rule_id = r.id and f.staff_id = ${staffId} and f.lacks_photo)
      or exists (
        select from certificate.certificate c
        where c.company_id = r.company_id and c.rule_id = r.id and c.staff_id = ${staffId} and c.state = ${lit(certificateState.valid)}
          and c.valid_until is not null) as "isDue"
    from certificate.issue_rule r
    join certificate.template t on t.company_id = r.company_id and t.id = r.template_id and t.status = ${lit(templateStatus.used)}
    join certificate.template_version v on v.company_id = t.company_id and v.template_id = t.id and v.number = t.current_number
    where r.company_id = ${db.companyId} and r.removed_at is null and r.is_enabled
      and jsonb_path_exists(v.layout, '$.pages[*].boxes[*] ? (@.kind == "portrait")')
    order by t.name, r.id`
}

const offerRow = z.object({ state: offerState.schema, fileId: id.nullable(), reason: z.string(), at: z.date() })

/** Held until the transaction ends. */
export function lockOffer(db: Db, staffId: string) {
  return findOne(db, offerRow)`
    select o.state, o.file_id as "fileId", o.reason, o.at from certificate.portrait_offer o
    where o.company_id = ${db.companyId} and o.staff_id = ${staffId}
    for update`
}

/** Of these people. */
export function offersOf(db: Db, staffIds: readonly string[]) {
  return rowsOf(db, offerRow.extend({ staffId: id }))`
    select o.staff_id as "staffId", o.state, o.file_id as "fileId", o.reason, o.at from certificate.portrait_offer o
    where o.company_id = ${db.companyId} and o.staff_id = any(${[...staffIds]}::uuid[])`
}

export interface NewOffer {
  readonly staffId: string
  readonly fileId: string
  readonly now: Date
}

export async function saveOffer(db: Db, { staffId, fileId, now }: NewOffer): Promise<void> {
  await changesOf(db)`
    insert into certificate.portrait_offer (company_id, staff_id, state, file_id, at)
    values (${db.companyId}, ${staffId}, ${offerState.waits}, ${fileId}, ${now})
    on conflict (company_id, staff_id) do update set state = excluded.state, file_id = excluded.file_id, reason = '', by_id = null, at = excluded.at`
}

export async function refuseOffer(
  db: Db,
  { staffId, reason, by, now }: { readonly staffId: string; readonly reason: string; readonly by: string; readonly now: Date },
): Promise<void> {
  await changesOf(db)`
    update certificate.portrait_offer set state = ${offerState.refused}, file_id = null, reason = ${reason}, by_id = ${by}, at = ${now}
    where company_id = ${db.companyId} and staff_id = ${staffId}`
}

export async function deleteOffers(db: Db, staffIds: readonly string[]): Promise<void> {
  await changesOf(db)`
    delete from certificate.portrait_offer where company_id = ${db.companyId} and staff_id = any(${[...staffIds]}::uuid[])`
}

/** Those without a photo, of whom none waits; answers how many. */
export function askFor(db: Db, staffIds: readonly string[], { by, now }: { readonly by: string; readonly now: Date }) {
  return changesOf(db)`
    insert into certificate.portrait_offer as o (company_id, staff_id, state, by_id, at)
    select ${db.companyId}, n.id, ${offerState.asked}, ${by}, ${now}
    from unnest(${[...staffIds]}::uuid[]) as n (id)
    where not exists (select from (${portraitsOf(db)}) f where f.staff_id = n.id)
    on conflict (company_id, staff_id) do nothing`
}

/** What of theirs waits for a photo. */
export function refusalsWithoutPhoto(db: Db, staffIds: readonly string[]): Promise<string[]> {
  return idsOf(db)`
    select f.id from certificate.refusal f
    where f.company_id = ${db.companyId} and f.staff_id = any(${[...staffIds]}::uuid[]) and f.lacks_photo`
}
