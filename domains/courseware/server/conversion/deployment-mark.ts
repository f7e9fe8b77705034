import { createHash } from 'node:crypto'
import { inTransaction, type RawServices } from '@kaopei/server'
import { databaseIdentity } from './converter.sql.ts'

export type Deployment = Pick<RawServices, 'pool' | 'secret'>

const known = new WeakMap<RawServices['pool'], Promise<string>>()

/**
 * Tells the deployments of one machine apart: those that share a database and a secret are one. It stays the same over restarts, when the address of the
 * database may be another one.
 */
export async function deploymentMark({ pool, secret }: Deployment): Promise<string> {
  const identity = known.get(pool) ?? inTransaction(pool, undefined, databaseIdentity)
  known.set(pool, identity)
  try {
    return createHash('sha256')
      .update(['conversion', secret, await identity].join('\n'))
      .digest('hex')
      .slice(0, 16)
  } catch (error) {
    // Of a database that could not be reached just now: the next one asks again.
    known.delete(pool)
    throw error
  }
}
