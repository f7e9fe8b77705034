import { protocolErrors } from '@kaopei/contract'
import type pg from 'pg'
import { ProtocolFailure } from './failure.ts'

/** Counts a use of `key` on its own connection, so that it stays counted when the request fails. Beyond `allowed` it ends with 1006. */
export async function limitRate(pool: pg.Pool, key: string, allowed: number, windowSeconds: number): Promise<void> {
  const { rows } = await pool.query<{ wait: number }>('select kit.take_rate($1, $2, $3) as wait', [
    key.slice(0, 200),
    allowed,
    windowSeconds,
  ])
  const wait = rows[0]?.wait ?? 0
  if (wait > 0) {
    const minutes = Math.ceil(wait / 60)
    const text = wait > 90 ? `操作过于频繁，请 ${minutes} 分钟后再试` : `操作过于频繁，请 ${wait} 秒后再试`
    throw new ProtocolFailure(protocolErrors.tooMany, { text, data: { retryAfterSeconds: wait } })
  }
}
