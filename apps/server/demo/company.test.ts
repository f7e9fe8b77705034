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

test('whoever organises exams watches and judges them; an appeal is decided by somebody with another account', async () => {
  const database = await createTestDatabase()
  const pools = openPools({ url: database.url, applicationName: 'demo-judges' })
  try {
    const { accounts, reviewer } = await makeDemoCompany(pools.owner, pools.app, 'demo', 'demo')
    const rightsOf = async (account: string) => {
      const { rows } = await pools.owner.query<{ right: string }>(
        `select r.right_code as right from identity.role_right r
         join identity.role_account a on a.company_id = r.company_id and a.role_id = r.role_id
         join org.staff s on s.company_id = a.company_id and s.id = a.account_id
         where s.login_account = $1`,
        [account],
      )
      return rows.map(({ right }) => right)
    }
    expect(accounts.find(({ role }) => role === '监考复核员')?.account).toBe(reviewer.loginAccount)
    const ofOrganiser = await rightsOf('organiser')
    expect(ofOrganiser).toEqual(expect.arrayContaining(['examinationHall:force', 'examinationHall:live', 'markCheating:judge']))
    expect(ofOrganiser).not.toContain('markCheating:appeal')
    expect(await rightsOf(reviewer.loginAccount)).toEqual(expect.arrayContaining(['markCheating:judge', 'markCheating:appeal']))
  } finally {
    await pools.close()
    await database.drop()
  }
})
