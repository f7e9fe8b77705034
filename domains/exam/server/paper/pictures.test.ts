import { createHash, randomUUID } from 'node:crypto'
import { upload } from '@kaopei/files/contract/upload'
import { filesModule, fileUrl, storeFile, temporaryBlobs } from '@kaopei/files/server'
import { messagingModule } from '@kaopei/messaging/server'
import { bank } from '@kaopei/question/contract/bank'
import { defaultScoringRule, type QuestionContent } from '@kaopei/question/contract/content'
import { question } from '@kaopei/question/contract/question'
import { questionModule } from '@kaopei/question/server'
import { ownResult } from '@kaopei/result/contract/own-result'
import { results } from '@kaopei/result/contract/results'
import { resultModule } from '@kaopei/result/server'
import { failing, type TestActor, World } from '@kaopei/server/testing'
import { sitting } from '@kaopei/sitting/contract/sitting'
import { finishMarking, sittingModule } from '@kaopei/sitting/server'
import { browserA } from '@kaopei/sitting/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { exam } from '../../contract/exam.ts'
import { examPaper } from '../../contract/exam-paper.ts'
import { examModule } from '../exam.module.ts'
import { arrangeStaff, base, fixed, hours } from '../exam-arrange.ts'
import { arrangeCandidates, startExam } from '../sitting-arrange.ts'

let world: World
beforeAll(async () => {
  world = await World.open(
    [filesModule, questionModule, examModule, sittingModule, resultModule, messagingModule()],
    temporaryBlobs,
  )
})
afterAll(() => world.close())
beforeEach(() => {
  world.now = () => new Date()
})

function png(): Buffer {
  const bytes = Buffer.alloc(64)
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes)
  bytes.writeUInt32BE(3, 16)
  bytes.writeUInt32BE(2, 20)
  return bytes
}

/** As a browser does it: credential, slice, completion. */
async function uploadPicture(actor: TestActor) {
  const bytes = png()
  const { uploadId, slices } = await world.as(actor).get(upload.credential, {
    filePath: '灭火器.png',
    sizeBytes: bytes.length,
    purpose: actor.isAdmin ? 'editorImage' : 'image',
  })
  const md5 = createHash('md5').update(bytes).digest('base64')
  for (const { url } of slices) {
    const headers = { 'content-type': 'application/octet-stream', 'content-md5': md5 }
    expect((await world.app.inject({ method: 'PUT', url, payload: bytes, headers })).statusCode).toBe(200)
  }
  return world.as(actor).get(upload.complete, { uploadId })
}

function picturesIn(payload: unknown): string[] {
  return [...JSON.stringify(payload).matchAll(/src=\\"([^"\\]+)\\"/g)].map(([, address = '']) => address)
}

/** Nobody is signed in here: an img element sends no token either. */
const statusOf = async (url: string) => (await world.app.inject({ url })).statusCode

async function publishedExam() {
  const admin = await world.actor()
  const { companyId } = admin
  const picture = await uploadPicture(admin)
  const img = `<img src="${picture.fileUrl}" alt="图">`
  const options = ['a', 'b'].map((id) => ({ id, html: `<p>${id}${img}</p>`, fixed: false }))
  const contents: QuestionContent[] = [
    { type: 1, stem: `<p>看图${img}</p>`, options, correct: 'a', analysis: `<p>解析${img}</p>` },
    { type: 6, stem: '<p>拍照作答</p>', keyPoints: [], referenceAnswer: `<p>参考${img}</p>`, analysis: '' },
  ]
  const { id: bankId } = await world.as(admin).get(bank.create, { name: '图题库' })
  const ids: string[] = []
  for (const content of contents) {
    const rule = defaultScoringRule(content.type)
    const made = await world.as(admin).get(question.create, { bankId, content, rule, difficulty: 2, defaultScore: 2, status: 1 })
    ids.push(made.id)
  }
  const shown = { permitViewDetail: true, permitViewAnswer: true, permitViewAnalysis: true }
  const reviewStaffIds = await arrangeStaff(world, companyId, { count: 1 })
  const questions = ids.map((id) => fixed(id))
  const draft = await world.as(admin).get(exam.save, { ...base, ...shown, passRate: 60, questions, reviewStaffIds })
  const [actor] = await arrangeCandidates(world, companyId, draft.id, 1)
  if (!actor) throw new Error('a candidate is needed')
  const { version } = await world.as(admin).get(exam.get, { id: draft.id })
  await world.as(admin).get(exam.publish, { id: draft.id, version, ignoreWarnings: true })
  await world.rows(`update exam.exam set admission_start_at = now() - interval '1 minute' where id = $1`, [draft.id])
  return { admin, companyId, actor, examId: draft.id, picture }
}

