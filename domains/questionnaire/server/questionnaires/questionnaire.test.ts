import { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { questionnaireMenu } from '../../contract/menus.ts'
import { questionnairePeople as people } from '../../contract/people.ts'
import { questionnaire } from '../../contract/questionnaire.ts'
import { asked, single } from '../../contract/rules/made.ts'
import { questionnaireModule } from '../index.ts'
import { draftQuestionnaire, publishedQuestionnaire } from '../questionnaire-arrange.ts'

let world: World
beforeAll(async () => {
  world = await World.open([questionnaireModule])
})
afterAll(() => world.close())

test('the flat list of the specification is a questionnaire, and comes back as it was sent', async () => {
  const as = world.as(await world.actor())
  const { questionnaireId: id } = await as.get(questionnaire.addOrUpdate, {
    name: '食堂满意度',
    information: '<p onclick="x()">请填写<script>1</script></p>',
    admissionStartTime: '2026-12-01T00:00:00+08:00',
    admissionEndTime: '2026-12-31T00:00:00+08:00',
    quesQuestionCreateReqDTOS: [
      { questionId: 'q1', questionInput: { kind: 'single', title: '常去吗', options: [{ id: 'a', text: '常去' }] } },
      { questionId: 'p2', questionInput: { kind: 'page', title: '建议' } },
      { questionId: 'q2', questionInput: { kind: 'text', title: '说说' } },
    ],
  })
  const shown = await as.get(questionnaire.get, { id })
  expect(shown).toMatchObject({ name: '食堂满意度', information: '<p>请填写</p>', status: 0, version: 1, answeredCount: 0 })
  expect(shown.definition.pages.map((page) => [page.title, ...page.elements.map((element) => element.id)])).toEqual([
    ['', 'q1'],
    ['建议', 'q2'],
  ])
  const again = await as.get(questionnaire.addOrUpdate, {
    questionnaireId: id,
    version: 1,
    name: '食堂满意度',
    quesQuestionCreateReqDTOS: shown.quesQuestionCreateReqDTOS,
  })
  expect(again.version).toBe(2)
  expect((await as.get(questionnaire.get, { id })).definition).toEqual(shown.definition)
  const list = await as.get(questionnaire.list, { name: '食堂', status: 0 })
  expect(list).toMatchObject({ totalCount: 1, dataList: [{ questionCount: 2, isAnonymous: false }] })
  expect(await as.call(questionnaire.addOrUpdate, { questionnaireId: id, version: 1, name: '旧' })).toMatchObject({ code: 1007 })
  const inverted = { name: '反', admissionStartTime: '2026-12-02T00:00:00Z', admissionEndTime: '2026-12-01T00:00:00Z' }
  expect(await as.call(questionnaire.addOrUpdate, inverted)).toMatchObject({ code: 3152 })
  const broken = [{ questionId: 'q1', questionInput: { kind: 'single', title: '无选项', options: [] } }]
  expect(await as.call(questionnaire.addOrUpdate, { name: '坏', quesQuestionCreateReqDTOS: broken })).toMatchObject({
    code: 1001,
    message: '请添加选项',
  })
})

test('what a client does not send stays as it is, of a draft and of a published one', async () => {
  const admin = await world.actor()
  const as = world.as(admin)
  const times = { admissionStartTime: '2026-12-01T00:00:00.000Z', admissionEndTime: '2099-01-01T00:00:00.000Z' }
  const { id, version } = await as.get(questionnaire.addOrUpdate, {
    ...{ name: '匿名调查', information: '<p>请放心填写</p>', isAnonymous: true, audienceMode: 1, ...times },
    quesQuestionCreateReqDTOS: [{ questionId: 'q1', questionInput: { kind: 'text', title: '说说' } }],
  })
  const { quesQuestionCreateReqDTOS } = await as.get(questionnaire.get, { id })
  const kept = { information: '<p>请放心填写</p>', isAnonymous: true, audienceMode: 1, ...times }
  const own = { questionnaireId: id, name: '匿名调查（改）', quesQuestionCreateReqDTOS }
  const saved = await as.get(questionnaire.addOrUpdate, { ...own, version })
  expect(await as.get(questionnaire.get, { id })).toMatchObject({ name: '匿名调查（改）', ...kept })
  await as.get(questionnaire.publish, { id, version: saved.version, isForTasks: true })
  const later = { admissionEndTime: '2099-02-01T00:00:00.000Z', information: '<p>延长了</p>' }
  await as.get(questionnaire.addOrUpdate, { ...own, ...later, version: saved.version + 1 })
  await as.get(questionnaire.addOrUpdate, { ...own, version: saved.version + 2 })
  expect(await as.get(questionnaire.get, { id })).toMatchObject({ ...kept, ...later })
  const open = await as.get(questionnaire.addOrUpdate, { ...own, version: saved.version + 3, admissionEndTime: null })
  expect(await as.get(questionnaire.get, { id })).toMatchObject({ admissionEndTime: null, version: open.version })
  const named = await publishedQuestionnaire(world, admin, { definition: asked(single('a')), isChangeable: true })
  await as.get(questionnaire.addOrUpdate, { questionnaireId: named, version: 3, name: '新名称' })
  expect(await as.get(questionnaire.get, { id: named })).toMatchObject({ name: '新名称', isChangeable: true, isAnonymous: false })
})

test('publishing names what is wrong, freezes, and lets wording alone be corrected', async () => {
  const admin = await world.actor()
  const as = world.as(admin)
  const id = await draftQuestionnaire(world, admin, {
    definition: asked(single('a'), single('b', 'ab', { showIf: { question: 'z', is: 'answered' } })),
  })
  expect((await as.get(questionnaire.checks, { id })).faults).toMatchObject([{ code: 'deletedQuestion', elementId: 'b' }])
  expect(await as.call(questionnaire.publish, { id })).toMatchObject({ code: 3151, message: expect.stringContaining('已被删除') })
  await as.get(questionnaire.saveDefinition, { id, version: 2, definition: asked(single('a'), single('b')) })
  await as.get(questionnaire.publish, { id, version: 3 })
  expect(await as.call(questionnaire.publish, { id })).toMatchObject({ code: 3150 })
  expect(await as.get(questionnaire.get, { id })).toMatchObject({ status: 5, version: 4 })
  const corrected = asked(single('a', 'ab', { title: '改正的题目' }), single('b'))
  await as.get(questionnaire.saveDefinition, { id, version: 4, definition: corrected })
  expect((await as.get(questionnaire.get, { id })).definition.pages[0]?.elements[0]?.title).toBe('改正的题目')
  for (const changed of [asked(single('a')), asked(single('b'), single('a')), asked(single('a', 'abc'), single('b'))])
    expect(await as.call(questionnaire.saveDefinition, { id, version: 5, definition: changed })).toMatchObject({ code: 3158 })
  expect(
    await as.call(questionnaire.addOrUpdate, { questionnaireId: id, version: 5, name: '匿', isAnonymous: true }),
  ).toMatchObject({
    code: 3157,
  })
  await as.get(questionnaire.close, { id })
  expect(await as.call(questionnaire.close, { id })).toMatchObject({ code: 3155 })
  expect(await as.get(questionnaire.list, { status: 2 })).toMatchObject({ totalCount: 1 })
  await as.get(questionnaire.remove, { id })
  expect(await as.call(questionnaire.get, { id })).toMatchObject({ code: 1008 })
})

test('a picture is an upload of whoever saves, or stood there before', async () => {
  const admin = await world.actor()
  const as = world.as(admin)
  const pictured = asked(single('a'), {
    ...{ id: 'n', kind: 'note', title: '现场', pictureFileId: '01890000-0000-7000-8000-000000000001' },
  })
  const { id, version } = await as.get(questionnaire.addOrUpdate, { name: '带图' })
  expect(await as.call(questionnaire.saveDefinition, { id, version, definition: pictured })).toMatchObject({ code: 3160 })
  await world.rows('update questionnaire.definition set content = $2 where questionnaire_id = $1', [id, JSON.stringify(pictured)])
  const pages = pictured.pages.map((page) => ({ ...page, title: '改了标题' }))
  await as.get(questionnaire.saveDefinition, { id, version, definition: { ...pictured, pages } })
  expect((await as.get(questionnaire.get, { id })).definition.pages[0]?.title).toBe('改了标题')
})

test('copies and templates are drafts without people', async () => {
  const admin = await world.actor()
  const as = world.as(admin)
  const id = await publishedQuestionnaire(world, admin, { definition: asked(single('a')), isAnonymous: true })
  const copy = await as.get(questionnaire.copy, { id })
  expect(await as.get(questionnaire.get, { id: copy.id })).toMatchObject({ name: '培训反馈 副本', status: 0, isAnonymous: true })
  const templates = await as.get(questionnaire.templates)
  expect(templates.map(({ key }) => key)).toEqual(['training', 'instructor', 'needs', 'satisfaction'])
  for (const { key } of templates) {
    const made = await as.get(questionnaire.addOrUpdate, { name: '由模板', template: key })
    expect((await as.get(questionnaire.checks, { id: made.id })).faults).toEqual([])
    await as.get(questionnaire.publish, { id: made.id })
  }
})

test('chosen people must be there; links need their kind of questionnaire', async () => {
  const admin = await world.actor()
  const as = world.as(admin)
  const chosen = await draftQuestionnaire(world, admin, { definition: asked(single('a')), audienceMode: 1 })
  expect(await as.call(questionnaire.publish, { id: chosen })).toMatchObject({ code: 3156 })
  const forTasks = await draftQuestionnaire(world, admin, { definition: asked(single('a')), audienceMode: 1 })
  await as.get(questionnaire.publish, { id: forTasks, isForTasks: true })
  const expiresAt = '2099-01-01T00:00:00Z'
  expect(await as.call(people.createLink, { id: chosen, title: '官网', expiresAt })).toMatchObject({ code: 3161 })
  const open = await publishedQuestionnaire(world, admin, { definition: asked(single('a')), audienceMode: 3 })
  const { id: linkId, url } = await as.get(people.createLink, { id: open, title: '官网', expiresAt })
  expect(url).toContain('/candidate/questionnaire?token=')
  expect(await as.get(people.links, { id: open })).toMatchObject([{ id: linkId, title: '官网', state: 1 }])
  const past = { id: open, title: '旧', expiresAt: '2020-01-01T00:00:00Z' }
  expect(await as.call(people.createLink, past)).toMatchObject({ code: 3163 })
  await as.get(people.revokeLink, { id: open, linkIds: [linkId] })
  expect(await as.call(people.revokeLink, { id: open, linkIds: [linkId] })).toMatchObject({ code: 2752 })
  await world.rows(
    `insert into share.token (company_id, token_hash, kind, subject_id, title, created_by, expires_at)
     select company_id, token_hash || n, kind, subject_id, title, created_by, expires_at
     from share.token, generate_series(1, 499) n where company_id = $1 and subject_id = $2`,
    [admin.companyId, open],
  )
  expect(await as.call(people.createLink, { id: open, title: '又一个', expiresAt })).toMatchObject({ code: 3166 })
  await as.get(questionnaire.close, { id: open })
  const over = { code: 3155, message: expect.stringContaining('新的链接打不开') }
  expect(await as.call(people.createLink, { id: open, title: '结束之后', expiresAt })).toMatchObject(over)
})

test('another company and somebody without the right get nothing', async () => {
  const admin = await world.actor()
  const id = await publishedQuestionnaire(world, admin, { definition: asked(single('a')) })
  const stranger = world.as(await world.actor())
  expect(await stranger.call(questionnaire.get, { id })).toMatchObject({ code: 1008 })
  expect(await stranger.call(questionnaire.close, { id })).toMatchObject({ code: 1008 })
  const viewer = world.as(await world.actor({ companyId: admin.companyId, rights: [questionnaireMenu.rights.view] }))
  expect(await viewer.call(questionnaire.get, { id })).toMatchObject({ code: 0 })
  expect(await viewer.call(questionnaire.publish, { id })).toMatchObject({ code: 1002 })
})

test('a task may lead to what is published, not over and answered with an account', async () => {
  const admin = await world.actor()
  const as = world.as(admin)
  const definition = asked(single('a'))
  const draft = await draftQuestionnaire(world, admin, { definition, name: '草稿' })
  const open = await publishedQuestionnaire(world, admin, { definition, name: '可用' })
  const byLink = await publishedQuestionnaire(world, admin, { definition, name: '链接', audienceMode: 3 })
  const over = await publishedQuestionnaire(world, admin, { definition, name: '结束' })
  await as.get(questionnaire.close, { id: over })
  const idsOf = async (isForTasks?: boolean) =>
    (await as.get(questionnaire.list, { ...(isForTasks && { isForTasks }) })).dataList.map(({ id }) => id)
  expect(await idsOf(true)).toEqual([open])
  expect(await idsOf()).toEqual([over, byLink, open, draft])
})
