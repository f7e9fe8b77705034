import { randomUUID } from 'node:crypto'
import { defaultScoringRule, judgementOptions, questionContent } from '@kaopei/question/contract/content'
import { longestStretch, World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exam } from '../contract/exam.ts'
import { examPaper } from '../contract/exam-paper.ts'
import { examModule } from './exam.module.ts'
import { arrangeDraft, arrangeOrganisation } from './exam-arrange.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule])
})
afterAll(() => world.close())

/** Long enough for a busy machine, and far below what others notice. */

const mostOnEndMs = 100
const tags = Array.from({ length: 50 }, (_, at) => `标签${at}`)

/** A bank whose questions have almost all different sets of tags, so that no two are one to the proof. */
async function arrangeTangledBank(companyId: string, questions: number): Promise<string> {
  const bankId = randomUUID()
  await world.rows('insert into question.bank (company_id, id, name) values ($1, $2, $3)', [companyId, bankId, '大题库'])
  const content = questionContent.parse({ type: 3, stem: '题', options: judgementOptions(), correct: 'true', analysis: '' })
  await world.rows(
    `with made as (
       select gen_random_uuid() as id, gen_random_uuid() as version, gen_random_uuid() as rule, n,
         (select coalesce(array_agg(t.tag), '{}') from unnest($5::text[]) with ordinality as t(tag, at) where hashtext(n || ' ' || t.tag) % 2 = 0) as tags
       from generate_series(1, $4::int) n
     ), identity as (
       insert into question.question (company_id, id, bank_id, type, status, stem_text, ready_version_id, ready_rule_version_id, tags)
       select $1, id, $2, 3, 1, '题干' || n, version, rule, tags from made
     ), version as (
       insert into question.question_version (company_id, id, question_id, number, content, checksum)
       select $1, version, id, 1, $3::jsonb, '' from made
     )
     insert into question.scoring_rule_version (company_id, id, question_id, number, rule, checksum)
     select $1, rule, id, 1, $6::jsonb, '' from made`,
    [companyId, bankId, JSON.stringify(content), questions, tags, JSON.stringify(defaultScoringRule(3))],
  )
  await world.rows('analyze question.question')
  return bankId
}

test('fifty rules over thousands of tangled questions are checked, published and previewed without a long stop of the server', async () => {
  const given = await arrangeOrganisation(world)
  const { draft } = await arrangeDraft(world, given)
  const as = world.as(given.admin)
  const bankId = await arrangeTangledBank(given.companyId, 8000)
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
