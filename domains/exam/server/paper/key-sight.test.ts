import type { Right } from '@kaopei/contract'
import { messagingModule } from '@kaopei/messaging/server'
import { questionMenu } from '@kaopei/question/contract/menus'
import { question } from '@kaopei/question/contract/question'
import { questionModule } from '@kaopei/question/server'
import { World } from '@kaopei/server/testing'
import { sittingModule } from '@kaopei/sitting/server'
import { oneOfEachType } from '@kaopei/sitting/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exam } from '../../contract/exam.ts'
import { examPaper } from '../../contract/exam-paper.ts'
import { examManage } from '../../contract/menus.ts'
import { examModule } from '../exam.module.ts'
import { arrangeDraft, arrangeOrganisation } from '../exam-arrange.ts'

let world: World
beforeAll(async () => {
  world = await World.open([questionModule, examModule, sittingModule, messagingModule()])
})
afterAll(() => world.close())

/** What only somebody who may see keys meets. */
const tells = (answer: unknown) =>
  /"correct":("|\["|\{"[^"])|"alternatives":\[\{|"referenceAnswer":"[^"]|"keyPoints":\[\{|"analysis":"[^"]|"hidden":true/.test(
    JSON.stringify(answer),
  )

/** Without a short answer where the exam is published: that one needs a reviewer. */
async function openPaper({ isPublished = false } = {}) {
  const given = await arrangeOrganisation(world)
  const kinds = oneOfEachType().filter(({ type }) => !isPublished || type !== 6)
  const contents = kinds.map((content) => ({ ...content, analysis: '解析' }))
  const { draft, questions } = await arrangeDraft(world, given, { contents })
  await world.rows(
    'update question.question set latest_version_id = ready_version_id, latest_rule_version_id = ready_rule_version_id where company_id = $1',
    [given.companyId],
  )
  const of = async (...rights: Right[]) =>
    world.as(await world.actor({ companyId: given.companyId, rights, scopes: { examManage: { kind: 'all' } } }))
  const { view, edit } = examManage.rights
  return {
    given,
    draft,
    questionId: questions[0]?.id ?? '',
    questions,
    reader: await of(view),
    author: await of(view, edit, questionMenu.rights.view, questionMenu.rights.edit),
    boss: world.as(given.admin),
  }
}

test('who may only look meets no key: not in the paper, not in a question, not in a version of it, not by comparing', async () => {
  const { draft, questions, reader, author } = await openPaper()
  const paper = await reader.get(examPaper.preview, { examinationId: draft.id })
  expect(paper.questions.length).toBe(questions.length)
  expect(new Set(paper.questions.map(({ hiddenKey }) => hiddenKey))).toEqual(new Set(['right']))
  expect(tells(paper)).toBe(false)
  for (const { id, versionId } of questions) {
    const shown = [await reader.get(question.get, { id }), await reader.get(question.version, { id, versionId })]
    expect([tells(shown), shown.map(({ hiddenKey }) => hiddenKey)]).toEqual([false, ['right', 'right']])
    const { content } = await author.get(question.get, { id })
    expect(await reader.call(question.checkDuplicate, { content })).toMatchObject({ code: 1002 })
    expect(await reader.call(question.reveal, { id, reason: '看看' })).toMatchObject({ code: 1002 })
  }
  expect(await reader.call(examPaper.reveal, { examinationId: draft.id, reason: '看看' })).toMatchObject({ code: 1002 })
})

test('its author meets the keys of a paper that nobody sits', async () => {
  const { draft, questions, author } = await openPaper()
  const paper = await author.get(examPaper.preview, { examinationId: draft.id })
  expect([tells(paper), paper.questions.every(({ hiddenKey }) => hiddenKey === null)]).toEqual([true, true])
  for (const { id } of questions) expect(tells(await author.get(question.get, { id }))).toBe(true)
})

test('while an exam uses them its author gives a reason, which stands in the log; also by the way of another paper', async () => {
  const { given, draft, questionId, author, boss } = await openPaper({ isPublished: true })
  await boss.get(exam.publish, { id: draft.id, version: draft.version })
  const { draft: other } = await arrangeDraft(world, given)
  await world.rows(
    'update paper.slot p set question_id = $2 from exam.exam e where e.id = $1 and p.paper_id = e.paper_id and p.number = 1',
    [other.id, questionId],
  )
  for (const id of [draft.id, other.id]) {
    const paper = await author.get(examPaper.preview, { examinationId: id })
    expect(paper.questions[0]?.hiddenKey).toBe('running')
    expect(tells(paper.questions[0])).toBe(false)
  }
  expect(await author.get(question.get, { id: questionId })).toMatchObject({ hiddenKey: 'running' })
  expect(await author.call(examPaper.reveal, { examinationId: draft.id, reason: ' ' })).toMatchObject({ code: 1001 })
  const reason = '考生申诉，核对答案'
  expect(tells(await author.get(examPaper.reveal, { examinationId: draft.id, reason }))).toBe(true)
  expect(tells(await author.get(question.reveal, { id: questionId, reason }))).toBe(true)
  const log = await world.rows(
    `select target, target_id, reason, after from kit.operation_log where company_id = $1 and action = 'reveal' order by id`,
    [given.companyId],
  )
  expect(log).toEqual([
    { target: 'exam', target_id: draft.id, reason, after: null },
    { target: 'question', target_id: questionId, reason, after: null },
  ])
})

test('once the exam is over its keys need no reason', async () => {
  const { draft, author, boss } = await openPaper({ isPublished: true })
  await boss.get(exam.publish, { id: draft.id, version: draft.version })
  await world.rows(
    `update exam.exam set admission_start_at = now() - interval '2 hours', admission_end_at = now() - interval '1 hour' where id = $1`,
    [draft.id],
  )
  expect(tells(await author.get(examPaper.preview, { examinationId: draft.id }))).toBe(true)
  // Unless somebody may still sit it.
  await world.rows(
    `insert into exam.candidate_override (company_id, exam_id, staff_id, closes_at, reason)
     select company_id, exam_id, staff_id, 'infinity', '补考' from exam.candidate where exam_id = $1 limit 1`,
    [draft.id],
  )
  const paper = await author.get(examPaper.preview, { examinationId: draft.id })
  expect([tells(paper), paper.questions[0]?.hiddenKey]).toEqual([false, 'running'])
})

test('who could not see the key overwrites none, copies none and compares with none; after a reason all of it goes', async () => {
  const { given, draft, questions, author, boss } = await openPaper({ isPublished: true })
  const whole = await Promise.all(questions.map(({ id }) => author.get(question.get, { id })))
  await boss.get(exam.publish, { id: draft.id, version: draft.version })
  const keysOf = () =>
    world.rows(
      `select q.id, v.content from question.question q join question.question_version v
         on v.company_id = q.company_id and v.id = q.latest_version_id where q.id = any ($1) order by q.id`,
      [questions.map(({ id }) => id)],
    )
  const kept = await keysOf()
  for (const [at, { id }] of questions.entries()) {
    const shown = await author.get(question.get, { id })
    expect(shown.hiddenKey).toBe('running')
    const { content } = whole[at] ?? shown
    const { bankId, rule, difficulty, defaultScore, version } = shown
    const fields = { id, version, bankId, rule, difficulty, defaultScore, status: 0 as const, isDuplicateAllowed: true }
    expect(await author.call(question.modify, { ...fields, content })).toMatchObject({ code: 2671 })
    expect(await author.call(question.copy, { ids: [id] })).toMatchObject({ code: 2671 })
    expect(await author.call(question.modify, { ...fields, content: shown.content, course: '改过' })).toMatchObject({ code: 0 })
    const found = await author.get(question.checkDuplicate, { content })
    expect(found.find((one) => one.id === id)?.hasSameKey).toBeNull()
  }
  expect((await keysOf()).map(({ content }) => content)).toEqual(kept.map(({ content }) => content))
  await author.get(examPaper.reveal, { examinationId: draft.id, reason: '核对答案' })
  for (const [at, { id }] of questions.entries()) {
    const { bankId, rule, difficulty, defaultScore, version } = await author.get(question.get, { id })
    const { content } = whole[at] ?? (await author.get(question.get, { id }))
    const fields = { id, version, bankId, rule, difficulty, defaultScore, status: 0 as const, isDuplicateAllowed: true }
    expect(await author.call(question.modify, { ...fields, content })).toMatchObject({ code: 0 })
    expect(await author.call(question.copy, { ids: [id] })).toMatchObject({ code: 0 })
  }
  const log = await world.rows(`select before, after from kit.operation_log where company_id = $1 and target = 'question'`, [
    given.companyId,
  ])
  expect(tells(log)).toBe(false)
})
