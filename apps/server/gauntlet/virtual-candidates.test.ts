import type { Endpoint } from '@kaopei/contract'
import type { TestActor } from '@kaopei/server/testing'
import { virtualKind } from '@kaopei/sitting/contract/virtual'
import { clearVirtualAttempts } from '@kaopei/sitting/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FilledCompany } from './fill-company.ts'
import { firstFilledInputs } from './filled-inputs.ts'
import { type FilledGauntlet, openFilled } from './filled-world.ts'
import { administrator, isOfPlatform, nameOf } from './gauntlet-world.ts'

// Virtual candidates sit an exam of a company that has something everywhere. Everything that can be read is read before, meanwhile and afterwards.

let gauntlet: FilledGauntlet
let company: FilledCompany
let admin: TestActor
beforeAll(async () => {
  gauntlet = await openFilled({ isWhole: true })
  company = gauntlet.first
  admin = await administrator(gauntlet.world, company.id)
})
afterAll(() => gauntlet.close())

/** Lists, figures, reports and whatever else only looks; and exports, whose rows are counted. */
const isLooked = (endpoint: Endpoint) => {
  const { access, audit, download, method } = endpoint.facts
  if (access === 'public' || isOfPlatform(endpoint) || download || method === 'GET') return false
  return audit === 'read' || (typeof audit === 'object' && 'action' in audit && audit.action === 'export')
}

interface Look {
  readonly endpoint: Endpoint
  readonly input: unknown
  readonly answer: string
}

const runId = crypto.randomUUID()
const virtualIds: string[] = []

async function look(endpoint: Endpoint, input: unknown): Promise<Look> {
  const { body } = await gauntlet.world.as(admin).raw(endpoint, input)
  return { endpoint, input, answer: steady(body) }
}

/** Without what differs from call to call: times, fresh ids of jobs, signed addresses. */
function steady(body: string): string {
  return body
    .replace(/"\d{4}-\d\d-\d\d[T ][^"]*"/g, '"time"')
    .replace(/"jobId":"[^"]*"/g, '"jobId"')
    .replace(/"[^"]*(?:token=|sign=|\/files\/|\?k=)[^"]*"/g, '"address"')
    .replace(/"(?:load|\w+Seconds|\w+Ms)":[\d.]+/g, '"figure"')
}

async function lookEverywhere(): Promise<Look[]> {
  const looks: Look[] = []
  for (const endpoint of gauntlet.endpoints.filter(isLooked))
    for (const input of firstFilledInputs(endpoint, company, 1)) looks.push(await look(endpoint, input))
  return looks
}

/** As a run leaves them: one has handed in, one goes on; both have answered, as somebody real has. */
async function sitVirtually(): Promise<void> {
  const { world } = gauntlet
  for (const state of ['submitted', 'in_progress']) {
    const [attemptId, staffId] = [crypto.randomUUID(), crypto.randomUUID()]
    virtualIds.push(attemptId, staffId)
    const changed = { id: attemptId, owner_kind: virtualKind, owner_id: runId, staff_id: staffId, state, state_before_void: null }
    const [real] = await world.rows<{ id: string }>(
      `insert into sitting.attempt
       select (jsonb_populate_record(a, $2)).* from sitting.attempt a where a.company_id = $1 and a.owner_kind = 'exam' order by a.id limit 1
       returning (select min(id::text) from sitting.attempt where company_id = $1 and owner_kind = 'exam') as id`,
      [company.id, JSON.stringify(changed)],
    )
    for (const table of ['attempt_item', 'answer_revision'])
      await world.rows(
        `insert into sitting.${table} select (jsonb_populate_record(t, jsonb_build_object('attempt_id', $2::uuid))).*
         from sitting.${table} t where t.attempt_id = $1`,
        [real?.id, attemptId],
      )
    await world.rows(
      `insert into sitting.attempt_event (company_id, attempt_id, type, actor_id, tx) values ($1, $2, 'start', $3, null)`,
      [company.id, attemptId, staffId],
    )
  }
}

const rowsOfExports = () =>
  gauntlet.world.rows(
    `select kind, count(*)::int as jobs, array_agg(distinct total_count) as totals, array_agg(distinct done_count) as done
     from jobs.background_job where company_id = $1 group by kind order by kind`,
    [company.id],
  )

async function settle(): Promise<unknown> {
  await gauntlet.world.runJobs()
  const rows = await rowsOfExports()
  await gauntlet.world.rows('delete from jobs.background_job where company_id = $1', [company.id])
  return rows
}

test('no list, report, export or figure knows of virtual candidates, while they sit and after they have handed in', async () => {
  await gauntlet.world.rows('delete from graphile_worker._private_jobs')
  await gauntlet.world.rows('delete from jobs.background_job where company_id = $1', [company.id])
  const before = await lookEverywhere()
  expect(before.length).toBeGreaterThan(gauntlet.many(200))
  const exported = await settle()
  await sitVirtually()
  const meanwhile = new Map((await lookEverywhere()).map((one) => [`${nameOf(one.endpoint)} ${JSON.stringify(one.input)}`, one]))
  expect([...meanwhile.values()].flatMap(({ answer }) => virtualIds.filter((id) => answer.includes(id)))).toEqual([])
  const exportedMeanwhile = await settle()
  // What differs without them too says nothing of them.
  await gauntlet.world.inCompany(company.id, (db) => clearVirtualAttempts(db, runId, 10))
  const differing = before.filter(({ endpoint, input, answer }) => {
    const other = meanwhile.get(`${nameOf(endpoint)} ${JSON.stringify(input)}`)
    return other !== undefined && other.answer !== answer
  })
  const leaks = []
  for (const one of differing) if ((await look(one.endpoint, one.input)).answer === one.answer) leaks.push(nameOf(one.endpoint))
  expect(leaks).toEqual([])
  expect(exportedMeanwhile).toEqual(exported)
}, 300_000)
