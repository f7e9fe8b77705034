import { createHash } from 'node:crypto'
import { examPolicies } from '@kaopei/exam/contract/candidate-policy'
import { examManage } from '@kaopei/exam/contract/menus'
import { examModule } from '@kaopei/exam/server'
import { arrangeExam, startExam } from '@kaopei/exam/testing'
import { fileUrl, storeFile, temporaryBlobs } from '@kaopei/files/server'
import { failing, type TestActor, World } from '@kaopei/server/testing'
import { sittingModule } from '@kaopei/sitting/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { capture } from '../../contract/capture.ts'
import { markCheating } from '../../contract/menus.ts'
import { review } from '../../contract/review.ts'
import { proctoringModule } from '../index.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule, sittingModule, proctoringModule], temporaryBlobs)
})
afterAll(() => world.close())

const webm = Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.from('film')])
const jpeg = Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.from('picture')])

async function recorded() {
  const settings = { permitScreenRecord: true, permitScreenPhoto: true, permitCamera: true }
  const { examId, companyId, candidates } = await arrangeExam(world, { settings })
  const [candidate] = candidates
  if (!candidate) throw new Error('a candidate is needed')
  const { attemptId } = await startExam(world, candidate, examId)
  const { pieceAddress: address } = await world.as(candidate).get(capture.plan, { attemptId })
  const [row] = await world.rows<{ at: Date }>(
    `update sitting.attempt set started_at = date_trunc('milliseconds', now()) - interval '60 seconds' where id = $1 returning started_at as at`,
    [attemptId],
  )
  await world.rows(
    'update proctoring.watch w set started_at = a.started_at from sitting.attempt a where a.id = w.attempt_id and a.id = $1',
    [attemptId],
  )
  const started = row?.at.getTime() ?? 0
  const put = async (path: string, bytes: Buffer, type: string, seconds: readonly [number, number]) => {
    const [from, until] = seconds.map((second) => started + second * 1000)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const url = `${address}/${path}?from=${from}&until=${until}&sha256=${sha256}`
    const { statusCode } = await world.app.inject({ method: 'PUT', url, headers: { 'content-type': type }, payload: bytes })
    expect(statusCode).toBe(200)
  }
  await put('1/film/1', webm, 'video/webm', [0, 10])
  await put('1/film/2', webm, 'video/webm', [10, 20])
  await put('1/film/3', webm, 'video/webm', [30, 40])
  await put('1/picture/1', jpeg, 'image/jpeg', [5, 5])
  await put('2/picture/1', jpeg, 'image/jpeg', [6, 6])
  await world.rows(
    `update sitting.attempt set state = 'submitted', submitted_at = started_at + interval '40 seconds' where id = $1`,
    [attemptId],
  )
  const reviewer = await world.actor({
    companyId,
    rights: Object.values(markCheating.rights),
    menus: [examManage, markCheating],
    scopes: everybody,
  })
  return { examId, companyId, candidate, attemptId, reviewer, started, put }
}
const everybody = { markCheating: { kind: 'all' } } as const
const open = (actor: TestActor, attemptId: string) =>
  world.as(actor).get(review.open, { examinationResultId: attemptId, reason: '抽查' })

test('the record says what is there of each film, and what is missing', async () => {
  const { attemptId, reviewer } = await recorded()
  await world.rows(
    `insert into sitting.attempt_event (company_id, attempt_id, type, source, client_time, server_time, data)
     select company_id, id, 'captureLost', 'client', started_at + interval '21 seconds', now(), '{"detail": "screen:ended"}'
     from sitting.attempt where id = $1`,
    [attemptId],
  )
  const record = await world.as(reviewer).get(review.getRecord, { examinationResultId: attemptId })
  expect(record).toMatchObject({
    examinationResultId: attemptId,
    isOpen: false,
    screen: { composeStatus: 0, composeUrl: null, expectedSeconds: 40, coveredSeconds: 30, coveragePercent: 75 },
    first: { composeStatus: null, isWanted: false },
    second: { composeStatus: null },
  })
  expect(record.screen.holes).toMatchObject([{ reason: '共享或设备已断开' }])
})

test('where nothing is covered because the times of a piece cannot be, that is the reason', async () => {
  const { attemptId, reviewer, put } = await recorded()
  await put('1/film/4', Buffer.concat([webm, Buffer.from([4])]), 'video/webm', [12, 30])
  const { screen } = await world.as(reviewer).get(review.getRecord, { examinationResultId: attemptId })
  expect(screen).toMatchObject({ doubtfulCount: 1, holes: [{ reason: '片段的时间存疑，可单独查看' }] })
})

