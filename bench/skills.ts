import { randomUUID } from 'node:crypto'
import type { Endpoint, InputOf } from '@kaopei/contract'
import { dataScope } from '@kaopei/identity/contract/role'
import { skillByDepartment } from '@kaopei/skill/contract/menus'
import { personSkill } from '@kaopei/skill/contract/person'
import { skillReport } from '@kaopei/skill/contract/report'
import { type Company, makeCompany, makePeople, type Person } from './company.ts'
import { atMost, type Figure, percentile, raw } from './figure.ts'
import type { Ground, Part, Piece } from './ground.ts'
import { RawClient } from './raw-client.ts'
import { type BenchSkills, makeSkills, skillCount } from './skill-data.ts'
import { median } from './turns.ts'

const people = 100_000
const departments = 5000
const rounds = 20

type Print = (figure: Figure) => void

/** 100,000 people in 5,000 departments with 200 skills and five million pieces of evidence: heat map, ranked fit, recommended courses. */
export const skills: Piece = {
  name: 'skills',
  run: async (ground, print) => {
    const company = await makeCompany(ground, 10)
    const made = await makeSkills(ground, company, { people, departments })
    const manager = await makeManager(ground, company, made.branchIds[0] ?? '', dataScope.ownAndBelow)
    const director = await makeManager(ground, company, company.departmentIds[0] ?? '', dataScope.all)
    const server = await ground.start('server')
    const client = await RawClient.open(server.port)
    const time = asking(ground, { server, client }, print)
    await counted(ground, company, print)
    await heat(time, { client, company, manager, director, made }, print)
    await ranked(time, { company, made })
    await recommended(ground, { server, client }, { company, made }, time, print)
    client.close()
    await server.stop()
    await ground.rows('truncate skill.evidence, skill.staff_skill, org.staff cascade')
  },
}

type Time = ReturnType<typeof asking>

/** Each question is asked once beforehand; the same question in different words, so that nothing is kept from the one before. */
function asking(ground: Ground, { server, client }: { server: Part; client: RawClient }, print: Print) {
  return async <E extends Endpoint>(
    name: string,
    { caller, endpoint, limitMs }: { caller: Person; endpoint: E; limitMs: number },
    inputOf: (round: number) => InputOf<E>,
  ): Promise<void> => {
    await client.get(caller, endpoint, inputOf(rounds))
    const { result: times, cpuMs } = await ground.cpuDuring([server], async () => {
      const found: number[] = []
      for (let round = 0; round < rounds; round++) found.push((await client.get(caller, endpoint, inputOf(round))).ms)
      return found
    })
    print(atMost(`skills: ${name}, p95`, percentile(times, 0.95), 'ms', limitMs))
    print(raw(`skills: ${name}, server and database`, cpuMs / rounds, 'CPU-ms'))
  }
}

/** All departments are counted anew, as the worker does behind whatever changes them. */
async function counted(ground: Ground, { id }: Company, print: Print): Promise<void> {
  await ground.rows(
    `insert into skill.department_mark (company_id, department_id) select d.company_id, d.id from org.department d where d.company_id = $1`,
    [id],
  )
  const worker = await ground.start('worker')
  const { cpuMs } = await ground.cpuDuring([worker], async () => {
    const marks = () => ground.rows('select from skill.department_mark limit 1')
    while ((await marks()).length > 0) await new Promise((resolve) => setTimeout(resolve, 200))
  })
  await worker.stop()
  print(raw('skills: 5,000 departments × 200 skills counted anew', cpuMs / 1000, 'CPU-s'))
  await ground.settle('skill.department_level')
}

interface Asked {
  readonly client: RawClient
  readonly company: Company
  readonly manager: Person
  readonly director: Person
  readonly made: BenchSkills
}

