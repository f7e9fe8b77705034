import { examModule } from '@kaopei/exam/server'
import { type ArrangedExam, arrangeExam, startExam } from '@kaopei/exam/testing'
import { resultModule } from '@kaopei/result/server'
import { World } from '@kaopei/server/testing'
import { sitting } from '@kaopei/sitting/contract/sitting'
import { findAttempt, lockAttempt, restoreAttempt, sittingModule, voidAttempt } from '@kaopei/sitting/server'
import { oneOfEachType } from '@kaopei/sitting/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { learn } from '../../contract/learn.ts'
import { practice } from '../../contract/practice.ts'
import { practiceModule } from '../index.ts'
import { lookAt } from './exam-results.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule, sittingModule, resultModule, practiceModule])
})
afterAll(() => world.close())

/** Two single-choice questions; handed in unanswered, so that both are wrong. */
async function arrangeHandedIn(settings: object = { permitViewAnswer: true, permitViewEarly: true }) {
  const [single] = oneOfEachType()
  if (!single) throw new Error('a question is needed')
  const arranged = await arrangeExam(world, { fixed: [single, single] })
  await allow(arranged, settings)
  await world.rows(
    `update question.question q
     set status = 1, ready_version_id = v.id, ready_rule_version_id = r.id
     from question.question_version v, question.scoring_rule_version r
     where q.company_id = $1 and v.question_id = q.id and r.question_id = q.id`,
    [arranged.companyId],
  )
  const [actor] = arranged.candidates
  if (!actor) throw new Error('a candidate is needed')
  const { attemptId, lease } = await startExam(world, actor, arranged.examId)
  const handIn = { attemptId, leaseEpoch: lease.epoch, lastRevs: [], submissionKey: `submit-${attemptId}` }
  await world.as(actor).get(sitting.submit, handIn)
  await world.runJobs()
  return { ...arranged, attemptId, as: world.as(actor) }
}

const allow = ({ examId }: Pick<ArrangedExam, 'examId'>, settings: object) =>
  world.rows('update exam.exam set settings = settings || $2::jsonb where id = $1', [examId, JSON.stringify(settings)])

async function change(companyId: string, name: 'void' | 'restore', attemptId: string): Promise<void> {
  await world.inCompany(companyId, async (db) => {
    await lockAttempt(db, attemptId)
    const found = await findAttempt(db, attemptId)
    if (!found) throw new Error('the attempt was handed in before')
    const reasons = { reason: '查验身份', actorId: attemptId, now: new Date() }
    const done = name === 'void' ? await voidAttempt(db, found, reasons) : await restoreAttempt(db, found, reasons)
    expect(done.outcome).toBe('changed')
  })
  await world.runJobs()
}

test('wrong answers of an exam come in once they may be seen, and are due at once', async () => {
  const { as } = await arrangeHandedIn()
  expect((await as.get(learn.wrongBook, {})).dataList).toMatchObject([{ source: 'exam' }, { source: 'exam' }])
  expect(await as.get(learn.dueToday, {})).toMatchObject({ dueCount: 2, wrongCount: 2 })
  const { items } = await as.get(learn.begin, { mode: 3 })
  expect(items).toHaveLength(2)
  expect(items[0]?.permits).toEqual({ result: true, answer: true, analysis: true })
})

test('as long as answers may not be seen they wait, and come in when an organiser allows it', async () => {
  const { as, companyId, attemptId, ...arranged } = await arrangeHandedIn({ permitViewAnswer: false })
  expect((await as.get(learn.wrongBook, {})).totalCount).toBe(0)
  const [waiting] = await world.rows('select state, look_at from practice.exam_result where attempt_id = $1', [attemptId])
  expect(waiting).toMatchObject({ state: 1 })
  expect(Number(waiting?.look_at)).toBeGreaterThan(Date.now())
  await allow(arranged, { permitViewAnswer: true, permitViewEarly: true })
  await world.inCompany(companyId, (db) => lookAt(db, attemptId, new Date()))
  expect((await as.get(learn.wrongBook, {})).totalCount).toBe(2)
})

test('a voided result takes back what it alone had brought, a restored one brings it again', async () => {
  const { as, companyId, attemptId } = await arrangeHandedIn()
  const [first] = (await as.get(learn.wrongBook, {})).dataList
  await as.get(learn.setNote, { questionId: first?.questionId ?? '', note: '再看' })
  await change(companyId, 'void', attemptId)
  expect((await as.get(learn.wrongBook, {})).totalCount).toBe(0)
  expect(await as.get(learn.dueToday, {})).toMatchObject({ dueCount: 0 })
  // What somebody wrote stays; what nobody touched is gone.
  expect(await world.rows('select note from practice.memory where company_id = $1', [companyId])).toEqual([{ note: '再看' }])
  await change(companyId, 'restore', attemptId)
  expect((await as.get(learn.wrongBook, {})).totalCount).toBe(2)
})

test('what was answered wrong in practice too stays when the result is voided', async () => {
  const { as, companyId, attemptId } = await arrangeHandedIn()
  const { runId, items } = await as.get(learn.begin, { mode: 3 })
  const [item] = items
  if (item?.view.type !== 1) throw new Error('a single-choice question is needed')
  await as.get(learn.answer, { runId, item: 1, seq: 1, answer: { type: 1, optionId: null } })
  await change(companyId, 'void', attemptId)
  expect((await as.get(learn.wrongBook, {})).dataList).toMatchObject([{ source: 'practice', questionId: item.questionId }])
})

test('a practice takes the papers of exams that nobody may still write, and of no other', async () => {
  const { examId, companyId, as } = await arrangeHandedIn()
  const admin = world.as(await world.actor({ companyId }))
  expect((await admin.get(practice.endedExams, {})).totalCount).toBe(0)
  expect((await admin.call(practice.save, { name: '练习', examinationList: [examId] })).code).toBe(3109)
  await world.rows(
    `update exam.exam set admission_start_at = now() - interval '3 days', admission_end_at = now() - interval '2 days' where id = $1`,
    [examId],
  )
  await world.rows(`update sitting.attempt set due_at = now() - interval '2 days' where owner_id = $1`, [examId])
  expect((await admin.get(practice.endedExams, {})).dataList).toMatchObject([{ id: examId, questionCount: 2 }])
  const draft = await admin.get(practice.save, { name: '练习', examinationList: [examId], participationMode: 0 })
  expect(draft).toMatchObject({ questionCount: 2, examinationList: [{ id: examId, questionCount: 2 }] })
  await admin.get(practice.publish, { id: draft.id, version: draft.version, ignoreWarnings: true })
  expect((await as.get(learn.begin, { practiceId: draft.id, mode: 1 })).items).toHaveLength(2)
})
