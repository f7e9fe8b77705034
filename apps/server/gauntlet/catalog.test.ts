import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RoomTable } from './company-tables.ts'
import type { FilledCompany } from './fill-company.ts'
import { type FilledGauntlet, openFilled } from './filled-world.ts'

let gauntlet: FilledGauntlet
let tables: readonly RoomTable[]
let ours: RoomTable[]
let first: FilledCompany
let second: FilledCompany
beforeAll(async () => {
  gauntlet = await openFilled()
  tables = gauntlet.tables
  first = gauntlet.first
  second = gauntlet.second
  ours = tables.filter(({ isCompanyTable }) => isCompanyTable)
})
afterAll(() => gauntlet.close())

/** Tables that belong to no company, each with its reason. */
const withoutCompany: Record<string, string> = {
  'identity.company': 'the companies themselves',
  'kit.rate_limit': 'counts logins before a company is known',
  'kit.used_signature': 'signatures of calls that belong to no company yet',
  'kit.feed_horizon': 'how far the numbering of each feed has come, for all companies',
  'courseware.converter': 'what the machines of the workers can convert',
  'proctoring.own_fault': 'when servers told clients to record less, or their store took nothing',
  'proctoring.server_load': 'how busy server processes are',
  'kit.readiness': 'one row, written to see whether the database takes writes',
  'public.kit_migration': 'what the database has gone through',
  'public.kit_function': 'which functions it has, in which version',
}

test('every table belongs to a company, or is known not to', () => {
  const strangers = tables.filter(({ name, isCompanyTable }) => !isCompanyTable && !(name in withoutCompany))
  expect(strangers.map(({ name }) => name)).toEqual([])
  expect(ours.length).toBeGreaterThan(30)
})

test('every table says what it is', async () => {
  const silent = await gauntlet.world.rows<{ name: string }>(
    `select t.name from unnest($1::text[]) as t (name) where coalesce(obj_description(t.name::regclass, 'pg_class'), '') = ''`,
    [tables.map(({ name }) => name)],
  )
  expect(silent).toEqual([])
})

