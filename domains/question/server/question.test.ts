import '@kaopei/exam/server'
import type { Db } from '@kaopei/server'
import { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { category } from '../contract/category.ts'
import type { DrawFilter } from '../contract/draw-filter.ts'
import { questionErrors } from '../contract/errors.ts'
import { question } from '../contract/question.ts'
import { admittedQuestions, latestReadyVersions, questionModule, ruleNumbersOf } from './index.ts'
import { getQuestion, makeBank, makeQuestion, soundContent, soundFields, useInExam } from './made-questions.ts'

let world: World
beforeAll(async () => {
  world = await World.open([questionModule])
})
afterAll(() => world.close())

const soundOptions = ['报警', '收拾财物', '围观', '乘坐电梯'].map((html, index) => ({ id: `o${index + 1}`, html, fixed: false }))

async function admitted(db: Db, filters: readonly DrawFilter[], excludedIds: readonly string[] = []) {
  return (await admittedQuestions(db.companyId, filters, excludedIds).execute(db)).rows
}

async function adminWithBank() {
  const admin = await world.actor()
  return { admin, as: world.as(admin), bankId: await makeBank(world, admin) }
}

describe('saving', () => {
  test.each([1, 2, 3, 4, 6, 7] as const)('a sound question of type %i is kept as it was written', async (type) => {
    const { admin, bankId } = await adminWithBank()
    const fields = soundFields(bankId, soundContent(type), { tags: ['必考'], title: '火灾', course: '安全一课', idNumber: 'F-1' })
    const saved = await getQuestion(world, admin, await makeQuestion(world, admin, fields))
    expect(saved).toMatchObject({
      ...{ type, status: 1, difficulty: 2, defaultScore: 2, idNumber: 'F-1', tags: ['必考'], title: '火灾', course: '安全一课' },
      ...{ bankName: '消防安全题库', hasDraft: false, versionNumber: 1, version: 1, usedIn: [] },
      content: fields.content,
      rule: fields.rule,
      versions: [{ number: 1, isReady: true, isLatest: true, isUsed: false }],
      rules: [{ number: 1, checksum: expect.stringMatching(/^[0-9a-f]{64}$/) }],
    })
    const logs = await world.rows('select action, target from kit.operation_log where company_id = $1', [admin.companyId])
    expect(logs).toContainEqual({ action: 'create', target: 'question' })
  })

  test('every fault is told with its field; a draft may have them', async () => {
    const { admin, as, bankId } = await adminWithBank()
    const faulty = { ...soundContent(1), stem: '<p></p>', correct: null, type: 1 as const, options: [] }
    const answer = await as.call(question.create, soundFields(bankId, faulty))
    expect(answer).toMatchObject({
      code: 1001,
      data: { fields: [{ path: 'content.stem' }, { path: 'content.options' }, { path: 'content.correct' }] },
    })
    const id = await makeQuestion(world, admin, soundFields(bankId, faulty, { status: 0 }))
    expect(await as.call(question.changeStatus, { ids: [id], status: 1 })).toMatchObject({ code: questionErrors.notReady.code })
    expect(await world.inCompany(admin.companyId, (db) => latestReadyVersions(db, [id]))).toEqual([])
  })

  test('markup that would keep the server busy is refused with its field, whatever the status', async () => {
    const { as, bankId } = await adminWithBank()
    const nested = { ...soundContent(1, '<i>'.repeat(63_000)), analysis: '<i>'.repeat(63_000) }
    const message = '格式过于复杂（嵌套过深或标记过多），请清除多余的格式后重试'
    expect(await as.call(question.create, soundFields(bankId, nested, { status: 0 }))).toMatchObject({
      code: 1001,
      message,
      data: { fields: expect.arrayContaining([{ path: 'content.stem', message }]) },
    })
    const grown = { ...soundContent(1), analysis: `<p>${'&'.repeat(15_000)}${'甲'.repeat(150_000)}</p>` }
    expect(await as.call(question.create, soundFields(bankId, grown, { status: 0 }))).toMatchObject({
      code: 1001,
      data: { fields: [{ path: 'content.analysis', message: '内容过长，请控制在 200000 个字符以内' }] },
    })
  })

  test('a rule with free distractors is refused', async () => {
    const { as, bankId } = await adminWithBank()
    const rule = { type: 2 as const, mode: 'weighted' as const, negative: null, fractions: { o1: 0.5, o2: 0.5 } }
    const answer = await as.call(question.create, soundFields(bankId, soundContent(2), { rule }))
    expect(answer).toMatchObject({ code: 1001, data: { fields: [{ path: 'rule.fractions' }] } })
  })

  test('programming questions are refused with the reason, also where the company is granted them', async () => {
    const { admin, as, bankId } = await adminWithBank()
    const fields = soundFields(bankId, soundContent(5))
    const refused = { code: questionErrors.programmingOff.code, message: '编程题的自动判题尚未开放，请改用其他题型' }
    expect(await as.call(question.create, fields)).toMatchObject(refused)
    await world.rows('update identity.company set programming_enabled = true where id = $1', [admin.companyId])
    expect(await as.call(question.create, fields)).toMatchObject(refused)
  })

  test('the same words are told before they are saved twice', async () => {
    const { admin, as, bankId } = await adminWithBank()
    const id = await makeQuestion(world, admin, soundFields(bankId))
    const twin = soundContent(1, '<p>发生火灾时，应当<strong>首先</strong>做什么?</p>')
    expect(await as.call(question.create, soundFields(bankId, twin))).toMatchObject({
      code: questionErrors.duplicate.code,
      data: { duplicates: [{ id, bankName: '消防安全题库' }] },
    })
    expect(await as.get(question.checkDuplicate, { content: soundContent(1) })).toMatchObject([{ id, hasSameKey: true }])
    const other = { ...soundContent(1), type: 1 as const, correct: 'o2', options: soundOptions }
    expect(await as.get(question.checkDuplicate, { content: other })).toMatchObject([{ id, hasSameKey: false }])
    expect(await as.call(question.create, soundFields(bankId, twin, { isDuplicateAllowed: true }))).toMatchObject({ code: 0 })
  })

  test('an id number is unique in its bank', async () => {
    const { admin, as, bankId } = await adminWithBank()
    await makeQuestion(world, admin, soundFields(bankId, undefined, { idNumber: 'X1' }))
    const second = soundFields(bankId, soundContent(3), { idNumber: 'X1' })
    expect(await as.call(question.create, second)).toMatchObject({ code: questionErrors.idNumberTaken.code })
    expect(await as.call(question.create, { ...second, bankId: await makeBank(world, admin, '另一题库') })).toMatchObject({
      code: 0,
    })
  })
})

describe('versions', () => {
  test('what nobody uses is changed in place; an old version number is refused with the current row', async () => {
    const { admin, as, bankId } = await adminWithBank()
    const id = await makeQuestion(world, admin, soundFields(bankId))
    const fields = { ...soundFields(bankId, soundContent(1, '改过的题干')), id }
    expect(await as.get(question.modify, { ...fields, version: 1 })).toEqual({ id, version: 2, versionNumber: 1 })
    expect(await as.call(question.modify, { ...fields, version: 1 })).toMatchObject({
      code: 1007,
      data: { id, version: 2, stemText: '改过的题干', defaultScore: 2 },
    })
    expect((await getQuestion(world, admin, id)).versions).toHaveLength(1)
  })

  test('what a change does not name stays, and what it empties is empty', async () => {
    const { admin, as, bankId } = await adminWithBank()
    const more = { idNumber: 'S-1', title: '火灾', course: '安全一课', tags: ['必考'], newKnowledgePoints: ['逃生'] }
    const id = await makeQuestion(world, admin, soundFields(bankId, soundContent(1), more))
    const { content, rule } = await getQuestion(world, admin, id)
    const least = { id, bankId, content, rule, difficulty: 2 as const, defaultScore: 2, status: 1 as const }
    await as.get(question.modify, { ...least, version: 1 })
    const kept = { idNumber: 'S-1', title: '火灾', course: '安全一课', tags: ['必考'], knowledgePoints: [{ name: '逃生' }] }
    expect(await getQuestion(world, admin, id)).toMatchObject(kept)
    const nothing = { idNumber: null, title: '', course: '', tags: [], knowledgePointIds: [] }
    await as.get(question.modify, { ...least, ...nothing, version: 2 })
    const { knowledgePointIds: _ids, ...empty } = nothing
    expect(await getQuestion(world, admin, id)).toMatchObject({ ...empty, knowledgePoints: [] })
    const replacing = { ids: [id], mode: 'replace' as const }
    expect(await as.call(question.modifyKnowledge, replacing)).toMatchObject({ code: 1001, message: '请选择知识点' })
  })

  test('what an exam uses stays; the change is a new version for the next exam', async () => {
    const { admin, as, bankId } = await adminWithBank()
    const id = await makeQuestion(world, admin, soundFields(bankId, soundContent(2)))
    const examId = await useInExam(world, admin.companyId, id)
    const pin = () => world.inCompany(admin.companyId, (db) => latestReadyVersions(db, [id]))
    const [before] = await pin()
    const rule = { type: 2 as const, mode: 'proportional' as const, negative: null }
    await as.get(question.reveal, { id, reason: '考后改题' })
    const fields = { ...soundFields(bankId, soundContent(2, '新题干'), { rule }), id, version: 1 }
    expect(await as.get(question.modify, fields)).toEqual({ id, version: 2, versionNumber: 2 })

    const saved = await getQuestion(world, admin, id)
    expect(saved.versions).toMatchObject([
      { number: 2, isReady: true, isLatest: true, isUsed: false },
      { number: 1, isReady: false, isUsed: true },
    ])
    expect(saved.rules.map(({ number, rule: one }) => [number, one.mode])).toEqual([
      [2, 'proportional'],
      [1, 'exact'],
    ])
    expect(saved.usedIn).toMatchObject([{ examId, examName: '年度考试', examStatus: 1 }])
    const [after] = await pin()
    expect(after?.versionId).not.toBe(before?.versionId)
    const old = await as.get(question.version, { id, versionId: before?.versionId ?? '' })
    expect(old).toMatchObject({ number: 1, content: { stem: soundContent(2).stem } })
    // Saving the same once more makes nothing new.
    expect(await as.get(question.modify, { ...fields, version: 2 })).toMatchObject({ versionNumber: 2 })
  })

  test('a draft waits behind the ready version until it is ready itself', async () => {
    const { admin, as, bankId } = await adminWithBank()
    const id = await makeQuestion(world, admin, soundFields(bankId))
    const draft = { ...soundFields(bankId, { ...soundContent(1, '还没写完'), type: 1 as const, correct: null, options: [] }), id }
    await as.get(question.modify, { ...draft, status: 0, version: 1 })
    expect(await getQuestion(world, admin, id)).toMatchObject({ status: 1, hasDraft: true, versionNumber: 2 })
    const versionInUse = async () => {
      const [row] = await world.inCompany(admin.companyId, (db) => admitted(db, [{}]))
      return (await as.get(question.version, { id, versionId: row?.versionId ?? '' })).number
    }
    expect(await versionInUse()).toBe(1)
    await as.get(question.modify, { ...draft, content: soundContent(1, '写完了'), status: 1, version: 2 })
    expect(await getQuestion(world, admin, id)).toMatchObject({ hasDraft: false, versionNumber: 2 })
    expect(await versionInUse()).toBe(2)
  })

  test('the type of a question never changes', async () => {
    const { admin, as, bankId } = await adminWithBank()
    const id = await makeQuestion(world, admin, soundFields(bankId))
    const answer = await as.call(question.modify, { ...soundFields(bankId, soundContent(3)), id, version: 1 })
    expect(answer).toMatchObject({ code: questionErrors.typeFixed.code })
  })

  test('an exam that is being published and an edit do not pass one another', async () => {
    const { admin, as, bankId } = await adminWithBank()
    const id = await makeQuestion(world, admin, soundFields(bankId))
    const client = await world.pools.owner.connect()
    try {
      await client.query('begin')
      await client.query(
        `with p as (insert into paper.paper (company_id) values ($1) returning id),
         e as (insert into exam.exam (company_id, id, paper_id, name, status) select $1, id, id, '正在发布', 1 from p returning id)
         insert into paper.pool_question (company_id, paper_id, question_id, question_version_id, rule_version_id, type, rule_numbers)
         select q.company_id, e.id, q.id, q.ready_version_id, q.ready_rule_version_id, 1, '{1}' from question.question q, e where q.id = $2`,
        [admin.companyId, id],
      )
      const edit = as.call(question.modify, { ...soundFields(bankId, soundContent(1, '同时修改')), id, version: 1 })
      // The edit waits for the row that the exam's foreign key holds.
      const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      while ((await world.rows(waiting)).length === 0) await new Promise(setImmediate)
      await client.query('commit')
      expect(await edit).toMatchObject({ code: 0, data: { versionNumber: 2 } })
    } finally {
      client.release(true)
    }
  })
})

describe('lists', () => {
  test('filters by type, difficulty, knowledge point, bank, status and words', async () => {
    const { admin, as, bankId } = await adminWithBank()
    const other = await makeBank(world, admin, '礼仪题库')
    const fire = await makeQuestion(world, admin, soundFields(bankId, undefined, { newKnowledgePoints: ['火灾'], difficulty: 3 }))
    const bow = await makeQuestion(
      world,
      admin,
      soundFields(other, soundContent(3, '握手时应当由尊者先伸手（Handshake 100%）。'), { idNumber: 'ETQ_7' }),
    )
    const ids = async (filter: Parameters<typeof as.get<typeof question.list>>[1]) =>
      (await as.get(question.list, filter)).dataList.map(({ id }) => id)
    const [point] = (await getQuestion(world, admin, fire)).knowledgePoints
    expect(await ids({})).toEqual([bow, fire])
    expect(await ids({ type: 3 })).toEqual([bow])
    expect(await ids({ type: ['1', '3'] })).toEqual([bow, fire])
    expect(await ids({ difficulty: [3] })).toEqual([fire])
    expect(await ids({ questionBankId: other })).toEqual([bow])
    expect(await ids({ knowledgePointId: point?.id ?? '' })).toEqual([fire])
    expect(await ids({ status: [0, 2] })).toEqual([])
    expect(await ids({ text: '握手' })).toEqual([bow])
    expect(await ids({ text: '尊' })).toEqual([bow])
    expect(await ids({ text: 'ＨＡＮＤ shake' })).toEqual([bow])
    expect(await ids({ text: 'etq_7' })).toEqual([bow])
    expect(await ids({ text: '100%' })).toEqual([bow])
    expect(await ids({ text: '%' })).toEqual([bow])
    expect(await ids({ text: '手握' })).toEqual([])
    expect(await as.get(question.list, { pageIndex: 2, pageSize: 1 })).toMatchObject({ totalCount: 2, dataList: [{ id: fire }] })
  })

  test('a search finds nothing of another company, and a changed stem by its new words alone', async () => {
    const { admin, as, bankId } = await adminWithBank()
    const id = await makeQuestion(world, admin, soundFields(bankId))
    const stranger = world.as(await world.actor())
    expect(await stranger.get(question.list, { text: '火灾' })).toMatchObject({ totalCount: 0 })
    await as.get(question.modify, { ...soundFields(bankId, soundContent(1, '地震时怎么办？')), id, version: 1 })
    expect((await as.get(question.list, { text: '火灾' })).totalCount).toBe(0)
    expect((await as.get(question.list, { text: '地震' })).totalCount).toBe(1)
  })
})

describe('many at once', () => {
  test('copy, move, difficulty, knowledge points and status', async () => {
    const { admin, as, bankId } = await adminWithBank()
    const target = await makeBank(world, admin, '新题库')
    const ids = [
      await makeQuestion(world, admin, soundFields(bankId, undefined, { idNumber: 'A', newKnowledgePoints: ['甲'] })),
      await makeQuestion(world, admin, soundFields(bankId, soundContent(3))),
    ]
    const { ids: copies } = await as.get(question.copy, { ids, bankId: target })
    const [copy] = copies
    expect(await getQuestion(world, admin, copy ?? '')).toMatchObject({
      ...{ bankId: target, status: 0, idNumber: null, content: soundContent(1), knowledgePoints: [{ name: '甲' }] },
    })
    expect(await as.get(question.changeStatus, { ids: copies, status: 1 })).toEqual({ count: 2 })
    expect(await as.get(question.changeStatus, { ids: copies, status: 1 })).toEqual({ count: 0 })
    expect(await as.get(question.changeStatus, { ids, status: 2 })).toEqual({ count: 2 })
    expect(await as.get(question.modifyDifficulty, { ids, difficulty: 3 })).toEqual({ count: 2 })
    await as.get(question.modifyKnowledge, { ids, mode: 'add', newKnowledgePoints: ['乙'] })
    expect((await getQuestion(world, admin, ids[0] ?? '')).knowledgePoints.map(({ name }) => name).sort()).toEqual(['乙', '甲'])
    await as.get(question.modifyKnowledge, { ids, mode: 'replace', newKnowledgePoints: ['丙'] })
    expect((await getQuestion(world, admin, ids[0] ?? '')).knowledgePoints.map(({ name }) => name)).toEqual(['丙'])
    expect(await as.get(question.move, { ids, bankId: target })).toEqual({ count: 2 })
    expect(await world.inCompany(admin.companyId, (db) => admitted(db, [{ bankIds: [target] }]))).toHaveLength(2)
    await makeQuestion(world, admin, soundFields(bankId, soundContent(6), { idNumber: 'A' }))
    expect(await as.call(question.move, { ids, bankId })).toMatchObject({ code: questionErrors.idNumberTaken.code })
  })

  test('a question in use is removed only when that was confirmed, and stays for the exams that have it', async () => {
    const { admin, as, bankId } = await adminWithBank()
    const id = await makeQuestion(world, admin, soundFields(bankId))
    await useInExam(world, admin.companyId, id)
    expect(await as.get(question.removeImpact, { ids: [id] })).toMatchObject({ usedCount: 1, activeExamCount: 1, answerCount: 0 })
    expect(await as.call(question.remove, { ids: [id] })).toMatchObject({
      code: questionErrors.inUse.code,
      data: { exams: [{ examName: '年度考试' }] },
    })
    expect(await as.get(question.remove, { ids: [id], isConfirmed: true })).toEqual({ count: 1 })
    expect(await as.call(question.get, { id })).toMatchObject({ code: 1008 })
    expect(await world.rows('select 1 from question.question_version where question_id = $1', [id])).toHaveLength(1)
  })

  test('another company reaches none of it', async () => {
    const { admin, bankId } = await adminWithBank()
    const id = await makeQuestion(world, admin, soundFields(bankId))
    const stranger = await world.actor()
    const as = world.as(stranger)
    const own = await makeBank(world, stranger)
    expect(await as.call(question.get, { id })).toMatchObject({ code: 1008 })
    expect(await as.call(question.modify, { ...soundFields(own), id, version: 1 })).toMatchObject({ code: 1008 })
    expect(await as.call(question.create, soundFields(bankId))).toMatchObject({
      code: 1001,
      data: { fields: [{ path: 'bankId' }] },
    })
    expect(await as.call(question.copy, { ids: [id] })).toMatchObject({ code: 1008 })
    expect(await as.call(question.move, { ids: [id], bankId })).toMatchObject({ code: 1008 })
    for (const answer of [
      await as.call(question.move, { ids: [id], bankId: own }),
      await as.call(question.changeStatus, { ids: [id], status: 2 }),
      await as.call(question.modifyDifficulty, { ids: [id], difficulty: 1 }),
      await as.call(question.modifyKnowledge, { ids: [id], mode: 'replace', knowledgePointIds: [] }),
      await as.call(question.remove, { ids: [id] }),
    ])
      expect(answer).toMatchObject({ code: 0, data: { count: 0 } })
    const point = (
      await getQuestion(
        world,
        admin,
        await makeQuestion(world, admin, soundFields(bankId, soundContent(3), { newKnowledgePoints: ['甲'] })),
      )
    ).knowledgePoints[0]
    const borrowed = soundFields(own, undefined, { knowledgePointIds: [point?.id ?? ''] })
    expect(await as.call(question.create, borrowed)).toMatchObject({
      code: 1001,
      data: { fields: [{ path: 'knowledgePointIds' }] },
    })
    expect(await world.inCompany(stranger.companyId, (db) => admitted(db, [{}]))).toEqual([])
    expect(await getQuestion(world, admin, id)).toMatchObject({ version: 1, status: 1, difficulty: 2 })
  })
})

test('a draw finds what its filters admit, and which of them', async () => {
  const { admin, as, bankId } = await adminWithBank()
  const id = await makeQuestion(world, admin, soundFields(bankId, undefined, { newKnowledgePoints: ['甲'], tags: ['必考'] }))
  const [point] = (await getQuestion(world, admin, id)).knowledgePoints
  const found = async (...filters: DrawFilter[]) =>
    (await world.inCompany(admin.companyId, (db) => admitted(db, filters))).map((one) => ({
      ...one,
      rules: ruleNumbersOf(one.rules),
    }))
  const full = {
    bankIds: [bankId],
    types: [1 as const],
    difficulties: [2 as const],
    tags: ['必考'],
    knowledgePointIds: [point?.id ?? ''],
  }
  const versions = { versionId: expect.any(String), ruleVersionId: expect.any(String) }
  expect(await found(full)).toEqual([{ questionId: id, type: 1, rules: [1], ...versions }])
  const others: DrawFilter[] = [
    { types: [2] },
    { difficulties: [1] },
    { tags: ['选考'] },
    { knowledgePointIds: [bankId] },
    { categoryIds: [bankId] },
    { bankIds: [point?.id ?? ''] },
  ]
  for (const other of others) expect(await found({ ...full, ...other })).toEqual([])
  const same = { bankIds: [bankId, bankId.toUpperCase()] }
  expect(await found(...others, { types: [] }, same, full)).toMatchObject([{ questionId: id, rules: [7, 8, 9] }])
  const parent = (await as.get(category.create, { name: '上级', parentId: null })).id
  const child = (await as.get(category.create, { name: '下级', parentId: parent })).id
  await world.rows('update question.bank set category_id = $2 where id = $1', [bankId, child])
  const below = await found({ categoryIds: [parent] }, { categoryIds: [child], tags: ['选考'] }, { categoryIds: [parent, child] })
  expect(below).toMatchObject([{ rules: [1, 3] }])
  const excluded = world.inCompany(admin.companyId, (db) => admitted(db, [{}], [id]))
  expect(await excluded).toEqual([])
})
