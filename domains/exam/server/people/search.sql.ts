import { accountHolds } from '@kaopei/org/server'
import { type RawBuilder, sql } from 'kysely'

export interface PeopleSearch {
  readonly keyWords: string
  /** May the words be a part of a contact? Half of one must not be guessed. */
  readonly isSearched: boolean
}

/**
 * Of `c`, a candidate: name, job number or account hold the words. Looked up person by person (`offset 0` keeps it so), because the policy of
 * the table lets no text index be used: joined, the whole roster would be read, which may be fifty times the exam.
 */
export function isFound({ keyWords, isSearched }: PeopleSearch): RawBuilder<unknown> {
  const like = `%${keyWords.replace(/[\\%_]/g, '\\$&')}%`
  return sql`exists (
    select 1
    from org.person s
    where s.company_id = c.company_id
      and s.id = c.staff_id
      and (s.name ilike ${like} or s.job_number ilike ${like} or ${accountHolds(keyWords.toLowerCase(), isSearched)})
    offset 0
  )`
}
