import { temporaryBlobs } from '@kaopei/files/server'
import { jobsModule } from '@kaopei/jobs/server'
import { orgModule } from '@kaopei/org/server'
import { arrangePerson } from '@kaopei/org/testing'
import { type TestActor, World } from '@kaopei/server/testing'
import { group } from '../contract/group.ts'
import { groupMember } from '../contract/member.ts'
import type { GroupRule } from '../contract/rule.ts'
import { usergroupModule } from './index.ts'

// What this room's tests stand on.

export const openGroupWorld = () => World.open([orgModule, jobsModule, usergroupModule], temporaryBlobs)

/** Departments by names, parents before children: { 总部: null, 研发部: '总部' } → their ids. */
export async function addDepartments<const Tree extends Record<string, string | null>>(
  world: World,
  companyId: string,
  tree: Tree,
) {
  const known = new Map<string, { id: string; path: string }>()
  for (const [name, parent] of Object.entries(tree)) {
    const above = parent === null ? undefined : known.get(parent)
    const [row] = await world.rows<{ id: string; path: string }>(
      `insert into org.department (company_id, id, parent_id, name, path)
       select $1, n.id, $2, $3, $4 || n.id || '/' from (select kit.new_id() as id) n
       returning id, path`,
      [companyId, above?.id ?? null, name, above?.path ?? '/'],
    )
    if (row) known.set(name, row)
  }
  return (name: keyof Tree & string): string => known.get(name)?.id ?? ''
}

interface PersonWish {
  readonly name?: string
  readonly departmentId?: string
  readonly entryDate?: string
  readonly staffSource?: 1 | 2
  readonly isEnabled?: boolean
}

let last = 0

export async function addPerson(world: World, companyId: string, wish: PersonWish = {}): Promise<string> {
  last += 1
  const account = `person${last}`
  const phone = String(13_900_000_000 + last)
  const id = await arrangePerson(world, companyId, { name: `人员${last}`, loginAccount: account, phone, ...wish })
  await world.rows('insert into identity.account (company_id, id, login_account) values ($1, $2, $3)', [companyId, id, account])
  return id
}

export async function addGroup(world: World, actor: TestActor, name: string, staffIds: readonly string[] = []): Promise<string> {
  const { id } = await world.as(actor).get(group.createStaffGroup, { name, selection: { staffIds: [...staffIds] } })
  return id
}

export async function addDynamic(world: World, actor: TestActor, name: string, rule: GroupRule): Promise<string> {
  const { id } = await world.as(actor).get(group.createStaffGroup, { name, kind: 2, rule })
  return id
}

/** Who is in a group, as the screen shows it. */
export async function namesIn(world: World, actor: TestActor, id: string): Promise<string[]> {
  const { dataList } = await world.as(actor).get(groupMember.listStaffGroupMember, { id, pageSize: 100 })
  return dataList.map(({ name }) => name).sort()
}
