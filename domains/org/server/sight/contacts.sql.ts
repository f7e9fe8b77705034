import type { Db } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import type { ContactSight } from './contacts.ts'
import { scopedStaff } from './scope.sql.ts'

/** The same as a column, for rows that come through a cursor: it leaves no room for questions in between. `staffId` is an expression like `s.id`. */
export function isReadable(db: Db, sight: ContactSight, staffId: RawBuilder<unknown>): RawBuilder<boolean> {
  if (sight === null) return sql<boolean>`false`
  return sight.kind === 'all' ? sql<boolean>`true` : sql<boolean>`coalesce(${staffId} in (${scopedStaff(db, sight)}), false)`
}

/** As `isContact`: accounts that are a phone or an address. */
const contactPattern = '@|^0?1[3-9][0-9]{9}$'

/** Does the account of `s` hold the word (lower case)? Where contacts may not be searched, an account that is one is not looked into. */
export function accountHolds(word: string, isSearched: boolean): RawBuilder<boolean> {
  const holds = sql<boolean>`strpos(s.login_key, ${word}) > 0`
  return isSearched
    ? holds
    : sql<boolean>`(${holds} and s.login_key !~ ${contactPattern} and s.login_key is distinct from s.phone and s.login_key is distinct from s.email_key)`
}