test('a picture of a question loads for the candidate, in the result and in every view of the organiser', async () => {
  const { admin, companyId, actor, examId } = await publishedExam()
  const sheet = await startExam(world, actor, examId)
  const inSheet = picturesIn(sheet)
  expect(inSheet).toHaveLength(3)
  expect(JSON.stringify(sheet)).not.toContain('/files/keep/')
  for (const address of inSheet) expect(await statusOf(address)).toBe(200)
  const again = await world.as(actor).get(sitting.resume, { attemptId: sheet.attemptId, device: browserA })
  expect(picturesIn(again)).toEqual(inSheet)

  const { attemptId } = sheet
  await world.as(actor).get(sitting.submit, { attemptId, leaseEpoch: 1, lastRevs: [], submissionKey: 'submission-1' })
  await world.runJobs()
  await world.inCompany(companyId, (db) => finishMarking(db, attemptId, new Date()))
  world.now = () => new Date(hours(6))
  const later = await world.actor({ companyId, staffId: actor.staffId, isAdmin: false })
  const result = await world.as(later).get(ownResult.result, { attemptId })
  world.now = () => new Date()
  expect(picturesIn(result)).toHaveLength(5)
  const paper = await world.as(admin).get(results.get, { examinationId: examId, staffId: actor.staffId })
  const preview = await world.as(admin).get(examPaper.preview, { examinationId: examId })
  for (const view of [result, paper, preview]) {
    expect(JSON.stringify(view)).not.toContain('/files/keep/')
    for (const address of picturesIn(view)) expect(await statusOf(address)).toBe(200)
  }
})

test('a picture in a short answer is kept, comes back to its candidate and is shown to the organiser', async () => {
  const { admin, actor, examId } = await publishedExam()
  const { attemptId, items } = await startExam(world, actor, examId)
  const slot = items.find(({ view }) => view.type === 6)?.slot ?? 0
  const picture = await uploadPicture(actor)
  const text = `<p>见图</p><p><img src="${picture.fileUrl}" alt="图"></p>`
  const write = (given: string, clientSeq: number, baseRev: number) =>
    world.as(actor).get(sitting.save, {
      attemptId,
      leaseEpoch: 1,
      items: [{ slot, answer: { type: 6, format: 'html', text: given }, baseRev, clientSeq }],
    })
  expect((await write(text, 1, 0)).slots).toMatchObject([{ status: 'saved', rev: 1 }])
  const stored = () =>
    world.rows<{ text: string }>(
      `select answer ->> 'text' as text from sitting.attempt_item where attempt_id = $1 and slot = $2`,
      [attemptId, slot],
    )
  const kept = `<p>见图</p><p><img src="/files/keep/${picture.fileId}" alt="图"></p>`
  expect(await stored()).toEqual([{ text: kept }])
  // What came back may be sent again, and the receipt of the sheet is that of the stored answer.
  const sheet = await world.as(actor).get(sitting.resume, { attemptId, device: browserA })
  const item = sheet.items.find((one) => one.slot === slot)
  const shown = item?.answer?.type === 6 ? item.answer.text : ''
  for (const address of picturesIn(shown)) expect(await statusOf(address)).toBe(200)
  const receipts = [{ slot, rev: 1, receipt: item?.receipt ?? '' }]
  expect(await world.as(actor).get(sitting.reconcile, { attemptId, receipts })).toEqual({ matched: 1, missing: [] })
  await write(shown, 2, 1)
  expect(await stored()).toEqual([{ text: kept }])
  const paper = await world.as(admin).get(results.get, { examinationId: examId, staffId: actor.staffId })
  const answered = paper.items.find((one) => one.slot === slot)
  expect(picturesIn(answered?.answer)).toHaveLength(1)
  for (const address of picturesIn(answered?.answer)) expect(await statusOf(address)).toBe(200)
})

/** Somebody else's file, as it lies in the same company. */
async function salaries(companyId: string) {
  const file = { companyId, name: '工资.pdf', contentType: 'application/pdf', purpose: 'attachment', createdBy: randomUUID() }
  const { fileId } = await world.inCompany(companyId, (db) =>
    storeFile(db, world.services, { ...file, body: Buffer.from('%PDF-1.7 salaries') }, failing),
  )
  return fileId
}

