import { type RawBuilder, sql } from 'kysely'

/** From the start of a day until the end of another; null: without an end. */
export interface Period {
  readonly from: Date | null
  readonly to: Date | null
}

/** Evidence `e` that was recorded in it. */
export const within = ({ from, to }: Period): RawBuilder<unknown> =>
  sql`${from === null ? sql`true` : sql`e.recorded_at >= ${from}`} and ${to === null ? sql`true` : sql`e.recorded_at < ${to}`}`
