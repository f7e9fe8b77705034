import type { Endpoint, InputOf } from '@kaopei/contract'
import { personProgress } from '@kaopei/course/contract/person-progress'
import { progress } from '@kaopei/course/contract/progress'
import { arrangeCourse } from '@kaopei/course/testing'
import { type Company, makeCompany, makePeople, type Person } from './company.ts'
import { atMost, type Figure, percentile, raw } from './figure.ts'
import type { Ground, Part, Piece } from './ground.ts'
import { RawClient } from './raw-client.ts'

const learners = 100_000
const asked = 9
const chapters = (count: number, each: number) =>
  Array.from({ length: count }, () => Array.from({ length: each }, (_, index) => ({ title: `任务 ${index + 1}` })))

/** 100,000 learners × 50 tasks, by course and by person. */
export const courseProgress: Piece = {
  name: 'course-progress',
  run: async (ground, print) => {
    const company = await makeCompany(ground)
    const courseId = await enrol(ground, company)
    const server = await ground.start('server')
    const client = await RawClient.open(server.port)
    const { admin } = company
    const time = asking(ground, { server, client }, print)
    const of = { courseId }
    await time('100,000 × 50: a page', admin, progress.learners, of, 100)
    await time('100,000 × 50: who is done', admin, progress.learners, { ...of, progress: 2 }, 100)
    await time('100,000 × 50: by percent', admin, progress.learners, { ...of, sortField: 'percent' }, 100)
    await time('100,000 × 50: totals by task', admin, progress.funnel, of, 1000)
    await time('100,000 people × 3 courses: a page', admin, personProgress.people, {}, 100)
    await time('100,000 people × 3 courses: all complete', admin, personProgress.people, { standing: 'complete' }, 1000)
    await time('100,000 people × 3 courses: by seconds', admin, personProgress.people, { sortField: 'learnedSeconds' }, 1000)
    client.close()
    await server.stop()
  },
}

/** Three courses, of fifty tasks each, that everybody learns; a third is through, a third has begun. */
async function enrol(ground: Ground, company: Company): Promise<string> {
  const people = await makePeople(ground, company.id, company.departmentIds, learners)
  const ids = people.map(({ id }) => id)
  let courseId = ''
  for (let count = 0; count < 3; count++) {
    const made = await arrangeCourse(ground, company.id, { chapters: chapters(5, 10) })
    courseId = made.courseId
    await ground.rows(
      `insert into course.enrolment (company_id, course_id, staff_id, is_by_hand, percent, learned_seconds, begun_at, completed_at, last_at, due_at,
         task_states, states_of)
       select $1, $2, s.id, true, case s.n % 3 when 0 then 100 when 1 then 40 else 0 end, s.n % 5000,
         case when s.n % 3 < 2 then now() - interval '5 days' end, case when s.n % 3 = 0 then now() - interval '1 day' end,
         case when s.n % 3 < 2 then now() - s.n * interval '1 second' end, now() - interval '1 day' + s.n * interval '1 minute',
         array_fill((case s.n % 3 when 0 then 2 when 1 then 1 else 0 end)::smallint, array[50]), $4
       from unnest($3::uuid[]) with ordinality as s (id, n)`,
      [company.id, courseId, ids, made.versionId],
    )
  }
  await ground.settle('org.staff', 'identity.account', 'identity.session', 'course.enrolment', 'course.task')
  return courseId
}

/** Each is asked nine times; the first, which also counts, is told apart. */
function asking(ground: Ground, { server, client }: { server: Part; client: RawClient }, print: (figure: Figure) => void) {
  return async <E extends Endpoint>(
    name: string,
    caller: Person,
    endpoint: E,
    input: InputOf<E>,
    limitMs: number,
  ): Promise<void> => {
    const first = await client.get(caller, endpoint, input)
    const { result: times, cpuMs } = await ground.cpuDuring([server], async () => {
      const found: number[] = []
      for (let turn = 0; turn < asked; turn++) found.push((await client.get(caller, endpoint, input)).ms)
      return found
    })
    print(raw(`${name}: first`, first.ms, 'ms'))
    print(atMost(`${name}: p95`, percentile(times, 0.95), 'ms', limitMs))
    print(raw(`${name}: server and database`, cpuMs / asked, 'CPU-ms'))
  }
}