test('of pictures it says how many were due and how many came, and what is missing', async () => {
  const { attemptId, reviewer, put, started } = await recorded()
  // One each thirty seconds from the fifth on; those of the ninety-fifth and the hundred and twenty-fifth never came.
  for (const [index, second] of [35, 65, 155, 185, 215].entries())
    await put(`1/picture/${index + 2}`, Buffer.concat([jpeg, Buffer.from([index])]), 'image/jpeg', [second, second])
  await world.rows(`update proctoring.piece set is_doubtful = false where attempt_id = $1`, [attemptId])
  await world.rows(`update sitting.attempt set submitted_at = started_at + interval '240 seconds' where id = $1`, [attemptId])
  await world.rows(
    `insert into sitting.attempt_event (company_id, attempt_id, type, source, client_time, server_time, data)
     select company_id, id, 'captureLost', 'client', started_at + interval '96 seconds', now(), '{"detail": "screen:ended"}'
     from sitting.attempt where id = $1`,
    [attemptId],
  )
  const { screen, first, second } = await world.as(reviewer).get(review.getRecord, { examinationResultId: attemptId })
  const at = (seconds: number) => new Date(started + seconds * 1000).toISOString()
  expect(screen.pictures).toEqual({
    ...{ everySeconds: 30, expectedCount: 8, takenCount: 6, coveredSeconds: 180, coveragePercent: 75 },
    holes: [{ from: at(95), until: at(155), reason: '共享或设备已断开' }],
  })
  expect(first.pictures).toMatchObject({ expectedCount: 8, takenCount: 1, holes: [{ reason: '考生端没有上报原因' }] })
  expect(second.pictures).toBeNull()
})

test('nothing of a camera is expected from the moment on in which somebody is arranged to go without', async () => {
  const { examId, companyId, candidate, attemptId, reviewer, started } = await recorded()
  await world.rows(`update sitting.attempt set submitted_at = started_at + interval '240 seconds' where id = $1`, [attemptId])
  const admin = world.as(await world.actor({ companyId, isAdmin: true }))
  const expected = async () => {
    const { screen, first } = await world.as(reviewer).get(review.getRecord, { examinationResultId: attemptId })
    return [screen.pictures?.expectedCount, first.pictures?.expectedCount]
  }
  const arrange = { examinationId: examId, staffIds: [candidate.staffId], reason: '面部受伤' }
  expect(await expected()).toEqual([8, 8])
  world.now = () => new Date(started + 120_000)
  await admin.get(examPolicies.save, { ...arrange, isWithoutCamera: true })
  await admin.get(examPolicies.save, { ...arrange, fontPercent: 150 })
  expect(await expected()).toEqual([8, 4])
  world.now = () => new Date(started + 180_000)
  await admin.get(examPolicies.remove, arrange)
  world.now = () => new Date()
  expect(await expected()).toEqual([8, 6])
})

test('an exam lists whom it recorded, and the exams are listed with how many are marked', async () => {
  const { examId, attemptId, reviewer } = await recorded()
  const list = () => world.as(reviewer).get(review.listAbnormal, { examinationId: examId })
  expect((await list()).dataList).toMatchObject([
    {
      examinationResultId: attemptId,
      cheatCount: 0,
      pictureCount: 2,
      coverage: [
        { abnormalType: 4, kind: 'film', percent: 75, holeCount: 1 },
        { abnormalType: 4, kind: 'picture', percent: 100, holeCount: 0 },
        { abnormalType: 5, kind: 'picture', percent: 100, holeCount: 0 },
      ],
    },
  ])
  await open(reviewer, attemptId)
  const whole = { examinationResultId: attemptId, cheatTag: 1, abnormalType: 4, tagType: 2 } as const
  await world.as(reviewer).get(review.setCheatTag, whole)
  expect((await list()).dataList).toMatchObject([{ cheatCount: 1 }])
  const filtered = await world.as(reviewer).get(review.listAbnormal, { examinationId: examId, isMarked: false })
  expect(filtered).toMatchObject({ dataList: [], totalCount: 0 })
  expect(await world.as(reviewer).get(review.exams, {})).toMatchObject({
    dataList: [{ examinationId: examId, recordedCount: 1, markedCount: 1 }],
    totalCount: 1,
  })
})

