import { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exam } from '../../contract/exam.ts'
import { examPaper } from '../../contract/exam-paper.ts'
import { examModule } from '../exam.module.ts'
import { arrangeDraft, arrangeOrganisation, arrangeReadyQuestions, random, singles } from '../exam-arrange.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule])
})
afterAll(() => world.close())

test('nothing runs programs yet, so no paper with a programming question goes out, chosen or drawn', async () => {
  const given = await arrangeOrganisation(world)
  const { draft } = await arrangeDraft(world, given)
  const as = world.as(given.admin)
  const { bankId, questions } = await arrangeReadyQuestions(world, given.companyId, singles(6))
  const [first] = questions
  await world.rows('update question.question set type = 5 where id = $1', [first?.id])
  const asked = async (entries: Parameters<typeof random>) => {
    const { version } = await as.get(exam.get, { id: draft.id })
    await as.get(examPaper.save, { examinationId: draft.id, version, questions: [random(...entries)] })
    return (await as.get(exam.checkPublish, { id: draft.id })).findings.map(({ message }) => message)
  }
  const reason = '编程题的自动判题尚未开放，规则1可能抽到编程题，请在规则的题型中排除编程题'
  expect(await asked([[bankId], 2])).toEqual([reason])
  expect(await asked([[bankId], 2, 2, [1]])).toEqual([])
  const { version } = await as.get(exam.get, { id: draft.id })
  const fixed = [{ questionType: 1 as const, questionId: first?.id ?? '', score: 10 }]
  const saved = await as.get(examPaper.save, { examinationId: draft.id, version, questions: fixed })
  expect(await as.call(exam.publish, { id: draft.id, version: saved.version, ignoreWarnings: true })).toMatchObject({
    code: 2305,
    message: '编程题的自动判题尚未开放，请从试卷中移除 1 道编程题',
  })
})
