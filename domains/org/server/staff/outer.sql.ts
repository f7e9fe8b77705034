import { id } from '@kaopei/contract'
import { changesOf, type Db, lit, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { staffSource } from '../../contract/codes.ts'

const knownPersonRow = z.object({
  id,
  name: z.string(),
  phone: z.string().nullable(),
  emailKey: z.string().nullable(),
  loginKey: z.string(),
  isOutside: z.boolean(),
  isEnabled: z.boolean(),
})
export type KnownPerson = z.output<typeof knownPersonRow>

/** Living people who have one of these phones or addresses already, or a phone as their login account. */
export async function selectPeopleLike(
  db: Db,
  { phones, emails }: { phones: readonly string[]; emails: readonly string[] },
): Promise<KnownPerson[]> {
  const columns = sql`id, name, phone, email_key as "emailKey", login_key as "loginKey", staff_source = ${lit(staffSource.outside)} as "isOutside", is_enabled as "isEnabled"`
  const living = sql`company_id = ${db.companyId} and removed_at is null`
  return rowsOf(db, knownPersonRow)`
    select ${columns} from org.staff where ${living} and phone = any (${phones}::text[])
    union
    select ${columns} from org.staff where ${living} and email_key = any (${emails}::text[])
    union
    select ${columns} from org.staff where ${living} and login_key = any (${phones}::text[])`
}

interface Completion {
  readonly id: string
  readonly phone?: string | undefined
  readonly email?: string | undefined
  readonly gender?: number | undefined
}

/** Fills what is empty; the gender may change. False: nothing was new. */
export async function completeStaff(db: Db, { id, ...given }: Completion, now: Date): Promise<boolean> {
  const { phone = null, email = null, gender = null } = given
  return (
    (await changesOf(db)`
    update org.staff s
    set phone = coalesce(s.phone, ${phone}), email = coalesce(s.email, ${email}), gender = coalesce(${gender}::smallint, s.gender),
      updated_at = ${now}, version = s.version + 1
    where s.company_id = ${db.companyId}
      and s.id = ${id}
      and s.removed_at is null
      and (s.phone is null and ${phone}::text is not null
        or s.email is null and ${email}::text is not null
        or ${gender}::smallint is distinct from s.gender and ${gender}::smallint is not null)`) > 0
  )
}
