import { randomUUID } from 'node:crypto'
import { courseStaff } from '@kaopei/course/contract/course-staff'
import { arrangeCourse } from '@kaopei/course/testing'
import { group } from '@kaopei/usergroup/contract/group'
import { type Company, makeCompany, makePeople } from './company.ts'
import { atMost, type Figure, percentile, raw } from './figure.ts'
import type { Ground, Part, Piece } from './ground.ts'
import { RawClient } from './raw-client.ts'
import { addStaff } from './training-data.ts'

const staff = 100_000
const [wanting, seats] = [2000, 1000]

type Print = (figure: Figure) => void

/** A group of 100,000 is put on a course, as it is and followed; 2,000 people want the 1,000 seats of a bought one. */
export const coursePeople: Piece = {
  name: 'course-people',
  run: async (ground, print) => {
    const company = await makeCompany(ground)
    await addStaff(ground, company, staff)
    const server = await ground.start('server')
    await groupComes(ground, server, company, print)
    await seatsAreWanted(ground, server, company, print)
    await server.stop()
  },
}

async function groupComes(ground: Ground, server: Part, { id: companyId, admin }: Company, print: Print): Promise<void> {
  const client = await RawClient.open(server.port)
  const { data } = await client.get(admin, group.createStaffGroup, {
    name: '全体员工',
    selection: { filters: [{ filter: {}, exceptIds: [] }] },
  })
  await ground.settle('identity.group_member')
  for (const [mode, words] of [
    [1, 'as it is'],
    [2, 'followed'],
  ] as const) {
    const { courseId } = await arrangeCourse(ground, companyId, { chapters: [[{}]] })
    const put = () =>
      client.get(admin, courseStaff.updateCourseStaffGroup, { courseId, groupIds: [data.id], departmentIds: [], mode })
    const { result, cpuMs } = await ground.cpuDuring([server], put)
    if (result.data.addedCount < staff) throw new Error(`only ${result.data.addedCount} people came`)
    print(atMost(`course: a group of 100,000 put on it, ${words}`, result.ms / 1000, 's', 5))
    print(raw(`course: a group of 100,000 put on it, ${words}, server and database`, cpuMs / 1000, 'CPU-s'))
  }
  client.close()
}

async function seatsAreWanted(ground: Ground, server: Part, company: Company, print: Print): Promise<void> {
  const { courseId } = await arrangeCourse(ground, company.id, { type: 2, chapters: [[{}]] })
  await ground.rows('update course.course set source = 2 where id = $1', [courseId])
  await ground.rows(
    `insert into course.licence (company_id, seller_company_id, seller_course_id, seller_version_id, course_id, limit_type, limit_count, valid_from)
     values ($1, $2, $3, $4, $5, 1, $6, now() - interval '1 day')`,
    [company.id, randomUUID(), randomUUID(), randomUUID(), courseId, seats],
  )
  const people = await makePeople(ground, company.id, company.departmentIds, wanting)
  await ground.settle('org.staff', 'identity.session')
  const clients = await Promise.all(Array.from({ length: 200 }, () => RawClient.open(server.port)))
  const codes: number[] = []
  const times: number[] = []
  const { wallMs, cpuMs, databaseMs } = await ground.cpuDuring([server], () =>
    Promise.all(
      clients.map(async (client, lane) => {
        for (let at = lane; at < people.length; at += clients.length) {
          const person = people[at]
          if (!person) continue
          const begun = performance.now()
          codes.push((await client.call(person, courseStaff.join, { courseId })).code)
          times.push(performance.now() - begun)
        }
      }),
    ),
  )
  const given = await ground.rows(
    'select from course.seat s join course.licence l on l.id = s.licence_id where l.course_id = $1',
    [courseId],
  )
  const joined = codes.filter((code) => code === 0).length
  print(
    atMost(
      `seats: ${wanting} want ${seats}, seats too many or too few`,
      Math.abs(given.length - seats) + Math.abs(joined - seats),
      'seats',
      0,
    ),
  )
  print(atMost(`seats: ${wanting} want ${seats}, until all are answered`, wallMs / 1000, 's', 3))
  print(raw(`seats: ${wanting} want ${seats}, server and database`, cpuMs / wanting, 'CPU-ms each'))
  print(raw(`seats: ${wanting} want ${seats}, of these the database`, databaseMs / wanting, 'CPU-ms each'))
  print(raw(`seats: ${wanting} want ${seats}, p95 of an answer`, percentile(times, 0.95), 'ms'))
  for (const client of clients) client.close()
}
