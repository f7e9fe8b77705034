import { openPools } from '@kaopei/server/postgres'
import { createTestDatabase } from '@kaopei/server/testing'
import { expect, test, vi } from 'vitest'
import { makeDemoCompany } from './company.ts'

vi.setConfig({ testTimeout: 120_000 })

test('whoever watches rooms has a role with the hall and without 考试管理, and one of them can be signed in as', async () => {
  const database = await createTestDatabase()
  const pools = openPools({ url: database.url, applicationName: 'demo-invigilators' })
  try {
    const { accounts, staff } = await makeDemoCompany(pools.owner, pools.app, 'demo', 'demo')
    expect(accounts.filter(({ role }) => role === '监考老师').map(({ account }) => account)).toEqual(['invigilator'])
    const { rows } = await pools.owner.query<{ menus: string[]; holders: string[] }>(
      `select array(select menu from identity.role_menu m where m.role_id = r.id) as menus,
         array(select account_id::text from identity.role_account a where a.role_id = r.id) as holders
       from identity.role r where r.name = '监考老师'`,
    )
    expect(rows[0]?.menus.toSorted()).toEqual(['candidatesNotice', 'examSignIn', 'examinationHall', 'markCheating'])
    expect(rows[0]?.holders.toSorted()).toEqual(
      staff
        .slice(40, 44)
        .map(({ id }) => id)
        .toSorted(),
    )
  } finally {
    await pools.close()
    await database.drop()
  }
})
