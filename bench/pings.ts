import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { learnPing } from '@kaopei/course/contract/ping'
import { arrangeCourse } from '@kaopei/course/testing'
import { transactionsPerSecond } from './calibration.ts'
import { makeCompany, makePeople, type Person } from './company.ts'
import { atLeast, atMost, type Figure, percentile, raw } from './figure.ts'
import type { Ground, Part, Piece } from './ground.ts'
import { RawClient } from './raw-client.ts'
import { byTurns, printSides } from './turns.ts'

const turns = 5
const eachTurn = 640
const width = 32
const everySeconds = 10
/** Three minutes. */
const reportsEach = 18
const crowd = Number(process.env.KAOPEI_BENCH_CROWD ?? 10_000)
const mostConnections = 400
const filmSeconds = 3600

type Print = (figure: Figure) => void

/** A film, opened an hour ago by everybody. */
interface Hall {
  readonly course: string
  readonly task: string
  readonly watchers: readonly Watcher[]
}

interface Watcher {
  readonly person: Person
  readonly session: string
}

async function openHall(ground: Ground, count: number): Promise<Hall> {
  const company = await makeCompany(ground)
  const people = await makePeople(ground, company.id, company.departmentIds, count)
  const film = { kind: 'courseware', targetId: randomUUID(), rule: {}, lengthSeconds: filmSeconds }
  const { courseId: course, taskIds } = await arrangeCourse(ground, company.id, { chapters: [[film]] })
  const task = taskIds[0] ?? ''
  const watchers = people.map((person) => ({ person, session: randomUUID() }))
  const [ids, sessions] = [people.map(({ id }) => id), watchers.map(({ session }) => session)]
  await ground.rows(
    `insert into course.enrolment (company_id, course_id, staff_id, is_by_hand) select $1, $2, s, true from unnest($3::uuid[]) s`,
    [company.id, course, ids],
  )
  await ground.rows(
    `insert into course.media_progress (company_id, staff_id, course_id, task_id, courseware_version_id, courseware_type, length_seconds, page_count,
       begun_at, last_at)
     select $1, s, $2, $3, $4, 2, $5, 0, now() - interval '1 hour', now() - interval '1 hour' from unnest($6::uuid[]) s`,
    [company.id, course, task, randomUUID(), filmSeconds, ids],
  )
  await ground.rows(
    `insert into course.learn_session (company_id, staff_id, id, course_id, task_id, begun_at, last_at)
     select $1, s.staff, s.session, $2, $3, now() - interval '1 hour', now() - interval '1 hour'
     from unnest($4::uuid[], $5::uuid[]) as s (staff, session)`,
    [company.id, course, task, ids, sessions],
  )
  await ground.rows(`update course.version set published_at = now() - interval '1 day' where course_id = $1`, [course])
  await ground.settle('course.enrolment', 'course.media_progress', 'course.learn_session', 'identity.session')
  return { course, task, watchers }
}

/** A report of playing: signed, guarded, credited, durable. */
export const pings: Piece = {
  name: 'pings',
  run: async (ground, print) => {
    const server = await ground.start('server')
    await one(ground, server, await openHall(ground, (turns + 1) * eachTurn), print)
    await server.stop()
  },
}

