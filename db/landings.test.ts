import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedPostgres, type PlainLog, startEmbeddedPostgres } from '@kaopei/server/postgres'
import { quickFolder } from '@kaopei/server/testing'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Landing, type Row, readLanding, restoreLanding } from './landing.ts'
import { migrate } from './migrate.ts'

// Installations of earlier landings, with everything that the demo company did in them, brought up to today.

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const all = join(import.meta.dirname, 'migrations')
const kept = join(import.meta.dirname, 'landings')
const log: PlainLog = { info: () => undefined, warn: () => undefined }

/** Tables that have moved since, and columns that have another name: their rows are found where they are now. */
const moved: Readonly<Record<string, string>> = {
  'exam.exam_question': 'paper.slot',
  'exam.draw_rule': 'paper.draw_rule',
  'exam.pool_question': 'paper.pool_question',
  'exam.attempt': 'sitting.attempt',
  'exam.attempt_item': 'sitting.attempt_item',
  'exam.attempt_pause': 'sitting.attempt_pause',
  'exam.attempt_event': 'sitting.attempt_event',
  'exam.answer_revision': 'sitting.answer_revision',
  'exam.evaluation': 'sitting.evaluation',
  'tenant.use_cursor': 'kit.feed_cursor',
  'certificate.portrait': 'org.portrait',
  'platform.company': 'identity.company',
  'usergroup.member': 'identity.group_member',
}
const renamed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'exam.exam_question': { exam_id: 'paper_id', slot: 'number' },
  'exam.attempt': { exam_id: 'owner_id' },
  'exam.draw_rule': { exam_id: 'paper_id' },
  'exam.pool_question': { exam_id: 'paper_id' },
}
/** Columns that have moved to tables of their own; where to, the test looks for itself. */
const gone: Readonly<Record<string, readonly string[]>> = {
  'exam.candidate': ['extra_percent', 'extra_minutes', 'opens_at', 'closes_at'],
  // Asked of the courseware since then.
  'course.task': ['length_seconds', 'page_count'],
  // Says since then for which time something was earned.
  'certificate.certificate': ['trigger'],
}
/** What somebody's work is, by today's names: every column of every row stays. Elsewhere no row is lost. */
const whole: readonly string[] = [
  'org.staff',
  'org.department',
  'question.question_version',
  'question.scoring_rule_version',
  'paper.slot',
  'paper.draw_rule',
  'paper.pool_question',
  'exam.candidate',
  'sitting.attempt',
  'sitting.attempt_item',
  'sitting.answer_revision',
  'sitting.attempt_event',
  'sitting.evaluation',
  'marking.task',
  'courseware.version',
  'course.task',
  'course.enrolment',
  'course.task_event',
  'course.media_progress',
  'practice.answer',
  'training.task_event',
  'evaluation.answer',
  'evaluation.result',
  'skill.evidence',
  'certificate.certificate',
  'instructor.booking',
  'kit.operation_log',
]

let cluster: EmbeddedPostgres
beforeAll(async () => {
  cluster = await startEmbeddedPostgres({ dataDir: join(quickFolder(), `kaopei-landings-${randomUUID()}`), log, ephemeral: true })
})
afterAll(() => cluster.stop())

interface Ground {
  readonly name: string
  readonly migrations: readonly string[]
}

/** Empty databases as the landings had them: a later one begins with a copy of an earlier one, and adds what it has more. */
const grounds: Ground[] = []

const urlOf = (name: string) => Object.assign(new URL(cluster.ownerUrl), { pathname: `/${name}` }).href
const newName = () => `landing_${randomUUID().slice(0, 8)}`

async function onServer(sql: string): Promise<void> {
  const server = new Client(cluster.ownerUrl)
  await server.connect()
  await server.query(sql).finally(() => server.end())
}

async function groundOf({ migrations }: Landing): Promise<Ground> {
  const isEarlier = (ground: Ground) => ground.migrations.every((file, at) => file === migrations[at])
  const [earlier] = grounds.filter(isEarlier).toSorted((one, other) => other.migrations.length - one.migrations.length)
  const ground = { name: newName(), migrations }
  await onServer(`create database ${ground.name}${earlier ? ` template ${earlier.name} strategy file_copy` : ''}`)
  const directory = mkdtempSync(join(tmpdir(), 'kaopei-landing-'))
  for (const file of migrations) copyFileSync(join(all, file), join(directory, file))
  await migrate(urlOf(ground.name), { log, directory }).finally(() => rmSync(directory, { recursive: true, force: true }))
  grounds.push(ground)
  return ground
}

