import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endpoint } from '@kaopei/contract'
import { FolderStore, filesModule } from '@kaopei/files/server'
import { download } from '@kaopei/jobs/contract/download'
import { jobsModule } from '@kaopei/jobs/server'
import { implement, type Module } from '@kaopei/server'
import { World } from '@kaopei/server/testing'
import { readXlsx } from '@kaopei/sheet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { operationLog } from '../contract/operation-log.ts'
import { platformModule } from './index.ts'

const [phone, other, email, idCard] = ['13512345678', '13598765678', 'zhangsan@secret.example', '110101199003071234']
const contacts = [phone, other, email, idCard, '12345678', '98765678', 'zhangsan']

const person = {
  change: endpoint({
    path: '/api/v1/person/change',
    summary: '修改人员',
    access: 'signedIn',
    audit: { action: 'update', target: 'person' },
    input: z.object({}),
  }),
}
const state = (of: string) => ({ phone: of, email, info: { idCard, words: [`电话${of}`] }, at: new Date(0) })
const room: Module = {
  endpoints: implement(person, {
    change: async (_input, { record }) => {
      record({ targetId: '7', targetName: phone, reason: `改为${other}`, before: state(phone), after: state(other) })
      return undefined
    },
  }),
}
let world: World
const folder = mkdtempSync(join(tmpdir(), 'kaopei-log-contacts-'))
beforeAll(async () => {
  const rooms = [filesModule, jobsModule, room]
  world = await World.open([...rooms, platformModule(rooms)], ({ secret }) => ({ blobs: new FolderStore({ folder, secret }) }))
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

const held = (text: string) => contacts.filter((one) => text.includes(one))

test('the log keeps contacts masked, and still says that one was changed for another', async () => {
  const actor = await world.actor()
  await world.as(actor).get(person.change, {})
  const [row] = await world.rows<{ text: string; after: { phone: string; at: string } }>(
    'select l::text as text, l.after from kit.operation_log l where company_id = $1',
    [actor.companyId],
  )
  expect(held(row?.text ?? '')).toEqual([])
  expect(row?.after).toMatchObject({ phone: '135****5678（已更换）', at: '1970-01-01T00:00:00.000Z' })
})

/** A row as versions before kept it. */
async function openOldLog() {
  const actor = await world.actor()
  const facts = (of: string) => JSON.stringify(state(of))
  const [row] = await world.rows<{ id: string }>(
    `insert into kit.operation_log (company_id, actor_id, actor_name, action, target, target_id, target_name, before, after, reason, path)
     values ($1, $2, $3, 'loginFailed', 'session', null, $4, $5, $6, $7, '/x') returning id`,
    [actor.companyId, actor.staffId, phone, email, facts(phone), facts(other), `改为${other}`],
  )
  return { as: world.as(actor), id: row?.id ?? '' }
}

test('rows that were kept whole are masked in the list, in a row’s detail and in the export', async () => {
  const { as, id } = await openOldLog()
  expect(held(JSON.stringify(await as.get(operationLog.list, {})))).toEqual([])
  const detail = await as.get(operationLog.get, { id })
  expect(held(JSON.stringify(detail))).toEqual([])
  expect(detail.changes).toContainEqual({ field: 'phone', before: '"135****5678"', after: '"135****5678（已更换）"' })
  const { jobId } = await as.get(operationLog.export, {})
  await world.runJobs()
  const { fileUrl } = await as.get(download.link, { id: jobId })
  const cells: string[] = []
  for await (const row of readXlsx((await world.app.inject({ url: fileUrl })).rawPayload))
    cells.push(...row.cells.map(({ text }) => text))
  expect(cells.join('\n')).toContain('135****5678')
  expect(held(cells.join('\n'))).toEqual([])
})

test('a keyword finds what is shown, and nothing that a mask hides', async () => {
  const { as } = await openOldLog()
  const totalOf = async (keyWords: string) => (await as.get(operationLog.list, { keyWords })).totalCount
  for (const hidden of [phone, '1234', '12345678', email, 'zhangsan', 'angs'])
    expect([hidden, await totalOf(hidden)]).toEqual([hidden, 0])
  for (const shown of ['5678', '135', 'SECRET']) expect([shown, await totalOf(shown)]).toEqual([shown, 1])
})