/** Each slice is the second report of people who have told one, some seconds after it; beside it TPC-B transactions. */
async function one(ground: Ground, server: Part, { course, task, watchers }: Hall, print: Print): Promise<void> {
  const clients = await Promise.all(Array.from({ length: width }, () => RawClient.open(server.port)))
  const tell = async ({ person, session }: Watcher, client: RawClient, seq: number) => {
    const ranges: [number, number][] = [[(seq - 1) * everySeconds, seq * everySeconds]]
    return client.get(person, learnPing.ping, { course, task, session, seq, ranges, position: seq * everySeconds })
  }
  const lanes = (group: readonly Watcher[], seq: number, times: number[]) =>
    Promise.all(
      clients.map(async (client, lane) => {
        for (let at = lane; at < group.length; at += width) {
          const watcher = group[at]
          if (watcher) times.push((await tell(watcher, client, seq)).ms)
        }
      }),
    )
  await lanes(watchers, 1, [])
  await wait(everySeconds * 1000)
  const times: number[] = []
  const compared = await byTurns(ground, turns, {
    bare: { parts: [], slice: async () => Math.max(1, 2 * (await transactionsPerSecond(ground, 2))) },
    ours: {
      parts: [server],
      slice: async (turn) => {
        await lanes(watchers.slice(turn * eachTurn, (turn + 1) * eachTurn), 2, times)
        return eachTurn
      },
    },
  })
  print(atMost('ping: server and database', compared.ours.cpuMs, 'CPU-ms', 0.8))
  print(atLeast('ping: per TPC-B transaction, by processor time', 1 / compared.multiple, 'x', 0.6))
  printSides('ping', compared, print)
  print(raw('ping: p95', percentile(times, 0.95), 'ms'))
  for (const client of clients) client.close()
}

/** 10,000 people, or KAOPEI_BENCH_CROWD of them, report every ten seconds for three minutes; what was cut is told again, as players do. */
export const pingCrowd: Piece = {
  name: 'ping-crowd',
  run: async (ground, print) => {
    const server = await ground.start('server')
    const { course, task, watchers } = await openHall(ground, crowd)
    const clients = await Promise.all(Array.from({ length: Math.min(crowd, mostConnections) }, () => RawClient.open(server.port)))
    const turnsOf = clients.map(() => Promise.resolve())
    const begun = performance.now()
    const times: number[] = []
    const problems: unknown[] = []
    const tell = async ({ person, session }: Watcher, index: number, seq: number, from: number) => {
      const lane = index % clients.length
      const client = clients[lane]
      const before = turnsOf[lane]
      if (!client || !before) throw new Error('there is no connection')
      const { promise, resolve } = Promise.withResolvers<void>()
      turnsOf[lane] = promise
      await before
      const ranges: [number, number][] = [[from, seq * everySeconds]]
      const input = { course, task, session, seq, ranges, position: seq * everySeconds }
      return client.get(person, learnPing.ping, input).finally(resolve)
    }
    const watch = async (watcher: Watcher, index: number) => {
      for (let seq = 1, from = 0; seq <= reportsEach; seq++) {
        const due = begun + (index / crowd + seq - 1) * everySeconds * 1000
        await wait(Math.max(0, due - performance.now()))
        const { data } = await tell(watcher, index, seq, from)
        times.push(performance.now() - due)
        from = data.coveredSeconds
      }
    }
    const { cpuMs, databaseMs } = await ground.cpuDuring([server], () =>
      Promise.all(watchers.map((one, index) => watch(one, index).catch((error: unknown) => void problems.push(error)))),
    )
    if (problems[0]) console.error('#', problems[0])
    const credited = await ground.rows<{ seconds: number }>(
      `select (select coalesce(sum(upper(r) - lower(r)), 0)::int from unnest(p.watched) r) as seconds
       from course.media_progress p
       where p.course_id = $1`,
      [course],
    )
    const unlike = credited.filter(({ seconds }) => Math.abs(seconds - reportsEach * everySeconds) > 1)
    if (unlike[0]) console.error('# credited otherwise, in seconds:', ...new Set(unlike.map(({ seconds }) => seconds)))
    print(atMost(`${crowd} report: errors`, problems.length, 'errors', 0))
    print(atMost(`${crowd} report: p95 from when it was due (quiet machine alone)`, percentile(times, 0.95), 'ms', 100))
    print(atMost(`${crowd} report: not credited as played, to a second`, unlike.length, 'people', 0))
    print(raw(`${crowd} report: server and database`, cpuMs / times.length, 'CPU-ms a report'))
    print(raw(`${crowd} report: of these the database`, databaseMs / times.length, 'CPU-ms a report'))
    for (const client of clients) client.close()
    await server.stop()
  },
}
