import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { World } from '../testing/index.ts'
import { type Db, inSavepoint, inTransaction, runPrepared } from './db.ts'

let world: World
let pool: pg.Pool
beforeAll(async () => {
  world = await World.open([])
  pool = new pg.Pool({ ...world.services.pool.options, max: 2 })
})
afterAll(async () => {
  await pool.end()
  await world.close()
})

const companySeen = async (db: Db) => (await sql<{ id: string | null }>`select kit.company_id() as id`.execute(db)).rows[0]?.id

/** What fails in its own way: by a database error, by running too long, by its connection being cut, by somebody throwing. */
const endings: readonly ((db: Db) => Promise<unknown>)[] = [
  async () => 'well',
  (db) => sql`select 1/0`.execute(db),
  async (db) => {
    await sql`set local statement_timeout = 5`.execute(db)
    await sql`select pg_sleep(5)`.execute(db)
  },
  (db) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(db),
  async () => {
    throw new Error('the caller has gone')
  },
  (db) => inSavepoint(db, () => sql`select nonsense`.execute(db)),
]

test('on two connections that many companies share, whatever becomes of requests, none ever meets another’s company or rows', async () => {
  const companies = await Promise.all(Array.from({ length: 6 }, () => world.company()))
  for (const id of companies) await world.rows(`insert into org.label (company_id, name) values ($1, $2)`, [id, id])
  const wrong: unknown[] = []
  const turn = async (number: number) => {
    const own = number % 7 === 6 ? undefined : companies[number % 6]
    await inTransaction(pool, own, async (db) => {
      const look = async () => {
        const { rows } = await sql<{ name: string }>`select name from org.label`.execute(db)
        const seen = { company: await companySeen(db), names: rows.map(({ name }) => name) }
        const wanted = { company: own ?? null, names: own === undefined ? [] : [own] }
        if (JSON.stringify(seen) !== JSON.stringify(wanted)) wrong.push({ number, seen, wanted })
      }
      await look()
      const end = endings[(number * 5 + Math.floor(number / 6)) % endings.length]
      await end?.(db)
      await look()
    }).catch(() => undefined)
  }
  await Promise.all(Array.from({ length: 300 }, (_, number) => turn(number)))
  expect(wrong).toEqual([])
})

test('what a request left running ends with its transaction, and never goes on in that of the next company', async () => {
  const [first, second] = [await world.company(), await world.company()]
  const one = new pg.Pool({ ...world.services.pool.options, max: 1 })
  const opened = Promise.withResolvers<void>()
  const left: Promise<unknown>[] = []
  const slow = async (db: Db) => {
    await opened.promise
    return companySeen(db)
  }
  const prepared = async (db: Db) => {
    await opened.promise
    return runPrepared(db, { name: 'left', text: 'select kit.company_id() as id' }, [])
  }
  const request = inTransaction(one, first, (db) => {
    const both = [slow(db), prepared(db)]
    left.push(...both)
    return Promise.all([...both, sql`select 1/0`.execute(db)])
  })
  await expect(request).rejects.toThrow('division by zero')
  await inTransaction(one, second, async (db) => {
    opened.resolve()
    for (const { status } of await Promise.allSettled(left)) expect(status).toBe('rejected')
    expect(await companySeen(db)).toBe(second)
  })
  await one.end()
})

test('a transaction that had failed unnoticed is not called a success', async () => {
  const company = await world.company()
  const request = inTransaction(pool, company, async (db) => {
    await sql`insert into org.label (company_id, name) values (${company}, '甲')`.execute(db)
    await sql`select 1/0`.execute(db).catch(() => undefined)
    return 'saved'
  })
  await expect(request).rejects.toThrow('nothing of it was kept')
  expect(await world.rows('select from org.label where company_id = $1', [company])).toEqual([])
})

test('the first statement leaves together with the beginning, and none is answered where that has failed', async () => {
  const company = await world.company()
  const ahead = new pg.Pool({ ...world.services.pool.options, max: 1 })
  expect(ahead.options.pipeline).toBe(true)
  const client = await ahead.connect()
  const query = client.query.bind(client) as (statement: string, values?: unknown[]) => Promise<pg.QueryResult>
  client.release()
  const sent: string[] = []
  const answered: string[] = []
  let refused = ''
  // The pool has one connection: every request gets this one.
  Object.assign(client, {
    query: async (text: string, values?: unknown[]) => {
      sent.push(text.split(';')[0] ?? '')
      const before = answered.length
      const result = await query(text.startsWith('begin') && refused ? refused : text, values)
      answered.push(`${text.split(';')[0]} after ${before}`)
      return result
    },
  })
  expect(await inTransaction(ahead, company, companySeen)).toBe(company)
  expect(answered).toEqual(['begin after 0', `${sent[1]} after 0`, 'commit after 2'])

  refused = 'select 1/0'
  const saw: unknown[] = []
  const write = async (db: Db) => {
    saw.push(await sql`insert into org.label (company_id, name) values (${company}, '甲') returning id`.execute(db))
  }
  await expect(inTransaction(ahead, company, write)).rejects.toThrow('division by zero')
  await expect(inTransaction(ahead, company, async () => saw.push('nothing asked'))).rejects.toThrow('division by zero')
  await expect(inTransaction(ahead, company, () => Promise.reject(new Error('gone at once')))).rejects.toThrow('gone at once')
  expect(saw).toEqual(['nothing asked'])
  refused = ''
  expect(await world.rows('select from org.label where company_id = $1', [company])).toEqual([])
  await ahead.end()
})

test('ids are of version 7, and what was made later has the later one, within a millisecond too', async () => {
  const ids: string[] = []
  for (let count = 0; count < 200; count++) {
    const [row] = await world.rows<{ id: string }>('select kit.new_id() as id')
    ids.push(row?.id ?? '')
  }
  expect(ids).toEqual(ids.toSorted())
  expect(new Set(ids).size).toBe(200)
  for (const one of ids) expect(one).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(Math.abs(Number.parseInt(ids[0]?.replaceAll('-', '').slice(0, 12) ?? '', 16) - Date.now())).toBeLessThan(60_000)
})
