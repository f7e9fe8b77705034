import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { projectProgress } from '@kaopei/training/contract/progress'
import { project } from '@kaopei/training/contract/project'
import { projectStaff } from '@kaopei/training/contract/staff'
import { untilEnded } from './background-work.ts'
import { type Company, makeCompany } from './company.ts'
import { peakMemoryMb } from './cpu.ts'
import { atLeast, atMost, type Figure, percentile, raw } from './figure.ts'
import type { Ground, Part, Piece } from './ground.ts'
import { RawClient } from './raw-client.ts'
import { addStaff, type BenchProject, makeProject, publishResults, scatter } from './training-data.ts'

const staff = 100_000
const tasks = 50
const results = 10_000
const asked = 40
const deriveTimeoutMs = 10 * 60_000

type Print = (figure: Figure) => void

/** 100,000 people come into a project of 50 tasks and it goes on the shelf; its lists, totals and export; 10,000 results come out at once. */
export const training: Piece = {
  name: 'training',
  run: async (ground, print) => {
    const company = await makeCompany(ground)
    await addStaff(ground, company, staff)
    const made = await makeProject(ground, company, tasks)
    const server = await ground.start('server')
    const client = await RawClient.open(server.port)
    await publish(client, company, made, print)
    const worker = await ground.start('worker')
    await derive(ground, { server, worker }, made, print)
    await scatter(ground, made)
    await pages(client, company, made, print)
    await totals(client, company, made, print)
    await exported(ground, { client, worker }, { company, made }, print)
    await comeOut(ground, { client, worker }, company, print)
    client.close()
    await server.stop()
    await worker.stop()
  },
}

const whole = { filters: [{ filter: {}, exceptIds: [] }] }

async function publish(client: RawClient, company: Company, { id }: BenchProject, print: Print): Promise<void> {
  const come = await client.get(company.admin, projectStaff.create, { projectId: id, ...whole })
  if (come.data.addedCount < staff) throw new Error(`only ${come.data.addedCount} people came`)
  const up = await client.get(company.admin, project.upShelf, { id })
  print(atMost('training: 100,000 people come in and the project goes on the shelf', (come.ms + up.ms) / 1000, 's', 5))
}

async function untilDerived(ground: Ground, projectId: string): Promise<void> {
  const until = Date.now() + deriveTimeoutMs
  while (Date.now() < until) {
    const found = await ground.rows(
      'select 1 from training.enrolment where project_id = $1 and outline_version is null limit 1',
      [projectId],
    )
    if (found.length === 0) return
    await wait(100)
  }
  throw new Error('the states were not derived in time')
}

async function derive(ground: Ground, { server, worker }: { server: Part; worker: Part }, { id }: BenchProject, print: Print) {
  const { cpuMs, wallMs } = await ground.cpuDuring([server, worker], () => untilDerived(ground, id))
  print(raw('training: how 100,000 people stand is found out, afterwards', wallMs / 1000, 's'))
  print(raw('training: the same, for one of them', cpuMs / staff, 'CPU-ms'))
}

async function pages(client: RawClient, company: Company, { id: projectId, taskIds }: BenchProject, print: Print) {
  const ways = [
    {},
    { sortField: 'percent' as const },
    { sortField: 'lastAt' as const, sortOrder: 'asc' as const },
    { sortField: 'stuckSince' as const, sortOrder: 'asc' as const, isOverdue: true },
    { progress: 1, pageIndex: 500 },
    { taskId: taskIds[7] ?? '', taskState: 2 },
    { stuckTaskId: taskIds[20] ?? '', sortField: 'stuckSince' as const },
    { departmentId: company.departmentIds[3] ?? '' },
  ]
  const times: number[] = []
  for (let turn = 0; turn < asked; turn++) {
    const wish = ways[turn % ways.length] ?? {}
    times.push((await client.get(company.admin, projectProgress.people, { projectId, pageSize: 20, ...wish })).ms)
  }
  print(atMost('training: a page of 100,000 × 50, filtered and sorted, p95', percentile(times, 0.95), 'ms', 100))
  print(raw('training: the same, p50', percentile(times, 0.5), 'ms'))
}

async function totals(client: RawClient, company: Company, { id: projectId }: BenchProject, print: Print): Promise<void> {
  const times: number[] = []
  for (let turn = 0; turn < 5; turn++) times.push((await client.get(company.admin, projectProgress.overview, { projectId })).ms)
  print(atMost('training: totals of 100,000 × 50', percentile(times, 0.5) / 1000, 's', 1))
}

async function exported(
  ground: Ground,
  { client, worker }: { client: RawClient; worker: Part },
  { company, made }: { company: Company; made: BenchProject },
  print: Print,
): Promise<void> {
  const { data } = await client.get(company.admin, projectProgress.export, { projectId: made.id })
  const { seconds } = await untilEnded(ground, data.jobId)
  print(atLeast('training: export of 100,000 × 64 columns', staff / seconds, 'rows/s', 10_000))
  print(atMost('training: memory of the worker', peakMemoryMb(worker.pid), 'MiB', 250))
}

/** Until everybody's state says so. */
async function comeOut(ground: Ground, { client, worker }: { client: RawClient; worker: Part }, company: Company, print: Print) {
  const examId = randomUUID()
  const { id } = await makeProject(ground, company, 1, examId)
  await client.get(company.admin, projectStaff.create, { projectId: id, ...whole })
  await ground.rows('update training.project set status = 1 where id = $1', [id])
  await ground.rows('update training.enrolment set outline_version = 1, states = array[0::smallint] where project_id = $1', [id])
  await ground.settle('training.enrolment')
  const done = async () => {
    const until = Date.now() + deriveTimeoutMs
    while (Date.now() < until) {
      const [row] = await ground.rows<{ count: number }>(
        'select count(*)::int as count from training.enrolment where project_id = $1 and completed_at is not null',
        [id],
      )
      if (row?.count === results) return
      await wait(100)
    }
    throw new Error('the results were not taken in time')
  }
  const { cpuMs, wallMs } = await ground.cpuDuring([worker], async () => {
    await publishResults(ground, company, examId, results)
    await done()
  })
  print(atMost('training: 10,000 results at once, until all states say so', wallMs / 1000, 's', 60))
  print(atMost('training: the same, each', cpuMs / results, 'CPU-ms', 2))
}