test('an answer can name no file that its candidate was not given, however it is written', async () => {
  const { companyId, actor, examId, picture } = await publishedExam()
  const { attemptId, items } = await startExam(world, actor, examId)
  const slot = items.find(({ view }) => view.type === 6)?.slot ?? 0
  const secret = await salaries(companyId)
  const elsewhere = fileUrl(world.services, { companyId: randomUUID(), fileId: picture.fileId })
  const expired = fileUrl(world.services, { companyId, fileId: secret }, -90 * 86_400)
  const living = fileUrl(world.services, { companyId, fileId: secret })
  const sources = [
    `/files/keep/${secret}`,
    `/files/ke/files/keep/${secret}ep/${secret}`,
    `/files/k/files/keep/${secret}eep//files/keep/${secret}${secret}`,
    `/files/ke${expired}ep/${secret}`,
    `/files/keep&#x2f;${secret}`,
    elsewhere,
    expired,
    living,
    `${living}#`,
    picture.fileUrl,
  ]
  const texts = [
    ...sources.map((src) => `<p>见<img src="${src}"></p>`),
    `<p title='<img src="/files/keep/${secret}">'>见</p>`,
    `<p>见 /files/keep/${secret} &lt;img src="/files/keep/${secret}"&gt;</p>`,
    `<img alt='" src="/files/keep/${secret}'>见`,
  ]
  for (const [index, text] of texts.entries()) {
    const answer = { type: 6 as const, format: 'html' as const, text }
    const save = { slot, answer, baseRev: index, clientSeq: index + 1 }
    expect((await world.as(actor).get(sitting.save, { attemptId, leaseEpoch: 1, items: [save] })).slots).toMatchObject([
      { status: 'saved' },
    ])
    const sheet = await world.as(actor).get(sitting.resume, { attemptId, device: browserA })
    const shown = JSON.stringify(sheet.items.find((one) => one.slot === slot)?.answer)
    expect(shown).toContain('见')
    expect(shown).not.toMatch(/files\/[0-9a-f]{64}/)
  }
})

test('an answer is kept and shown as words alone, whatever markup it brings, also one that was kept before', async () => {
  const { admin, actor, examId } = await publishedExam()
  const { attemptId, items } = await startExam(world, actor, examId)
  const slot = items.find(({ view }) => view.type === 6)?.slot ?? 0
  const text = '<a href="https://evil.example/login" style="position:fixed;inset:0;z-index:2147483647">会话已过期</a>'
  const answer = { type: 6 as const, format: 'html' as const, text }
  const save = { slot, answer, baseRev: 0, clientSeq: 1 }
  await world.as(actor).get(sitting.save, { attemptId, leaseEpoch: 1, items: [save] })
  const [row] = await world.rows<{ text: string }>(
    `select answer ->> 'text' as text from sitting.attempt_item where attempt_id = $1 and slot = $2`,
    [attemptId, slot],
  )
  expect(row).toEqual({ text: '<p>会话已过期</p>' })
  await world.rows('update sitting.attempt_item set answer = $3 where attempt_id = $1 and slot = $2', [attemptId, slot, answer])
  const paper = await world.as(admin).get(results.get, { examinationId: examId, staffId: actor.staffId })
  expect(paper.items.find((one) => one.slot === slot)?.answer).toMatchObject({ text: '<p>会话已过期</p>' })
})

test('a reference to the file of another company finds nothing', async () => {
  const stranger = await publishedExam()
  const { admin, actor, examId } = await publishedExam()
  await world.rows(
    `update question.question_version v set content = regexp_replace(content::text, '/files/keep/[0-9a-f-]{36}', '/files/keep/' || $2, 'g')::jsonb
     from paper.slot q join exam.exam e on e.paper_id = q.paper_id where e.id = $1 and v.id = q.question_version_id`,
    [examId, stranger.picture.fileId],
  )
  const sheet = await startExam(world, actor, examId)
  const preview = await world.as(admin).get(examPaper.preview, { examinationId: examId })
  for (const address of [...picturesIn(sheet), ...picturesIn(preview)]) {
    expect(address).toMatch(/^\/files\/[0-9a-f]{64}/)
    expect(await statusOf(address)).toBe(404)
  }
})
