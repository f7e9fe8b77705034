import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'

/** Of an enrolment: it is of somebody who is still in the company. A removed person's stays, with what they have learnt, and is counted nowhere. */
export const isStillThere = (enrolment: 'c' | 'e' | 'taken'): RawBuilder<boolean> => sql`not exists (
  select
  from org.person gone
  where gone.company_id = ${sql.ref(`${enrolment}.company_id`)}
    and gone.id = ${sql.ref(`${enrolment}.staff_id`)}
    and gone.removed_at is not null
)`
