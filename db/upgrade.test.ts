import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedPostgres, type PlainLog, startEmbeddedPostgres } from '@kaopei/server/postgres'
import { quickFolder } from '@kaopei/server/testing'
import { Client, type QueryResultRow } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { migrate } from './migrate.ts'

// An installation of yesterday with data in it, brought up to today.

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

const all = join(import.meta.dirname, 'migrations')
const firstOfToday = '20261122'
const log: PlainLog = { info: () => undefined, warn: () => undefined }

let cluster: EmbeddedPostgres
let directory: string
let client: Client

/** Lets the files of these names into the directory, and applies them. */
async function upgrade(isWanted: (name: string) => boolean): Promise<void> {
  for (const name of readdirSync(all).filter(isWanted)) copyFileSync(join(all, name), join(directory, name))
  await migrate(cluster.ownerUrl, { log, directory })
}

const rows = async <Row extends QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await client.query<Row>(text, values)).rows

async function insert(table: string, values: Record<string, unknown>): Promise<string> {
  const names = Object.keys(values)
  const places = names.map((_, index) => `$${index + 1}`)
  const text = `insert into ${table} (${names.join()}) values (${places.join()}) returning to_jsonb(${table.split('.')[1]}) ->> 'id' as id`
  return (await rows<{ id: string }>(text, Object.values(values)))[0]?.id ?? ''
}

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'kaopei-upgrade-'))
  cluster = await startEmbeddedPostgres({ dataDir: join(quickFolder(), `kaopei-upgrade-${randomUUID()}`), log, ephemeral: true })
  await upgrade((name) => name < firstOfToday)
  client = new Client(cluster.ownerUrl)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await cluster.stop()
  rmSync(directory, { recursive: true, force: true })
})

test('what an installation holds means the same afterwards', async () => {
  const company = await insert('platform.company', { domain: 'old', name: '老客户' })
  const field = await insert('collect.field', { company_id: company, subject: 1, name: '准考证号', custom_type: 1 })
  const addExam = (name: string, settings: object) =>
    insert('exam.exam', { company_id: company, name, created_by: company, settings: JSON.stringify(settings) })
  const lists = { requirement: [field], optional: [randomUUID()] }
  const withOutside = await addExam('有外部考生', { outerParticipationMode: 0, outerStaffCollection: lists })
  const without = await addExam('没有外部考生', { repeatCount: 2, outerStaffCollection: { requirement: [], optional: [] } })
  const timed = await addExam('有个人时间', {})
  const person = { company_id: company, staff_source: 2 }
  const staffId = await insert('org.staff', { ...person, name: '考生', login_account: '13800000001' })
  await insert('exam.candidate', { company_id: company, exam_id: withOutside, staff_id: staffId })
  const ownTimes = { closes_at: '2026-12-01T09:00:00Z', extra_percent: 25 }
  await insert('exam.candidate', { company_id: company, exam_id: timed, staff_id: staffId, ...ownTimes })
  await insert('platform.third_config', {
    ...{ company_id: company, kind: 1, name: '钉钉', corp_id: 'c', app_key: 'k', agent_id: '', sealed_secret: 's' },
    ...{ is_enabled: true, updated_by_name: '管理员' },
  })

  await upgrade((name) => name >= firstOfToday)

  const exams = await rows<{ id: string; settings: object }>('select id, settings from exam.exam')
  const settingsOf = (id: string) => exams.find((one) => one.id === id)?.settings
  expect(settingsOf(withOutside)).toEqual({ outerParticipationMode: 3 })
  expect(settingsOf(without)).toEqual({ repeatCount: 2 })
  expect(await rows('select exam_id, required, optional from collect.collection')).toEqual([
    { exam_id: withOutside, required: ['name', 'phone', field], optional: [] },
  ])
  expect(await rows('select is_enabled, version from platform.third_config')).toEqual([{ is_enabled: false, version: 2 }])
  const overrides = await rows(
    'select exam_id, staff_id, closes_at, extra_percent, extra_minutes, reason from exam.candidate_override',
  )
  const kept = {
    exam_id: timed,
    staff_id: staffId,
    closes_at: new Date(ownTimes.closes_at),
    extra_percent: 25,
    extra_minutes: null,
  }
  expect(overrides).toEqual([{ ...kept, reason: '升级前的设置' }])
  const unprotected = await rows(
    `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and c.relrowsecurity and not c.relforcerowsecurity and n.nspname not in ('graphile_worker')`,
  )
  expect(unprotected).toEqual([])
})
