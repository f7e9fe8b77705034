import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accessModule } from '@kaopei/access/server'
import { examModule } from '@kaopei/exam/server'
import { loadPasswordKeys } from '@kaopei/identity/server'
import { orgModule } from '@kaopei/org/server'
import { questionModule } from '@kaopei/question/server'
import { World } from '@kaopei/server/testing'
import { tenantModule } from '@kaopei/tenant/server'
import { usergroupModule } from '@kaopei/usergroup/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operationLog } from '../contract/operation-log.ts'
import { platformModule } from './index.ts'

let world: World
beforeAll(async () => {
  const passwordKeys = loadPasswordKeys({ dataDir: mkdtempSync(join(tmpdir(), 'kaopei-keys-')) })
  const rooms = [orgModule, usergroupModule, questionModule, examModule, tenantModule({ menus: [], passwordKeys })]
  world = await World.open([platformModule([...rooms, accessModule({ menus: [], rooms })])])
})
afterAll(() => world.close())

test('ids in a logged change are read as what the rooms call them today, in the own company alone', async () => {
  const [actor, other] = [await world.actor(), await world.actor()]
  const departments = [actor, other].map(({ companyId }) => ({ companyId, id: companyId }))
  for (const { companyId, id } of departments)
    await world.rows('insert into org.department (company_id, id, name, path) values ($1, $2, $3, $4)', [
      companyId,
      id,
      '安全部',
      `/${id}/`,
    ])
  const role = '01990000-0000-7000-8000-00000000000a'
  await world.rows('insert into identity.role (company_id, id, name) values ($1, $2, $3)', [actor.companyId, role, '考务'])
  await world.rows(
    `insert into kit.operation_log (company_id, actor_name, action, target, path, after) values ($1, '张伟', 'update', 'exam', '/x', $2)`,
    [actor.companyId, JSON.stringify({ departmentIds: departments.map(({ id }) => id), roleIds: [role] })],
  )
  const { dataList } = await world.as(actor).get(operationLog.list, { target: 'exam' })
  const { names } = await world.as(actor).get(operationLog.get, { id: dataList[0]?.id ?? '' })
  expect(names).toEqual({ [actor.companyId]: '安全部', [role]: '考务' })
})
