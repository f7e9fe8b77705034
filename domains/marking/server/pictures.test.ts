import { filesModule, storeFile, temporaryBlobs } from '@kaopei/files/server'
import { failing, World } from '@kaopei/server/testing'
import { sittingModule } from '@kaopei/sitting/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reviewPaper } from '../contract/review-paper.ts'
import { reviewTask } from '../contract/review-task.ts'
import { examToMark, type MarkedExam, slots } from './factories.ts'
import { markingModule } from './index.ts'

let world: World
beforeAll(async () => {
  world = await World.open([filesModule, sittingModule, markingModule], temporaryBlobs)
})
afterAll(() => world.close())

/** A lasting reference, as contents and answers are kept. */
async function keptPicture({ companyId, first }: Pick<MarkedExam, 'companyId' | 'first'>, name: string): Promise<string> {
  const file = { companyId, name, contentType: 'image/png', purpose: 'editorImage', createdBy: first.staffId }
  const { fileId } = await world.inCompany(companyId, (db) =>
    storeFile(db, world.services, { ...file, body: Buffer.from('a picture') }, failing),
  )
  return `<img src="/files/keep/${fileId}">`
}

const addressesIn = (payload: unknown) =>
  [...JSON.stringify(payload).matchAll(/src=\\"([^"\\]+)\\"/g)].map(([, address = '']) => address)

test('pictures of question and answer can be looked at on the desk and on the paper, by addresses that expire', async () => {
  const exam = await examToMark(world, { sittings: [{ name: '张三' }] })
  const [attemptId = ''] = exam.attemptIds
  const [asked, drawn] = [await keptPicture(exam, '题图.png'), await keptPicture(exam, '手写.png')]
  await world.rows(
    `update question.question_version set content = jsonb_set(content, '{stem}', to_jsonb($2::text)) where question_id = $1`,
    [exam.questionIds.essay, `<p>看图${asked}</p>`],
  )
  const answer = { type: 6, format: 'html', text: `<p>见图${drawn}</p>` }
  await world.rows('update sitting.attempt_item set answer = $3 where attempt_id = $1 and slot = $2', [
    attemptId,
    slots.essay,
    JSON.stringify(answer),
  ])
  const as = world.as(exam.first)
  const { task } = await as.get(reviewTask.open, { attemptId, slot: slots.essay })
  const paper = await as.get(reviewPaper.getExamAnswerPaperBasicInfo, { attemptId })
  const item = paper.items.find(({ slot }) => slot === slots.essay)
  for (const shown of [task, item]) {
    const addresses = addressesIn({ content: shown?.content, answer: shown?.answer })
    expect(addresses).toHaveLength(2)
    for (const url of addresses) expect((await world.app.inject({ url })).statusCode).toBe(200)
  }
  expect(JSON.stringify({ task, paper })).not.toContain('/files/keep/')
})
