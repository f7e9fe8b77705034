/** Companies with departments and instructors, for this room's tests. */
import { randomUUID } from 'node:crypto'
import { filesModule, temporaryBlobs } from '@kaopei/files/server'
import { jobsModule } from '@kaopei/jobs/server'
import { messagingModule } from '@kaopei/messaging/server'
import { orgModule } from '@kaopei/org/server'
import { arrangePeople } from '@kaopei/org/testing'
import { type TestActor, World } from '@kaopei/server/testing'
import { teacher } from '../contract/teacher.ts'
import { instructorModule } from './index.ts'

export const openInstructorWorld = () =>
  World.open([orgModule, filesModule, jobsModule, messagingModule(), instructorModule], temporaryBlobs)

export interface Company {
  readonly admin: TestActor
  readonly companyId: string
  /** Below one head: two branches. */
  readonly departments: { readonly head: string; readonly east: string; readonly west: string }
  /** Employees of the branch east. */
  readonly staffIds: readonly string[]
}

export async function arrangeCompany(world: World, names: readonly string[] = ['王小明', '李华', '赵敏']): Promise<Company> {
  const admin = await world.actor()
  const { companyId } = admin
  const [head, east, west] = [randomUUID(), randomUUID(), randomUUID()]
  for (const [id, parent, name] of [
    [head, null, '总部'],
    [east, head, '华东'],
    [west, head, '华西'],
  ] as const) {
    const path = parent === null ? `/${id}/` : `/${parent}/${id}/`
    await world.rows('insert into org.department (company_id, id, parent_id, name, path) values ($1, $2, $3, $4, $5)', [
      ...[companyId, id, parent, name, path],
    ])
  }
  await arrangePeople(world, companyId, [{ id: admin.staffId, name: '管理员', departmentId: head }])
  const staffIds = await arrangePeople(
    world,
    companyId,
    names.map((name, index) => ({ name, departmentId: east, phone: `1380000000${index}`, email: `t${index}@example.com` })),
  )
  return { admin, companyId, departments: { head, east, west }, staffIds }
}

export async function addInternal(world: World, { admin }: Pick<Company, 'admin'>, staffId: string): Promise<string> {
  const { id } = await world.as(admin).get(teacher.create, { origin: 1, staffId })
  return id
}

export async function addExternal(world: World, { admin }: Pick<Company, 'admin'>, wish: object = {}): Promise<string> {
  const { id } = await world.as(admin).get(teacher.create, { origin: 2, name: '钱教授', institution: '北方大学', ...wish })
  return id
}

/** A whole upload of this person, as far as its row. */
export async function arrangeUpload(world: World, { companyId, staffId }: TestActor, name = '高级电工证.pdf'): Promise<string> {
  const id = randomUUID()
  await world.rows(
    `insert into files.object (company_id, id, key, name, content_type, size_bytes, sha256, purpose, state, created_by)
     values ($1, $2, $3, $4, 'application/pdf', 1000, 'x', 'attachment', 1, $5)`,
    [companyId, id, `jztb/${companyId}/202612/${id}`, name, staffId],
  )
  return id
}
