import { hasRows } from '@kaopei/server'
import type { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../new-id.ts'
import { openOrgWorld } from '../org-arrange.ts'
import { findStaffIds, type StaffSearch } from './list.sql.ts'

let world: World
beforeAll(async () => {
  world = await openOrgWorld()
})
afterAll(() => world.close())

const people = 3000

/** A company large enough for every way that the search can take: a rare name, a common one, one department of many people and one of few. */
async function largeCompany(): Promise<{ companyId: string; big: string; small: string }> {
  const companyId = await world.company()
  const [top, big, small] = [newId(), newId(), newId()]
  await world.rows(
    `insert into org.department (company_id, id, parent_id, name, path)
     values ($1, $2, null, '总部', '/' || $2::uuid || '/'), ($1, $3, $2, '大部', '/' || $2::uuid || '/' || $3::uuid || '/'),
       ($1, $4, $2, '小部', '/' || $2::uuid || '/' || $4::uuid || '/')`,
    [companyId, top, big, small],
  )
  await world.rows(
    `insert into org.staff (company_id, id, name, login_account, phone, email, job_number, department_id, is_enabled, staff_source)
     select $1, kit.new_id(),
       case when n % 300 = 0 then '慕容雪' else substr('王李张', 1 + n % 3, 1) || '小明' end,
       'User' || lpad(n::text, 6, '0'), '138' || lpad((n * 7919 % 100000000)::text, 8, '0'), 'mail' || n || '@kaopei.cn', 'GH' || n,
       case when n % 20 = 0 then $3::uuid else $2::uuid end, n % 10 <> 0, case when n % 33 = 0 then 2 else 1 end
     from generate_series(1, $4::int) n`,
    [companyId, big, small, people],
  )
  await world.rows('analyze org.staff')
  return { companyId, big, small }
}

/** What the search must find, by the plain reading of every row. */
async function plainIds(companyId: string, search: StaffSearch): Promise<string[]> {
  const { keyword, seesPrivate, under, isEnabled, staffSource, scope } = search
  const rows = await world.rows<{ id: string }>(
    `select s.id from org.staff s join org.department d on d.company_id = s.company_id and d.id = s.department_id
     where s.company_id = $1 and s.removed_at is null
       and ($2::text is null or lower(concat_ws(E'\\n', s.name, s.login_account, s.job_number, case when $3 then s.phone end,
         case when $3 then split_part(s.email, '@', 1) || '@' end)) like '%' || $2 || '%')
       and ($4::uuid[] is null or exists (select from unnest($4::uuid[]) u where d.path like '%/' || u || '/%'))
       and ($5::boolean is null or s.is_enabled = $5)
       and ($6::int is null or s.staff_source = $6)
       and ($7::uuid[] is null or exists (select from unnest($7::uuid[]) u where d.path like '%/' || u || '/%'))
     order by s.id desc`,
    [companyId, keyword ?? null, seesPrivate, under ?? null, isEnabled ?? null, staffSource ?? null, scope?.subtreeIds ?? null],
  )
  return rows.map(({ id }) => id)
}

test('whatever way the search takes, it finds what reading every row finds, on every page', async () => {
  const { companyId, big, small } = await largeCompany()
  const keywords = [
    undefined,
    '王',
    '慕容',
    '容雪',
    '小明',
    '小明王',
    '1380',
    'user0012',
    '00',
    'gh',
    'gh29',
    'mail299',
    'mail2@',
    '不存在',
  ]
  const scope = { kind: 'some' as const, departmentIds: [], subtreeIds: [small], ownStaffId: null }
  const parts: Partial<StaffSearch>[] = [
    {},
    { under: [small] },
    { under: [big] },
    { isEnabled: true },
    { isEnabled: false, under: [big] },
    { staffSource: 1 },
    { staffSource: 1, isEnabled: true },
    { staffSource: 1, isEnabled: true, under: [big] },
    { staffSource: 2, isEnabled: true },
    { scope, staffSource: 1, isEnabled: true },
    { scope },
    { scope, under: [big] },
  ]
  for (const keyword of keywords) {
    for (const part of parts) {
      const search: StaffSearch = { seesPrivate: true, ...part, ...(keyword && { keyword }) }
      // One or two plain letters or digits are looked for at the beginning of a field only, and not in phone and e-mail.
      const expected = keyword === 'gh' || keyword === '00' ? undefined : await plainIds(companyId, search)
      await world.inCompany(companyId, async (db) => {
        const whole = await findStaffIds(db, search, { offset: 0, limit: people + 1 })
        if (expected) expect([keyword, part, whole.ids]).toEqual([keyword, part, expected])
        expect(whole.total).toBe(whole.ids.length)
        const middle = Math.floor(whole.total * 0.7)
        for (const knownTotal of [undefined, whole.total]) {
          const page = await findStaffIds(db, search, { offset: middle, limit: 10, knownTotal })
          expect([keyword, part, page]).toEqual([
            keyword,
            part,
            { ids: whole.ids.slice(middle, middle + 10), total: whole.total },
          ])
        }
      })
    }
  }
})

test('short plain keywords stand at the beginning of a name, account or job number', async () => {
  const { companyId } = await largeCompany()
  const find = (keyword: string) =>
    world.inCompany(companyId, (db) => findStaffIds(db, { keyword, seesPrivate: true }, { offset: 0, limit: 1 }))
  expect((await find('gh')).total).toBe(people)
  expect((await find('us')).total).toBe(people)
})

test('the search reads one company only: the one of the transaction, whatever company it is asked for', async () => {
  const mine = await largeCompany()
  const theirs = await largeCompany()
  const search: StaffSearch = { keyword: '慕容', seesPrivate: true }
  const page = { offset: 0, limit: 10 }
  const asked = world.inCompany(
    mine.companyId,
    (db) => hasRows(db)`
      select from org.find_staff(${theirs.companyId}, ${JSON.stringify(search)}::jsonb, 0, 10, null::bigint)
      where id is not null`,
  )
  expect(await asked).toBe(false)
  const found = await world.inCompany(mine.companyId, (db) => findStaffIds(db, search, page))
  const owners = await world.rows('select distinct company_id from org.staff where id = any ($1)', [found.ids])
  expect([found.total, owners]).toEqual([people / 300, [{ company_id: mine.companyId }]])
  const foreign: StaffSearch = { seesPrivate: true, under: [theirs.big] }
  expect((await world.inCompany(mine.companyId, (db) => findStaffIds(db, foreign, page))).total).toBe(0)
  const scope = { kind: 'some' as const, departmentIds: [theirs.big], subtreeIds: [theirs.small], ownStaffId: null }
  const scoped: StaffSearch = { seesPrivate: true, scope }
  expect((await world.inCompany(mine.companyId, (db) => findStaffIds(db, scoped, page))).total).toBe(0)

  const client = await world.pools.app.connect()
  try {
    const without = await client.query('select * from org.find_staff($1, $2, 0, 10, null)', [mine.companyId, '{}'])
    expect(without.rows).toEqual([])
  } finally {
    client.release()
  }
})

test('the search function belongs to a role without a way round the policies, and only the server may call it', async () => {
  const [facts] = await world.rows(
    `select r.rolname, r.rolsuper, r.rolbypassrls, r.rolcanlogin, p.prosecdef, p.proconfig,
       has_function_privilege('kaopei_app', p.oid, 'execute') as app_may, has_function_privilege('public', p.oid, 'execute') as anybody_may,
       pg_has_role('kaopei_app', p.proowner, 'member') as app_is_member
     from pg_proc p join pg_roles r on r.oid = p.proowner where p.proname = 'find_staff'`,
  )
  expect(facts).toEqual({
    rolname: 'kaopei_search',
    rolsuper: false,
    rolbypassrls: false,
    rolcanlogin: false,
    prosecdef: true,
    proconfig: ['search_path=pg_catalog, pg_temp'],
    app_may: true,
    anybody_may: false,
    app_is_member: false,
  })
})

test('the counts of departments follow every insert, move, removal and return, also in bulk', async () => {
  const { companyId, big, small } = await largeCompany()
  const expectTrue = async () => {
    const wrong = await world.rows(
      `select d.name, d.staff_count from org.department d
       where d.company_id = $1 and d.staff_count <> (
         select count(*) from org.staff s where s.company_id = d.company_id and s.department_id = d.id and s.removed_at is null)`,
      [companyId],
    )
    expect(wrong).toEqual([])
  }
  await expectTrue()
  await world.rows('update org.staff set department_id = $2 where company_id = $1 and department_id = $3 and is_enabled', [
    companyId,
    small,
    big,
  ])
  await expectTrue()
  await world.rows('update org.staff set removed_at = now() where company_id = $1 and staff_source = 2', [companyId])
  await expectTrue()
  await world.rows('update org.staff set removed_at = null, department_id = null where company_id = $1 and staff_source = 2', [
    companyId,
  ])
  await expectTrue()
  await world.rows(`delete from org.staff where company_id = $1 and name = '慕容雪'`, [companyId])
  await expectTrue()
})