async function heat(time: Time, { client, company, manager, director, made }: Asked, print: Print): Promise<void> {
  const { admin } = company
  const pageSize = 20
  const pages = skillCount / pageSize
  const endpoint = skillReport.heat
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const lately = { beginTime: day(29), endTime: day(-1) }
  const page = (round: number) => ({ ...lately, pageIndex: 1 + (round % pages), pageSize })
  await time('heat map of all departments', { caller: admin, endpoint, limitMs: 500 }, page)
  const branch = (round: number) => ({ ...page(round), departmentId: made.branchIds[round % made.branchIds.length] })
  await time('heat map of a branch', { caller: admin, endpoint, limitMs: 500 }, branch)
  await time('heat map of a branch, small numbers left out', { caller: director, endpoint, limitMs: 500 }, branch)
  const past = (round: number) => ({ ...branch(round), beginTime: day(59), endTime: day(30) })
  await time('heat map of a branch a month ago', { caller: admin, endpoint, limitMs: 2000 }, past)
  const own = { scoped: [] as number[], unscoped: [] as number[] }
  for (let round = -2; round < rounds; round++) {
    const scoped = await client.get(manager, endpoint, page(round + 2))
    const unscoped = await client.get(admin, endpoint, { ...page(round + 2), departmentId: made.branchIds[0] })
    if (scoped.data.rows.length !== unscoped.data.rows.length) throw new Error('the manager sees something else')
    if (round < 0) continue
    own.scoped.push(scoped.ms)
    own.unscoped.push(unscoped.ms)
  }
  print(atMost('skills: heat map, scoped per unscoped', median(own.scoped) / median(own.unscoped), 'ratio', 1.3))
}

async function ranked(time: Time, { company, made }: Pick<Asked, 'company' | 'made'>): Promise<void> {
  const { admin: caller } = company
  const { postId } = made
  const endpoint = skillReport.postPeople
  await time('fit of 100,000 to a post of 12 skills, a page', { caller, endpoint, limitMs: 1000 }, (round) => ({
    ...{ postId, pageSize: 20, pageIndex: 1 + round },
  }))
  await time('the same of a branch', { caller, endpoint, limitMs: 1000 }, (round) => ({
    ...{ postId, pageSize: 20, departmentId: made.branchIds[round % made.branchIds.length] },
  }))
}

async function recommended(
  ground: Ground,
  { server, client }: { server: Part; client: RawClient },
  { company, made }: Pick<Asked, 'company' | 'made'>,
  time: Time,
  print: Print,
): Promise<void> {
  const { admin } = company
  const departmentId = made.branchIds[1]
  const of = { departmentId, postId: made.postId }
  const { result, cpuMs } = await ground.cpuDuring([server], () => client.get(admin, skillReport.courseDepartments, of))
  if (!result.data.dataList.some(({ courses }) => courses.length > 0)) throw new Error('nothing was recommended')
  print(atMost('skills: courses for 10,000 people × 500, server and database', cpuMs / 1000, 'CPU-s', 10))
  print(raw('skills: the same, waited for', result.ms / 1000, 's'))
  const some = await ground.rows<{ id: string }>('select id from org.staff where company_id = $1 and post_id = $2 limit $3', [
    ...[company.id, made.postId, rounds + 1],
  ])
  await time('one person: levels, fit and courses', { caller: admin, endpoint: personSkill.get, limitMs: 100 }, (round) => ({
    staffId: some[round]?.id ?? '',
  }))
}

/** Sees as much of the heat map as the scope says, and may open nobody's page. */
async function makeManager(ground: Ground, { id }: Company, departmentId: string, scope: number): Promise<Person> {
  const [manager] = await makePeople(ground, id, [departmentId], 1)
  if (!manager) throw new Error('no manager was made')
  const roleId = randomUUID()
  const { name, rights } = skillByDepartment
  await ground.rows(`insert into identity.role (company_id, id, name) values ($1, $2, $3)`, [id, roleId, `经理 ${scope}`])
  await ground.rows('insert into identity.role_account (company_id, role_id, account_id) values ($1, $2, $3)', [
    ...[id, roleId, manager.id],
  ])
  await ground.rows('insert into identity.role_menu (company_id, role_id, menu, scope) values ($1, $2, $3, $4)', [
    ...[id, roleId, name, scope],
  ])
  await ground.rows('insert into identity.role_right (company_id, role_id, right_code) values ($1, $2, $3)', [
    ...[id, roleId, rights.view.code],
  ])
  return manager
}
