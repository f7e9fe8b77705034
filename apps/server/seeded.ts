import { Client, type ClientBase } from 'pg'
import type { Config } from './config.ts'

export const demoDomain = 'demo'
export const platformDomain = 'platform'
export const neighbourDomain = 'yunfan'

/** With a database of one's own only the platform's company is made, unless KAOPEI_DEMO=1. */
export function wantsDemo(config: Pick<Config, 'DATABASE_URL'>): boolean {
  return !config.DATABASE_URL || process.env.KAOPEI_DEMO === '1'
}

/** Whether every company is there that a start makes. */
export async function isSeeded(url: string, config: Pick<Config, 'DATABASE_URL'>): Promise<boolean> {
  const client = new Client({ connectionString: url, application_name: 'kaopei-seed' })
  client.on('error', () => undefined) // its query fails too
  await client.connect()
  try {
    for (const domain of wantsDemo(config) ? [platformDomain, demoDomain] : [platformDomain])
      if (!(await isFounded(client, domain))) return false
    return true
  } finally {
    await client.end()
  }
}

/** A company gets its domain when it is complete. */
export async function isFounded(client: ClientBase, domain: string): Promise<boolean> {
  const { rowCount } = await client.query('select from identity.company where domain = $1', [domain])
  return rowCount === 1
}
