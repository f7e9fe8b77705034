import { Client } from 'pg'
import type { Config } from './config.ts'

export const demoDomain = 'demo'
export const platformDomain = 'platform'

/** With a database of one's own only the platform's company is made, unless KAOPEI_DEMO=1. */
export function wantsDemo(config: Pick<Config, 'DATABASE_URL'>): boolean {
  return !config.DATABASE_URL || process.env.KAOPEI_DEMO === '1'
}

/** Whether every company is there that a start makes. */
export async function isSeeded(url: string, config: Pick<Config, 'DATABASE_URL'>): Promise<boolean> {
  const wanted = wantsDemo(config) ? [platformDomain, demoDomain] : [platformDomain]
  const client = new Client({ connectionString: url, application_name: 'kaopei-seed' })
  client.on('error', () => undefined) // its query fails too
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from platform.company where domain = any($1)', [wanted])
    return rowCount === wanted.length
  } finally {
    await client.end()
  }
}
