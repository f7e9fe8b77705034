import { arrangeTangledBank } from '@kaopei/question/testing'
import { longestStretch, World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exam } from '../../contract/exam.ts'
import { examPaper } from '../../contract/exam-paper.ts'
import { examModule } from '../exam.module.ts'
import { arrangeDraft, arrangeOrganisation } from '../exam-arrange.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule])
})
afterAll(() => world.close())

/** Long enough for a busy machine, and far below what others notice. */
const mostOnEndMs = 100
const tags = Array.from({ length: 50 }, (_, at) => `标签${at}`)

test('fifty rules over thousands of tangled questions are checked, published and previewed without a long stop of the server', async () => {
  const given = await arrangeOrganisation(world)
  const { draft } = await arrangeDraft(world, given)
  const as = world.as(given.admin)
  const bankId = await arrangeTangledBank(world, { companyId: given.companyId, questions: 8000, tags })
  await world.rows('analyze question.question')
  const rules = tags.map((tag) => ({ filter: { bankIds: [bankId], tags: [tag] }, count: 20 }))
  const proof = as.get(examPaper.checkDraw, { rules, fixedQuestionIds: [] })
  expect(await longestStretch(() => proof)).toBeLessThan(mostOnEndMs)
  expect(await proof).toMatchObject({ isFeasible: true, violations: [] })
  expect((await proof).available).toHaveLength(50)
  const questions = rules.map((rule) => ({ questionType: 2 as const, ...rule, score: 1 }))
  const { version } = await as.get(examPaper.save, { examinationId: draft.id, version: draft.version, questions })
  expect(await longestStretch(() => as.get(examPaper.preview, { examinationId: draft.id }))).toBeLessThan(mostOnEndMs)
  const publishing = as.get(exam.publish, { id: draft.id, version, ignoreWarnings: true })
  expect(await longestStretch(() => publishing)).toBeLessThan(mostOnEndMs)
  expect(await publishing).toMatchObject({ status: 4 })
}, 60_000)
