import { id } from '@kaopei/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../database/db.ts'
import { findOne, oneOf, rowsOfNamed } from '../database/rows.ts'

const lookRow = z.object({ from: z.string(), next: z.string(), below: z.string(), isAhead: z.boolean() })
const numberRow = z.object({ number: z.int().nonnegative() })

/** Changes of transactions `from` … below `below`; with null up to the end. Numbers of transactions are wider than a double. */
export interface ChangeWindow {
  readonly from: string
  readonly below: string | null
}

interface Look extends ChangeWindow {
  /** Everything below has ended: once what this look finds is numbered, nothing below is missing. */
  readonly next: string
}

/**
 * What to look through. A database that was restored elsewhere counts transactions anew: a horizon ahead of them means nothing, and everything is looked
 * through once.
 */
export async function beginLook(db: Db, feed: string): Promise<Look> {
  await sql`insert into kit.feed_horizon (feed, tx) values (${feed}, '0') on conflict do nothing`.execute(db)
  const { isAhead, from, below, next } = await oneOf(db, lookRow)`
    select h.tx::text as "from", pg_snapshot_xmin(s.now)::text as next, pg_snapshot_xmax(s.now)::text as below,
      h.tx > pg_snapshot_xmax(s.now) as "isAhead"
    from kit.feed_horizon h
    cross join (select pg_current_snapshot() as now) s
    where h.feed = ${feed}`
  return isAhead ? { from: '0', below: null, next } : { from, below, next }
}

/** Nobody's older look sets it back; a horizon that came from elsewhere gives way. */
export async function moveHorizon(db: Db, feed: string, to: string): Promise<void> {
  await sql`
    update kit.feed_horizon
    set tx = ${to}::xid8
    where feed = ${feed}
      and (tx < ${to}::xid8 or tx > pg_snapshot_xmax(pg_current_snapshot()))`.execute(db)
}

/** The last number; held until the transaction ends, so that numbers are given by one at a time and seen in their order. */
export async function lockHead(db: Db, feed: string): Promise<number> {
  await sql`insert into kit.feed_head (company_id, feed) values (${db.companyId}, ${feed}) on conflict do nothing`.execute(db)
  const { number } = await oneOf(db, numberRow)`
    select number from kit.feed_head where company_id = ${db.companyId} and feed = ${feed} for update`
  return number
}

export async function moveHead(db: Db, feed: string, number: number): Promise<void> {
  await sql`update kit.feed_head set number = ${number} where company_id = ${db.companyId} and feed = ${feed}`.execute(db)
}

const behindRow = z.object({ reader: z.string(), companyId: id })

/** Of each reader the companies whose feed goes on behind where it stands. `db` is in no company. */
export function selectReadersBehind(
  db: Db,
  { feed, readers, most }: { feed: string; readers: readonly string[]; most: number },
): Promise<z.output<typeof behindRow>[]> {
  return rowsOfNamed(db, 'kit_readers_behind', behindRow)`
    select reader, company_id as "companyId" from kit.readers_behind(${feed}, ${readers}, ${most})`
}

/** Where the reader stands, and its turn; undefined while another worker has it. */
export async function takeCursor(db: Db, reader: string): Promise<number | undefined> {
  await sql`insert into kit.feed_cursor (company_id, reader) values (${db.companyId}, ${reader}) on conflict do nothing`.execute(
    db,
  )
  const free = await findOne(db, numberRow)`
    select number from kit.feed_cursor where company_id = ${db.companyId} and reader = ${reader} for update skip locked`
  return free?.number
}

export async function moveCursor(db: Db, reader: string, number: number): Promise<void> {
  await sql`update kit.feed_cursor set number = ${number} where company_id = ${db.companyId} and reader = ${reader}`.execute(db)
}
