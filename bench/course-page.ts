import { learn } from '@kaopei/course/contract/learn'
import { arrangeCourse } from '@kaopei/course/testing'
import { makeCompany } from './company.ts'
import { atMost, percentile, raw } from './figure.ts'
import type { Piece } from './ground.ts'
import { RawClient } from './raw-client.ts'

const chapters = 10
const each = 30
/** A server that is warm: with fewer, what is measured is the compiler. */
const warm = 1000
const asked = 600

/** The page of a course of 300 tasks in order, of which somebody has completed half, asked of a server that is warm. */
export const coursePage: Piece = {
  name: 'course-page',
  run: async (ground, print) => {
    const { id: companyId, admin: learner } = await makeCompany(ground)
    const { courseId, taskIds } = await arrangeCourse(ground, companyId, {
      chapters: Array.from({ length: chapters }, () =>
        Array.from({ length: each }, (_, index) => ({ title: `任务 ${index + 1}` })),
      ),
      unlockOrder: 'tasks',
    })
    const place = [companyId, courseId, learner.id]
    await ground.rows(
      'insert into course.enrolment (company_id, course_id, staff_id, is_by_hand) values ($1, $2, $3, true)',
      place,
    )
    await ground.rows(
      `insert into course.task_event (company_id, course_id, staff_id, task_id, kind)
       select $1, $2, $3, t.id, 'done' from unnest($4::uuid[]) as t (id)`,
      [...place, taskIds.slice(0, (chapters * each) / 2)],
    )
    // Published a while ago, as courses are: an outline of this minute is read anew each time, for it may yet be taken back.
    await ground.rows(`update course.version set published_at = now() - interval '1 day' where course_id = $1`, [courseId])
    await ground.settle('course.task_event', 'course.task', 'course.enrolment')
    const server = await ground.start('server')
    const client = await RawClient.open(server.port)
    const ask = () => client.get(learner, learn.page, { course: courseId })
    const { data } = await ask()
    const states = data.chapters.flatMap(({ tasks }) => tasks.map(({ state }) => state))
    if (states.filter((state) => state === 2).length * 2 !== states.length) throw new Error('half of the course is done')
    for (let turn = 0; turn < warm; turn++) await ask()
    const times: number[] = []
    const measured = await ground.cpuDuring([server], async () => {
      for (let turn = 0; turn < asked; turn++) times.push((await ask()).ms)
    })
    print(atMost('course page of 300 tasks: server and database', measured.cpuMs / asked, 'CPU-ms', 3))
    print(raw('course page of 300 tasks: of these the database', measured.databaseMs / asked, 'CPU-ms'))
    print(atMost('course page of 300 tasks: p95', percentile(times, 0.95), 'ms', 50))
    client.close()
    await server.stop()
  },
}
