import pg from 'pg'
import { raw } from './figure.ts'
import type { Ground, Piece } from './ground.ts'

/** As many branches as clients, or they would wait for one another's rows more than for the disk (pgbench's own advice). */
const branches = 16
const tellersEach = 10
const accountsEach = 10_000
const clients = 16

async function prepare(ground: Ground): Promise<void> {
  const [known] = await ground.rows<{ there: boolean }>(`select to_regclass('bench.account') is not null as there`)
  if (known?.there) return
  await ground.rows(`
    create schema if not exists bench;
    create table bench.branch (id integer primary key, balance integer not null default 0, filler char(88)) with (fillfactor = 50);
    create table bench.teller (id integer primary key, branch_id integer not null, balance integer not null default 0, filler char(84)) with (fillfactor = 50);
    create table bench.account (id integer primary key, branch_id integer not null, balance integer not null default 0, filler char(84));
    create table bench.history (teller_id integer, branch_id integer, account_id integer, delta integer, at timestamptz, filler char(22));
    insert into bench.branch (id) select generate_series(1, ${branches});
    insert into bench.teller (id, branch_id) select n, 1 + (n - 1) / ${tellersEach} from generate_series(1, ${branches * tellersEach}) n;
    insert into bench.account (id, branch_id, filler) select n, 1 + (n - 1) / ${accountsEach}, '' from generate_series(1, ${branches * accountsEach}) n;`)
  await ground.settle('bench.branch', 'bench.teller', 'bench.account')
}

const statements = {
  account: 'update bench.account set balance = balance + $2 where id = $1',
  look: 'select balance from bench.account where id = $1',
  teller: 'update bench.teller set balance = balance + $2 where id = $1',
  branch: 'update bench.branch set balance = balance + $2 where id = $1',
  history: 'insert into bench.history (teller_id, branch_id, account_id, delta, at) values ($1, $2, $3, $4, now())',
}

const below = (limit: number) => 1 + Math.floor(Math.random() * limit)

async function transact(client: pg.Client): Promise<void> {
  const account = below(branches * accountsEach)
  const teller = below(branches * tellersEach)
  const branch = below(branches)
  const delta = below(10_000) - 5_000
  const ask = (name: keyof typeof statements, values: number[]) =>
    client.query({ name: `b-${name}`, text: statements[name], values })
  await client.query('begin')
  await ask('account', [account, delta])
  await ask('look', [account])
  await ask('teller', [teller, delta])
  await ask('branch', [branch, delta])
  await ask('history', [teller, branch, account, delta])
  await client.query('commit')
}

/** TPC-B-like transactions a second, durable, through the bare driver with 16 connections: seven prepared statements each, as pgbench does. */
export async function transactionsPerSecond(ground: Ground, seconds: number): Promise<number> {
  await prepare(ground)
  const open = await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = new pg.Client({ connectionString: ground.url })
      await client.connect()
      return client
    }),
  )
  const until = performance.now() + seconds * 1000
  let done = 0
  const begun = performance.now()
  await Promise.all(
    open.map(async (client) => {
      while (performance.now() < until) {
        await transact(client)
        done++
      }
    }),
  )
  const rate = (done / (performance.now() - begun)) * 1000
  await Promise.all(open.map((client) => client.end()))
  return rate
}

export const calibration: Piece = {
  name: 'calibration',
  run: async (ground, print) => {
    await transactionsPerSecond(ground, 2)
    const { result, cpuMs, wallMs } = await ground.cpuDuring([], () => transactionsPerSecond(ground, 6))
    print(raw('calibration: TPC-B, bare driver, 16 connections', result, '1/s'))
    print(raw('calibration: TPC-B, database', cpuMs / ((result * wallMs) / 1000), 'CPU-ms'))
  },
}
