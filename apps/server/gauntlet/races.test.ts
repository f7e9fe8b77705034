import { role } from '@kaopei/access/contract/role'
import { rolePeople } from '@kaopei/access/contract/role-people'
import type { Endpoint } from '@kaopei/contract'
import type { TestActor } from '@kaopei/server/testing'
import { shortLink } from '@kaopei/share/contract/short-link'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstFilledInputs } from './filled-inputs.ts'
import { type FilledGauntlet, openFilled } from './filled-world.ts'
import { administrator, again, nameOf } from './gauntlet-world.ts'

// Every writing call many times at once, as nervous fingers, retries and attackers do it.

let gauntlet: FilledGauntlet
beforeAll(async () => {
  gauntlet = await openFilled()
})
afterAll(() => gauntlet.close())

const atOnce = 6

/** What the same name means twice, and under what. */
const named: readonly [table: string, within: string][] = [
  ['org.label', 'company_id'],
  ['org.department', 'parent_id'],
  ['org.post_group', 'company_id'],
  ['org.rank', 'company_id'],
  ['usergroup.category', 'parent_id'],
  ['usergroup.staff_group', 'company_id'],
  ['identity.role', 'company_id'],
  ['collect.field', 'company_id'],
]

async function twice(): Promise<string[]> {
  const found: string[] = []
  for (const [table, within] of named) {
    const living = gauntlet.tables.find(({ name }) => name === table)?.columns.some(({ name }) => name === 'removed_at')
    const rows = await gauntlet.world.rows<{ name: string }>(
      `select min(name) as name from ${table} where ${living ? 'removed_at is null' : 'true'}
       group by company_id, lower(name), ${within} having count(*) > 1`,
    )
    found.push(...rows.map(({ name }) => `${table}: ${name}`))
  }
  return found
}

async function send(actor: TestActor, endpoint: Endpoint, input: unknown): Promise<string | undefined> {
  const { body, statusCode } = await gauntlet.world.as(actor).raw(endpoint, input)
  const isBroken = statusCode >= 500 || body.startsWith('{"code":9999')
  return isBroken ? `${nameOf(endpoint)} broke on ${JSON.stringify(input).slice(0, 200)}: ${body}` : undefined
}

test('the same writing call many times at once breaks nothing and makes no name twice', async () => {
  const { world, first: company } = gauntlet
  const boss = await administrator(world, company.id)
  const writing = gauntlet.endpoints.filter(({ facts }) => facts.audit !== 'read' && facts.access !== 'public')
  const wrong = new Set<string>()
  for (const endpoint of writing) {
    for (const input of firstFilledInputs(endpoint, company, 2)) {
      const actors = await Promise.all(Array.from({ length: atOnce }, () => again(world, boss)))
      const answers = await Promise.all(actors.map((actor) => send(actor, endpoint, input)))
      for (const answer of answers) if (answer !== undefined) wrong.add(answer)
    }
  }
  expect([...wrong]).toEqual([])
  expect(await twice()).toEqual([])
}, 300_000)

test('a role removed while people and groups are put into it leaves none of them behind', async () => {
  const { world, second: company } = gauntlet
  const boss = await administrator(world, company.id)
  const staffId = company.idsByName.get('org.staff')?.[0] ?? ''
  const groupId = company.idsByName.get('usergroup.staff_group')?.[0] ?? ''
  const answers: number[] = []
  for (let round = 0; round < 5; round++) {
    const { id } = await world.as(boss).get(role.createRole, { name: `短命${round}` })
    const isConfirmed = round % 2 === 1
    const all = await Promise.all([
      world.as(boss).call(rolePeople.addRoleStaff, { roleId: id, staffIds: [staffId] }),
      world.as(boss).call(role.deleteRole, { id, isConfirmed }),
      world.as(boss).call(rolePeople.associateStaffGroup, { roleId: id, groupIds: [groupId] }),
      world.as(boss).call(rolePeople.addRoleStaff, { roleId: id, staffIds: [boss.staffId] }),
    ])
    answers.push(...all.map(({ code }) => code))
    // Who deletes without being asked twice has deleted a role that nobody holds.
    const added = [all[0], all[2], all[3]].filter(({ code, data }) => code === 0 && data.count > 0)
    if (!isConfirmed && all[1].code === 0) expect(added).toEqual([])
    const left = await world.rows(
      `select 1 from identity.role_account where role_id = $1 and not exists (select from identity.role where id = $1)
       union all select 1 from identity.role_group where role_id = $1 and not exists (select from identity.role where id = $1)`,
      [id],
    )
    expect(left).toEqual([])
  }
  expect(answers).not.toContain(9999)
})

test('twenty visits of a link at once are twenty', async () => {
  const { world } = gauntlet
  const actor = await world.actor()
  const { pathname } = new URL(
    await world.as(actor).get(shortLink.create, { originUrl: '/home', title: '首页' }),
    'http://localhost',
  )
  const visits = await Promise.all(Array.from({ length: 20 }, () => world.app.inject({ url: pathname })))
  expect(new Set(visits.map(({ statusCode, headers }) => `${statusCode} ${headers.location}`))).toEqual(new Set(['302 /home']))
  expect((await world.as(actor).get(shortLink.list, {})).dataList[0]?.visitCount).toBe(20)
})
