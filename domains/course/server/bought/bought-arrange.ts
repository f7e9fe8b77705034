import { arrangePeople } from '@kaopei/org/testing'
import type { TestActor, World } from '@kaopei/server/testing'
import { bought, courseSale } from '../../contract/bought.ts'
import { arrangeCourse } from '../course-arrange.ts'
import { arrangeCourseware } from '../course-world.ts'

export const from = '2026-01-01T00:00:00.000Z'

export interface BoughtTerms {
  readonly limitCount: number
  readonly validUntil: string
  readonly startWithinDays: number
}

/** A course of a film and an article that another company has bought, and six people of theirs. */
export async function arrangeBought(world: World, seller: TestActor, { limitCount = 3, ...terms }: Partial<BoughtTerms> = {}) {
  const film = await arrangeCourseware(world, seller.companyId, { title: '平台的视频' })
  const offered = await arrangeCourse(world, seller.companyId, {
    name: '通用安全课',
    unlockOrder: 'tasks',
    chapters: [[{ kind: 'courseware', targetId: film, title: '看片' }, { title: '读文' }]],
  })
  const admin = await world.actor()
  const { companyId } = admin
  const given = { companyId, courseId: offered.courseId, limitType: 1 as const, limitCount, validFrom: from, ...terms }
  const { id } = await world.as(seller).get(courseSale.create, given)
  const people = await arrangePeople(
    world,
    companyId,
    Array.from({ length: 6 }, (_, n) => ({ name: `学员${n}` })),
  )
  const as = world.as(admin)
  const row = (await as.get(bought.list)).dataList[0]
  return { admin, as, companyId, licenceId: id, courseId: row?.courseId ?? '', people, film, given, offered }
}

/** Whether a statement in the tests' database waits for a row that somebody else holds. */
export async function someoneWaits(world: World): Promise<boolean> {
  const waiting = await world.rows(
    `select from pg_stat_activity where datname = current_database() and state = 'active' and wait_event_type = 'Lock'`,
  )
  return waiting.length > 0
}