test('no address of a picture or film is handed out before a reason is on record', async () => {
  const { attemptId, reviewer } = await recorded()
  const asked = { examinationResultId: attemptId }
  const before = await world.as(reviewer).get(review.queryScreenShots, asked)
  expect(before).toMatchObject({ isOpen: false, dataList: [{ screenShotUrl: '', thumbnailUrl: '' }] })
  await open(reviewer, attemptId)
  const after = await world.as(reviewer).get(review.queryScreenShots, { ...asked, source: 2 })
  const [shot] = after.dataList
  const sent = await world.app.inject({ url: shot?.screenShotUrl ?? '' })
  expect(sent.statusCode).toBe(200)
  expect(sent.rawPayload.equals(jpeg)).toBe(true)
  const looks = await world.rows('select staff_id, reason from proctoring.look where attempt_id = $1', [attemptId])
  expect(looks).toEqual([{ staff_id: reviewer.staffId, reason: '抽查' }])
  const colleague = await world.actor({ companyId: reviewer.companyId, isAdmin: true })
  expect(await world.as(colleague).get(review.queryScreenShots, asked)).toMatchObject({ isOpen: false })
})

test('films are watched by pieces, also parts of them; a changed link opens nothing', async () => {
  const { attemptId, reviewer } = await recorded()
  await open(reviewer, attemptId)
  const { dataList } = await world.as(reviewer).get(review.listPieces, { examinationResultId: attemptId, abnormalType: 4 })
  expect(dataList.map(({ number }) => number)).toEqual([1, 2, 3])
  const url = dataList[0]?.url ?? ''
  const part = await world.app.inject({ url, headers: { range: 'bytes=4-5' } })
  expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([206, 'fi', `bytes 4-5/${webm.length}`])
  const [, other] = dataList
  // A part that leaves out the beginning is looked at too.
  const sights = () => world.rows('select name, count from proctoring.sight where attempt_id = $1', [attemptId])
  expect(await sights()).toEqual([{ name: expect.stringMatching(/^1-film-1-/), count: 1 }])
  await world.app.inject({ url, headers: { range: 'bytes=0-1' } })
  await world.app.inject({ url, headers: { range: 'bytes=2-' } })
  expect(await sights()).toMatchObject([{ count: 2 }])
  expect((await world.app.inject({ url: url.replace('1-film-1', '1-film-2') })).statusCode).toBe(404)
  expect((await world.app.inject({ url: other?.url ?? '' })).statusCode).toBe(200)
})

test('a link that was passed on says whose it was, and ends', async () => {
  const { attemptId, reviewer } = await recorded()
  await open(reviewer, attemptId)
  const { dataList } = await world.as(reviewer).get(review.listPieces, { examinationResultId: attemptId, abnormalType: 4 })
  const url = dataList[0]?.url ?? ''
  // Whoever has it may fetch it, in nobody's session: the look is that of the person it was made for.
  expect((await world.app.inject({ url })).statusCode).toBe(200)
  const sights = await world.rows('select staff_id from proctoring.sight where attempt_id = $1', [attemptId])
  expect(sights).toEqual([{ staff_id: reviewer.staffId }])
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * 60_000 })
  try {
    expect((await world.app.inject({ url })).statusCode).toBe(403)
  } finally {
    vi.useRealTimers()
  }
})

test('a frame that was kept is fetched by a link of the same kind, which names its viewer and ends with the file', async () => {
  const { attemptId, reviewer, companyId } = await recorded()
  await open(reviewer, attemptId)
  const file = {
    companyId,
    name: 'frame.jpg',
    contentType: 'image/jpeg',
    purpose: 'image',
    body: jpeg,
    createdBy: reviewer.staffId,
  }
  const { fileId } = await world.inCompany(companyId, (db) => storeFile(db, world.services, file, failing))
  const marked = { examinationResultId: attemptId, cheatTag: 1 as const, abnormalType: 4 as const, tagType: 1 as const }
  await world
    .as(reviewer)
    .get(review.setCheatTag, { ...marked, videoScreenShotUrl: fileUrl(world.services, { companyId, fileId }) })
  const { dataList } = await world.as(reviewer).get(review.queryScreenShots, { examinationResultId: attemptId })
  const url = dataList.find((shot) => shot.cheatTag === 1)?.screenShotUrl ?? ''
  const sent = await world.app.inject({ url })
  expect([sent.statusCode, sent.rawPayload, sent.headers['content-type']]).toEqual([200, jpeg, 'image/jpeg'])
  const sights = await world.rows('select staff_id, name from proctoring.sight where attempt_id = $1', [attemptId])
  expect(sights).toEqual([{ staff_id: reviewer.staffId, name: `frame-${fileId}.jpg` }])
  await world.rows('update files.object set expires_at = now() where id = $1', [fileId])
  expect((await world.app.inject({ url })).statusCode).toBe(404)
})

