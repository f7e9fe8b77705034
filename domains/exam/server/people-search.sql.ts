import { type RawBuilder, sql } from 'kysely'

export interface PeopleSearch {
  readonly keyWords: string
  /** Otherwise an account that is a phone number or an address is found only when given whole: half of one must not be guessed. */
  readonly seesContacts: boolean
}

/**
 * Of `c`, a candidate: name, job number or account hold the words. Looked up person by person (`offset 0` keeps it so), because the policy of
 * the table lets no text index be used: joined, the whole roster would be read, which may be fifty times the exam.
 */
export function isFound({ keyWords, seesContacts }: PeopleSearch): RawBuilder<unknown> {
  const like = `%${keyWords.replace(/[\\%_]/g, '\\$&')}%`
  const account = seesContacts
    ? sql`s.login_account ilike ${like}`
    : sql`(s.login_account = ${keyWords} or (
        s.login_account ilike ${like}
        and s.login_account is distinct from s.phone
        and lower(s.login_account) is distinct from lower(s.email)
      ))`
  return sql`exists (
    select 1
    from org.staff s
    where s.company_id = c.company_id
      and s.id = c.staff_id
      and (s.name ilike ${like} or s.job_number ilike ${like} or ${account})
    offset 0
  )`
}
