import { orgModule } from '@kaopei/org/server'
import { arrangePeople } from '@kaopei/org/testing'
import { questionnaireLearn as answering } from '@kaopei/questionnaire/contract/learn'
import { questionnaireModule } from '@kaopei/questionnaire/server'
import { asked, choose, publishedQuestionnaire, single } from '@kaopei/questionnaire/testing'
import { World } from '@kaopei/server/testing'
import { usergroupModule } from '@kaopei/usergroup/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { project } from '../../contract/project.ts'
import { projectStaff } from '../../contract/staff.ts'
import { projectTasks } from '../../contract/stage-task.ts'
import { trainingModule } from '../index.ts'
import { draftProject } from '../outline-arrange.ts'

let world: World
beforeAll(async () => {
  world = await World.open([orgModule, usergroupModule, questionnaireModule, trainingModule])
})
afterAll(() => world.close())

test('a project hears of answers to its questionnaires from the shelf on, and of those that are added later', async () => {
  const admin = await world.actor()
  const { companyId } = admin
  const definition = asked(single('a', 'ab'))
  const [first, second] = [
    await publishedQuestionnaire(world, admin, { definition, name: '课前调查' }),
    await publishedQuestionnaire(world, admin, { definition, name: '课后反馈' }),
  ]
  const { as, projectId, stageIds } = await draftProject(world, admin, [[{ kind: 'questionnaire', targetId: first }]])
  const [staffId = ''] = await arrangePeople(world, companyId, [{ name: '学员' }])
  await as.get(projectStaff.create, { projectId, staffIds: [staffId] })
  await as.get(project.upShelf, { id: projectId })
  await world.runJobs()
  const learner = world.as(await world.actor({ companyId, staffId, rights: [] }))
  const answer = async (questionnaireId: string) => {
    await learner.get(answering.submit, { questionnaireId, answers: { a: choose('a') } })
    await world.runJobs()
    const [row] = await world.rows<{ states: number[]; percent: number }>(
      'select states, percent::int as percent from training.enrolment where project_id = $1',
      [projectId],
    )
    return row
  }
  expect(await answer(first)).toEqual({ states: [2], percent: 100 })
  const added = { kind: 'questionnaire' as const, targetId: second }
  await as.get(projectTasks.createList, { projectId, stageId: stageIds[0] ?? '', tasks: [added], forCompleted: 'owe' })
  await world.runJobs()
  expect(await answer(second)).toEqual({ states: [2, 2], percent: 100 })
})
