import { protocolErrors } from '@kaopei/contract'
import type pg from 'pg'
import { ProtocolFailure } from './failure.ts'

/** Counts a use of `key` on its own connection, so that it stays counted when the request fails. Beyond `allowed` it ends with 1006. */
export async function limitRate(pool: pg.Pool, key: string, allowed: number, windowSeconds: number): Promise<void> {
  endWhere(await wait(pool, 'select kit.take_rate($1, $2, $3) as wait', [keyOf(key), allowed, windowSeconds]))
}

/** Ends with 1006 once `key` was counted `allowed` times (`countRate`); counts nothing itself. */
export async function checkRate(pool: pg.Pool, key: string, allowed: number): Promise<void> {
  endWhere(await wait(pool, 'select kit.rate_wait($1, $2) as wait', [keyOf(key), allowed]))
}

const noEnd = 2_147_483_647

/** Counts a use of `key` that turned out to be one (a failed login), whatever came before. */
export async function countRate(pool: pg.Pool, key: string, windowSeconds: number): Promise<void> {
  await wait(pool, 'select kit.take_rate($1, $2, $3) as wait', [keyOf(key), noEnd, windowSeconds])
}

const keyOf = (key: string) => key.slice(0, 200)

async function wait(pool: pg.Pool, text: string, values: unknown[]): Promise<number> {
  const { rows } = await pool.query<{ wait: number }>(text, values)
  return rows[0]?.wait ?? 0
}

function endWhere(seconds: number): void {
  if (seconds === 0) return
  const minutes = Math.ceil(seconds / 60)
  const text = seconds > 90 ? `操作过于频繁，请 ${minutes} 分钟后再试` : `操作过于频繁，请 ${seconds} 秒后再试`
  throw new ProtocolFailure(protocolErrors.tooMany, { text, data: { retryAfterSeconds: seconds } })
}