test('a picture is marked once and cancelled once, however often it is said', async () => {
  const { attemptId, reviewer } = await recorded()
  await open(reviewer, attemptId)
  const photographs = () => world.as(reviewer).get(review.queryPhotographs, { examinationResultId: attemptId, source: 2 })
  const [shot] = (await photographs()).dataList
  const set = (cheatTag: 0 | 1) =>
    world.as(reviewer).get(review.setCheatTag, {
      examinationResultId: attemptId,
      cheatTag,
      abnormalType: 5,
      tagType: 1,
      abnormalOperationId: shot?.id,
    })
  await set(1)
  await set(1)
  expect(await photographs()).toMatchObject({ dataList: [{ cheatTag: 1 }], extra: { cheatCount: 1 } })
  await set(0)
  expect(await photographs()).toMatchObject({ dataList: [{ cheatTag: 0 }], extra: { cheatCount: 0 } })
  const rows = await world.rows('select is_marked from proctoring.mark where attempt_id = $1 order by id', [attemptId])
  expect(rows).toEqual([{ is_marked: true }, { is_marked: false }])
})

test('what cannot be marked is refused in words', async () => {
  const { attemptId, reviewer, candidate } = await recorded()
  const whole = { examinationResultId: attemptId, cheatTag: 1, abnormalType: 4, tagType: 2 } as const
  expect(await world.as(reviewer).call(review.setCheatTag, whole)).toMatchObject({ code: 3373 })
  await open(reviewer, attemptId)
  expect(await world.as(reviewer).call(review.setCheatTag, { ...whole, abnormalType: 6 })).toMatchObject({ code: 3374 })
  expect(await world.as(reviewer).call(review.setCheatTag, { ...whole, tagType: 1 })).toMatchObject({ code: 3370 })
  const frame = { ...whole, tagType: 1, videoScreenShotUrl: 'https://example.com/frame.jpg' } as const
  expect(await world.as(reviewer).call(review.setCheatTag, frame)).toMatchObject({ code: 3371 })
  const own = await world.actor({ companyId: candidate.companyId, staffId: candidate.staffId, isAdmin: true })
  expect(await world.as(own).call(review.getRecord, { examinationResultId: attemptId })).toMatchObject({ code: 3372 })
})

test('without the right, outside the data scope and from another company there is nothing', async () => {
  const { attemptId, companyId, examId } = await recorded()
  const asked = { examinationResultId: attemptId }
  const nobody = await world.actor({
    companyId,
    rights: [markCheating.rights.view],
    menus: [examManage, markCheating],
    scopes: everybody,
  })
  expect(await world.as(nobody).call(review.open, { ...asked, reason: '抽查' })).toMatchObject({ code: 1002 })
  // Of the whole company: not for whoever reviews a room of it.
  expect(await world.as(nobody).call(review.storage, {})).toMatchObject({ code: 1002 })
  const narrow = await world.actor({
    companyId,
    rights: Object.values(markCheating.rights),
    menus: [examManage, markCheating],
    scopes: { markCheating: { kind: 'some', departmentIds: [], subtreeIds: [], ownStaffId: null } },
  })
  expect(await world.as(narrow).call(review.getRecord, asked)).toMatchObject({ code: 1008 })
  expect(await world.as(narrow).get(review.listAbnormal, { examinationId: examId })).toMatchObject({
    dataList: [],
    totalCount: 0,
  })
  const stranger = await world.actor({ isAdmin: true })
  expect(await world.as(stranger).call(review.getRecord, asked)).toMatchObject({ code: 1008 })
})

test('a time for which somebody was exempted is not expected; one whose consent was taken back is a hole with that reason', async () => {
  const { attemptId, reviewer, examId, companyId, candidate } = await recorded()
  const stand = (number: number, state: number, seconds: number) =>
    world
      .rows(
        `insert into exam.capture_consent (company_id, exam_id, staff_id, number, kind, state, notice_hash, reason, decided_by, decided_at)
       select $1, $2, $3, coalesce(max(c.number), 0) + 1, 1, $4::integer,
         case when $4::integer = 4 then null else (select hash from exam.notice_version v where v.company_id = $1 and v.exam_id = $2 limit 1) end,
         case when $4::integer = 4 then '设备故障' end, case when $4::integer = 4 then $3::uuid end,
         (select a.started_at + $5::integer * interval '1 second' from sitting.attempt a where a.id = $6)
       from exam.capture_consent c where c.company_id = $1 and c.exam_id = $2 and c.staff_id = $3`,
        [companyId, examId, candidate.staffId, state, seconds, attemptId],
      )
      .then(() => number)
  const screen = async () => (await world.as(reviewer).get(review.getRecord, { examinationResultId: attemptId })).screen
  await stand(1, 3, 20)
  expect(await screen()).toMatchObject({ expectedSeconds: 40, coveredSeconds: 30, holes: [{ reason: '考生撤回了录像授权' }] })
  await stand(2, 4, 24)
  expect(await screen()).toMatchObject({ expectedSeconds: 24, coveredSeconds: 20, holes: [{ reason: '考生撤回了录像授权' }] })
})
