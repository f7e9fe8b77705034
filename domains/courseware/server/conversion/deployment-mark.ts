import { createHash } from 'node:crypto'
import type { RawServices } from '@kaopei/server'

/** Tells the deployments of one machine apart: those that share a database and a secret are one. */
export function deploymentMark({ pool, secret }: Pick<RawServices, 'pool' | 'secret'>): string {
  const { connectionString = '', database = '', host = '', port = '' } = pool.options
  return createHash('sha256')
    .update(['conversion', secret, connectionString, host, port, database].join('\n'))
    .digest('hex')
    .slice(0, 16)
}