test('every view runs under the policies of whoever asks, and says what it is', async () => {
  const loose = await gauntlet.world.rows<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('v', 'm') and n.nspname not in ('pg_catalog', 'information_schema', 'graphile_worker') and n.nspname not like 'pg\\_%'
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
       and (not coalesce('security_invoker=true' = any (c.reloptions), false) or coalesce(obj_description(c.oid, 'pg_class'), '') = '')`,
  )
  expect(loose).toEqual([])
})

test('the company leads every primary key and is part of every reference between company tables', () => {
  const wrongKeys = ours.filter(({ primaryKey }) => primaryKey[0] !== 'company_id').map(({ name }) => name)
  expect(wrongKeys).toEqual([])
  const names = new Set(ours.map(({ name }) => name))
  const crossing = ours.flatMap(({ name, foreignKeys }) =>
    foreignKeys
      .filter(({ target, columns }) => names.has(target) && columns[0] !== 'company_id')
      .map(({ target }) => `${name} → ${target}`),
  )
  expect(crossing).toEqual([])
})

test('row-level security is on, and forced, on every company table', () => {
  expect(ours.filter(({ isProtected, isForced }) => !isProtected || !isForced).map(({ name }) => name)).toEqual([])
})

interface Policy extends Record<string, unknown> {
  readonly table: string
  readonly command: string
  readonly using: string | null
  readonly check: string | null
  readonly isServers: boolean
}
/** Those that let something through; what a restrictive one adds only takes away from it. */
const policies = () =>
  gauntlet.world.rows<Policy>(`
    select schemaname || '.' || tablename as table, cmd as command, qual as using, with_check as check,
      roles && '{kaopei_app,public}'::name[] as "isServers"
    from pg_policies where permissive = 'PERMISSIVE'`)
const binds = (condition: string | null, column: string) =>
  condition !== null && new RegExp(`^\\(${column} = .*kit\\.company_id\\(\\)`, 's').test(condition)

test('every policy of the server binds reading and writing to the company of the request', async () => {
  const names = new Set(ours.map(({ name }) => name))
  const servers = (await policies()).filter(({ table, isServers }) => isServers && names.has(table))
  expect(servers.filter(({ using, check }) => !binds(using, 'company_id') || !binds(check, 'company_id'))).toEqual([])
  const covered = new Set(servers.filter(({ command }) => command === 'ALL').map(({ table }) => table))
  expect(ours.filter(({ name }) => !covered.has(name)).map(({ name }) => name)).toEqual([])
})

test('other roles have policies of company tables for reading alone', async () => {
  const names = new Set(ours.map(({ name }) => name))
  expect(
    (await policies()).filter(({ table, isServers, command }) => !isServers && names.has(table) && command !== 'SELECT'),
  ).toEqual([])
})

test('of the companies themselves a company may change its own; only the platform’s makes and changes others, and none is removed', async () => {
  const servers = (await policies()).filter(({ table, isServers }) => isServers && table === 'identity.company')
  const writing = servers.filter(({ command }) => command !== 'SELECT')
  const isPlatforms = (condition: string | null) => condition?.includes('platform.in_platform_company()') === true
  const own = writing.filter(({ using, check }) => binds(using, 'id') && binds(check, 'id'))
  expect(own.map(({ command }) => command)).toEqual(['UPDATE'])
  const others = writing.filter((policy) => !own.includes(policy))
  expect(others.map(({ command }) => command).sort()).toEqual(['INSERT', 'UPDATE'])
  for (const { command, using, check } of others) {
    expect(isPlatforms(check)).toBe(true)
    expect(command === 'INSERT' || isPlatforms(using)).toBe(true)
    if (command === 'INSERT') expect(check).toMatch(/AND \(NOT is_platform\)/)
  }
})

test('a company cannot lengthen its own term, widen its package, make a company or become the platform’s', async () => {
  const client = await gauntlet.world.pools.app.connect()
  const refused: string[] = []
  const changes = [
    `update identity.company set is_platform = true where id = '${second.id}'`,
    `update identity.company set valid_until = null, valid_from = now() where id = '${second.id}'`,
    `update identity.company set menu_package = '{home,merchant}' where id = '${second.id}'`,
    `update identity.company set exam_quota = 999999 where id = '${second.id}'`,
    `insert into identity.company (id, name, domain) values (gen_random_uuid(), '丙公司', 'c${second.id.slice(0, 8)}')`,
  ]
  try {
    for (const text of changes) {
      await client.query(`begin; set local app.company_id = '${second.id}'`)
      await client.query(text).then(
        () => undefined,
        (error) => refused.push(`${text}: ${error.code}`),
      )
      await client.query('rollback')
      await client.query(`begin; set local app.company_id = '${second.id}'`)
      const { rowCount } = await client.query(`update identity.company set name = name where id = '${first.id}'`)
      expect(rowCount).toBe(0)
      await client.query('rollback')
    }
  } finally {
    client.release()
  }
  expect(refused).toEqual(changes.map((text) => `${text}: 42501`))
})

test('the role of the server cannot pass row-level security, owns nothing and can become nobody', async () => {
  const [role] = await gauntlet.world.rows<{ name: string }>(`
    select rolname as name from pg_roles
    where rolname = 'kaopei_app' and not rolsuper and not rolbypassrls and not rolcreaterole and not rolcreatedb and not rolreplication`)
  expect(role?.name).toBe('kaopei_app')
  expect(tables.filter(({ owner }) => owner === 'kaopei_app').map(({ name }) => name)).toEqual([])
  const schemas = await gauntlet.world.rows(`select nspname from pg_namespace where nspowner = 'kaopei_app'::regrole`)
  const memberships = await gauntlet.world.rows(
    `select roleid::regrole from pg_auth_members where member = 'kaopei_app'::regrole`,
  )
  expect([...schemas, ...memberships]).toEqual([])
})

test('the login of the server’s connections owns nothing and can become the role of the server alone', async () => {
  const { rows } = await gauntlet.world.pools.app.query<{ login: string }>('select session_user as login')
  const login = rows[0]?.login
  const [can] = await gauntlet.world.rows(
    `select r.rolsuper or r.rolbypassrls or r.rolcreaterole or r.rolcreatedb or r.rolreplication or r.rolinherit as "isMighty",
       array(select other.rolname::text from pg_roles other where other.oid <> r.oid and pg_has_role(r.oid, other.oid, 'member')) as becomes,
       exists (select from pg_shdepend where refclassid = 'pg_authid'::regclass and refobjid = r.oid and deptype = 'o') as "ownsAnything"
     from pg_roles r where r.rolname = $1`,
    [login],
  )
  expect(can).toEqual({ isMighty: false, becomes: ['kaopei_app'], ownsAnything: false })
})

test('a query that leaves the role of the server reads no table at all', async () => {
  const client = await gauntlet.world.pools.app.connect()
  try {
    await client.query('set role none')
    const readable = await client.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p', 'v', 'm') and n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'
         and has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select')`,
    )
    expect(readable.rows).toEqual([])
  } finally {
    client.release(true)
  }
})

