/** For tests of reports: a branch whose post asks for two skills, and an exam that measured them. */

import type { World } from '@kaopei/server/testing'
import { arrangeLoop, arrangeResults } from '@kaopei/training/testing'
import { skillLink } from '../../contract/link.ts'
import { measureAttempts } from '../evidence/exam-evidence.ts'
import { arrangePost, arrangeSkills } from '../skill-arrange.ts'
import { countMarked } from './count.ts'

/** Eight of a branch whose post asks for two skills; questions of fire test the first at level 4, of power the second at 2. */
export async function arrangeMeasured(world: World) {
  const given = await arrangeLoop(world, { people: 8 })
  const { companyId, admin, points } = given
  const skills = await arrangeSkills(world, companyId, ['动火作业', '用电安全', '沟通'])
  const [fire, power] = skills
  const post = await arrangePost(world, companyId, {
    name: '安全员',
    skills: [
      { skillId: fire, requiredLevel: 4, weight: 3, isKey: true },
      { skillId: power, requiredLevel: 2, weight: 1 },
    ],
  })
  await world.rows('update org.staff set post_id = $2 where company_id = $1 and id = any($3)', [
    companyId,
    post.postId,
    given.staffIds,
  ])
  await world.as(admin).get(skillLink.savePoint, { pointId: points.fire, skills: [{ skillId: fire, level: 4 }], before: [] })
  await world.as(admin).get(skillLink.savePoint, { pointId: points.power, skills: [{ skillId: power, level: 2 }], before: [] })
  return { ...given, ...post, skills, as: world.as(admin) }
}
export type Measured = Awaited<ReturnType<typeof arrangeMeasured>>

/** The first three earn nothing of fire but the last question, the fourth three of five. */
export async function arrangeMarks(world: World, { companyId, examId, staffIds, questions }: Measured): Promise<void> {
  const score = (person: number, question: number) => {
    if (person < 3) return question < 4 ? 0 : 1000
    return person === 3 && question < 2 ? 0 : 1000
  }
  await arrangeResults(world, { companyId, examId, staffIds, questionIds: questions.map(({ id }) => id), score })
}

export async function withResults(world: World, given: Measured): Promise<void> {
  await arrangeMarks(world, given)
  await world.runJobs()
  await measure(world, given.companyId)
  await counted(world)
}

export async function measure(world: World, companyId: string): Promise<void> {
  const attempts = await world.rows<{ id: string; staffId: string }>(
    'select id, staff_id as "staffId" from sitting.attempt where company_id = $1',
    [companyId],
  )
  await world.inCompany(companyId, (db) => measureAttempts(db, attempts, new Date()))
}

/** Until every mark is counted. */
export async function counted(world: World): Promise<void> {
  while ((await countMarked.work(world.services)) > 0);
}
