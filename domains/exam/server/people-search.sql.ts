import { type RawBuilder, sql } from 'kysely'

export interface PeopleSearch {
  readonly keyWords: string
  /** Otherwise an account that is a phone number or an address is found only when given whole: half of one must not be guessed. */
  readonly seesContacts: boolean
}

/** Of `s`, a row of org.staff: name, job number or account hold the words. Candidates of one exam are few enough to be looked through. */
export function isFound({ keyWords, seesContacts }: PeopleSearch): RawBuilder<unknown> {
  const like = `%${keyWords.replace(/[\\%_]/g, '\\$&')}%`
  const account = seesContacts
    ? sql`s.login_account ilike ${like}`
    : sql`(s.login_account = ${keyWords} or (
        s.login_account ilike ${like}
        and s.login_account is distinct from s.phone
        and lower(s.login_account) is distinct from lower(s.email)
      ))`
  return sql`(s.name ilike ${like} or s.job_number ilike ${like} or ${account})`
}