test('functions that run with their owner’s rights fix the path on which they look for names', async () => {
  const loose = await gauntlet.world.rows(`
    select p.oid::regprocedure::text as name
    from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
    where p.prosecdef
      and n.nspname not in ('pg_catalog', 'information_schema', 'graphile_worker')
      and not exists (select from unnest(p.proconfig) setting where setting like 'search_path=%')
      and p.prosqlbody is null`)
  expect(loose).toEqual([])
})

test('every company table could be filled for two companies, and no row is without one', async () => {
  expect(first.empty).toEqual([])
  expect(second.empty).toEqual([])
  for (const { name } of ours) {
    expect(await gauntlet.world.rows(`select 1 from ${name} where company_id is null limit 1`), name).toEqual([])
  }
})

/** What the server's own role sees in a table, in one company or in none. */
async function companiesSeen(table: string, companyId: string | undefined): Promise<string[] | 'refused'> {
  const client = await gauntlet.world.pools.app.connect()
  try {
    await client.query('begin')
    if (companyId !== undefined) await client.query(`set local app.company_id = '${companyId}'`)
    const { rows } = await client.query<{ id: string }>(`select distinct company_id as id from ${table}`)
    return rows.map(({ id }) => id)
  } catch {
    return 'refused'
  } finally {
    await client.query('rollback')
    client.release()
  }
}

test('without a company the server sees no row, and with one only its own', async () => {
  for (const { name } of ours) {
    const alone = await companiesSeen(name, undefined)
    if (alone !== 'refused') expect(alone, name).toEqual([])
    const seen = await companiesSeen(name, second.id)
    if (seen !== 'refused') expect(seen, name).toEqual([second.id])
  }
})

test('the server cannot change, remove or move a row of another company', async () => {
  const client = await gauntlet.world.pools.app.connect()
  const changed: string[] = []
  try {
    for (const { name } of ours) {
      for (const text of [
        `update ${name} set company_id = company_id where company_id = '${first.id}'`,
        `delete from ${name} where company_id = '${first.id}'`,
        `update ${name} set company_id = '${first.id}' where company_id = '${second.id}'`,
      ]) {
        await client.query(`begin; set local app.company_id = '${second.id}'`)
        const rowCount = await client.query(text).then(
          (result) => result.rowCount ?? 0,
          () => 0,
        )
        await client.query('rollback')
        if (rowCount > 0) changed.push(text)
      }
    }
  } finally {
    client.release()
  }
  expect(changed).toEqual([])
})
