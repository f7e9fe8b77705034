/** Readers of a feed look at the same moments (`Backlog.isInStep`): whoever asks while a look has not gone off shares it. */
import { setImmediate as turn } from 'node:timers/promises'
import type pg from 'pg'
import { bindDb } from '../database/db.ts'
import { selectReadersBehind } from './feed.sql.ts'

type Behind = ReadonlyMap<string, readonly string[]>

interface Look {
  readonly readers: Set<string>
  readonly found: Promise<Behind>
}

const looks = new WeakMap<pg.Pool, Map<string, Look>>()

/** Companies whose feed goes on behind where the reader stands, as they are after the call. */
export async function companiesBehind(pool: pg.Pool, { feed, reader, most }: { feed: string; reader: string; most: number }) {
  const ofPool = looks.get(pool) ?? new Map<string, Look>()
  looks.set(pool, ofPool)
  const look = ofPool.get(feed) ?? beginLook(pool, { feed, most, ofPool })
  look.readers.add(reader)
  return (await look.found).get(reader) ?? []
}

function beginLook(pool: pg.Pool, { feed, most, ofPool }: { feed: string; most: number; ofPool: Map<string, Look> }): Look {
  const readers = new Set<string>()
  const find = async () => {
    await turn()
    ofPool.delete(feed)
    const rows = await selectReadersBehind(bindDb(pool), { feed, readers: [...readers], most })
    return new Map([...Map.groupBy(rows, ({ reader }) => reader)].map(([name, all]) => [name, all.map((row) => row.companyId)]))
  }
  const look = { readers, found: find() }
  ofPool.set(feed, look)
  return look
}
