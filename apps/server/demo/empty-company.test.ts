import { openPools } from '@kaopei/server/postgres'
import { createTestDatabase } from '@kaopei/server/testing'
import { expect, test } from 'vitest'
import type { DemoAccount } from './company.ts'
import { makeEmptyCompany } from './empty-company.ts'

test('a company whose making was cut off is made to the end by the next start, and its password is known', async () => {
  const database = await createTestDatabase()
  const pools = openPools({ url: database.url, applicationName: 'empty-company' })
  const wish = { domain: 'platform', name: '平台', isPlatform: true, role: '平台管理员' }
  const kept: DemoAccount[] = []
  const domains = async () => {
    const { rows } = await pools.owner.query<{ domain: string }>('select domain from identity.company')
    return rows.map(({ domain }) => domain)
  }
  try {
    const cutOff = () => {
      throw new Error('killed')
    }
    await expect(makeEmptyCompany(pools, wish, cutOff)).rejects.toThrow('killed')
    expect(await domains()).toEqual(['platform-unfinished'])
    await makeEmptyCompany(pools, wish, (account) => void kept.push(account))
    expect(await domains()).toEqual(['platform'])
    expect(kept).toMatchObject([{ account: 'admin', tenantDomain: 'platform' }])
    // Cut off after the account was made: it stays the one that was kept.
    await pools.owner.query(`update identity.company set domain = 'platform-unfinished'`)
    await makeEmptyCompany(pools, wish, (account) => void kept.push(account))
    expect(await domains()).toEqual(['platform'])
    expect(kept).toHaveLength(1)
  } finally {
    await pools.close()
    await database.drop()
  }
})