async function upgraded<Result>(landing: Landing, look: (client: Client) => Promise<Result>): Promise<Result> {
  const ground = await groundOf(landing)
  const name = newName()
  await onServer(`create database ${name} template ${ground.name} strategy file_copy`)
  const client = new Client(urlOf(name))
  try {
    await client.connect()
    await restoreLanding(client, landing)
    await migrate(urlOf(name), { log })
    return await look(client)
  } finally {
    await client.end()
    await onServer(`drop database ${name} with (force)`)
  }
}

const files = readdirSync(kept)
/** Of the landings that were read: to read one costs as much as to upgrade a small one. */
const tablesMet = new Map<string, readonly string[]>()

function landingOf(file: string): Landing {
  const landing = readLanding(join(kept, file))
  tablesMet.set(file, Object.keys(landing.tables))
  return landing
}

const nowOf = (table: string) => moved[table] ?? table

/** The row with today's names of its columns, as a text that compares. */
function textOf(table: string, row: Row, columns: readonly string[]): string {
  const names = renamed[table] ?? {}
  const today = Object.fromEntries(Object.entries(row).map(([name, value]) => [names[name] ?? name, value]))
  return JSON.stringify(columns.map((name) => today[name] ?? null))
}

async function rowsOf(client: Client, table: string): Promise<Row[]> {
  return (await client.query<{ row: Row }>(`select to_jsonb(t) as row from ${table} t`)).rows.map(({ row }) => row)
}

test.each(files)('an installation of %s keeps what people did', async (file) => {
  const landing = landingOf(file)
  await upgraded(landing, async (client) => {
    for (const [table, before] of Object.entries(landing.tables)) {
      const after = await rowsOf(client, nowOf(table))
      expect(after.length, `rows of ${table}`).toBeGreaterThanOrEqual(before.length)
      if (!whole.includes(nowOf(table))) continue
      const columns = Object.keys(before[0] ?? {})
        .filter((name) => !gone[nowOf(table)]?.includes(name))
        .map((name) => renamed[table]?.[name] ?? name)
      const now = new Set(after.map((row) => textOf(nowOf(table), row, columns)))
      const lost = before.filter((row) => !now.has(textOf(table, row, columns)))
      expect(lost, `changed or lost rows of ${table}`).toEqual([])
    }
    const news = await client.query(`
      select count(*)::integer as begun, (select count(*)::integer from sitting.attempt) as attempts from result.news where kind = 'begun'`)
    expect(news.rows[0]?.begun, 'attempts in the feed of results').toBe(news.rows[0]?.attempts)
    const untaken = await client.query(`
      select n.attempt_id from result.news n
      join kit.feed_cursor c on c.company_id = n.company_id and c.reader = 'result.uses' and c.number >= n.number
      join sitting.attempt a on a.company_id = n.company_id and a.id = n.attempt_id
      join exam.listed e on e.company_id = a.company_id and e.id = a.owner_id
      where n.kind = 'begun' and not exists (
        select from platform.consumption u where u.company_id = a.company_id and u.subject_id = a.owner_id and u.staff_id = a.staff_id)`)
    // Parts of something larger are in no quota.
    expect(untaken.rows, 'uses that the cursor passed over').toEqual([])
    const extra = await client.query(
      'select exam_id, staff_id, extra_percent, extra_minutes from exam.candidate_override where extra_percent > 0 or extra_minutes > 0',
    )
    const hadExtra = (landing.tables['exam.candidate'] ?? []).filter(
      (row) => Number(row.extra_percent ?? 0) > 0 || Number(row.extra_minutes ?? 0) > 0,
    )
    expect(extra.rows.length, 'people with extra time').toBeGreaterThanOrEqual(hadExtra.length)
    const { rows } = await client.query(`
      select e.name from exam.exam e
      where not exists (select from paper.slot p where p.company_id = e.company_id and p.paper_id = e.paper_id)
        and not exists (select from paper.draw_rule r where r.company_id = e.company_id and r.paper_id = e.paper_id)
        and exists (select from sitting.attempt a where a.company_id = e.company_id and a.owner_id = e.id)`)
    expect(rows, 'exams that people sat and that have lost their paper').toEqual([])
  })
})

test('what people did is kept in some installation, by the names that stand here', () => {
  const tables = files.flatMap((file) => tablesMet.get(file) ?? Object.keys(landingOf(file).tables)).map(nowOf)
  expect(whole.filter((table) => !tables.includes(table))).toEqual([])
})
