import { protocolErrors } from '@kaopei/contract'
import { arrangePerson } from '@kaopei/org/testing'
import { knowledgePoint } from '@kaopei/question/contract/knowledge-point'
import type { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { courseware } from '../contract/courseware.ts'
import { coursewareErrors } from '../contract/errors.ts'
import { coursewareLogWords } from '../contract/log-words.ts'
import { lessonManage } from '../contract/menus.ts'
import { addCoursewares, arrangeConverted, arrangeUpload, openCoursewareWorld } from './courseware-arrange.ts'
import { coursewaresCrediting } from './credited.sql.ts'
import { coursewareCards, usersOfCourseware, versionFor } from './index.ts'

let world: World
beforeAll(async () => {
  world = await openCoursewareWorld()
})
afterAll(() => world.close())

test('files become coursewares of their types, and what has to be made ready waits in the queue', async () => {
  const admin = await world.actor()
  const made = await addCoursewares(world, admin, '入职.mp4', '手册.pptx', '铃声.mp3', '海报.png', '标准.zip')
  expect(made.map(({ title }) => title)).toEqual(['入职', '手册', '铃声', '海报', '标准'])
  const { dataList, totalCount } = await world.as(admin).get(courseware.courseWareList)
  expect(totalCount).toBe(5)
  const shown = dataList.map(({ title, type, transStatus, work }) => [
    title,
    type,
    transStatus,
    work.state,
    work.queuePlace !== null,
  ])
  expect(shown).toEqual(
    expect.arrayContaining([
      ['标准', 6, 1, 'waiting', true],
      ['海报', 4, 0, null, false],
      ['铃声', 3, 1, 'waiting', true],
      ['手册', 1, 1, 'waiting', true],
      ['入职', 2, 1, 'waiting', true],
    ]),
  )
})

test('a contributor is needed; people are employees in sight or names; files are one’s own', async () => {
  const admin = await world.actor()
  const as = world.as(admin)
  const fileId = await arrangeUpload(world, admin, '入职.mp4')
  const one = { fileId, title: '入职' }
  for (const contributor of [undefined, []])
    expect(await as.call(courseware.saveBatch, { coursewareList: [{ ...one, contributor }] })).toMatchObject({
      code: protocolErrors.invalid.code,
      data: { fields: [{ message: '贡献人不能为空' }] },
    })
  const other = await world.actor({ companyId: admin.companyId })
  const contributor = [{ name: '外部讲师' }]
  expect(await world.as(other).call(courseware.saveBatch, { coursewareList: [{ ...one, contributor }] })).toMatchObject({
    code: coursewareErrors.fileMissing.code,
  })
  const author = [{ staffId: await arrangePerson(world, await world.company(), { name: '别家' }) }]
  expect(await as.call(courseware.saveBatch, { coursewareList: [{ ...one, contributor, author }] })).toMatchObject({
    code: coursewareErrors.personOutOfSight.code,
  })
  const ours = await arrangePerson(world, admin.companyId, { name: '李工' })
  const teacher = [{ staffId: ours }, { staffId: ours }]
  const { dataList } = await as.get(courseware.saveBatch, { coursewareList: [{ ...one, contributor, teacher }] })
  const [{ id } = { id: '' }] = dataList
  const detail = await as.get(courseware.detailByGet, { id })
  expect(detail).toMatchObject({ content: '' })
  expect(await as.get(courseware.versions, { id })).toMatchObject({ dataList: [{ number: 1, isGiven: true }], totalCount: 1 })
  expect([detail.contributor, detail.teacher, detail.author]).toEqual([
    [{ staffId: null, name: '外部讲师' }],
    [{ staffId: ours, name: '李工' }],
    [],
  ])
  const [expert] = await world.rows<{ id: string }>(
    `insert into instructor.instructor (company_id, origin, name) values ($1, 2, '钱教授') returning id`,
    [admin.companyId],
  )
  const named = { instructorId: expert?.id ?? '' }
  const second = { fileId: await arrangeUpload(world, admin, '消防.mp4'), title: '消防', contributor: [named], teacher: [named] }
  const { dataList: made } = await as.get(courseware.saveBatch, { coursewareList: [second] })
  expect(await world.inCompany(admin.companyId, (db) => coursewaresCrediting(db, [named.instructorId]))).toEqual([
    { instructorId: named.instructorId, kind: '课件', id: made[0]?.id, name: '消防' },
  ])
  const blind = await world.actor({ companyId: admin.companyId, rights: [lessonManage.rights.add] })
  const theirs = await arrangeUpload(world, blind, 'a.mp4')
  const wish = { coursewareList: [{ fileId: theirs, title: 'a', contributor: [{ staffId: ours }] }] }
  expect(await world.as(blind).call(courseware.saveBatch, wish)).toMatchObject({ code: coursewareErrors.personOutOfSight.code })
})

test('a picker offers what can be used: 2 of what was made ready, 0 of pictures; lists find by knowledge point', async () => {
  const admin = await world.actor()
  const [film, second] = await addCoursewares(world, admin, '甲.mp4', '乙.mp4', '丙.png')
  await arrangeConverted(world, film?.versionId ?? '')
  await arrangeConverted(world, second?.versionId ?? '', 3)
  const titles = async (input: object) => (await world.as(admin).get(courseware.list, input)).dataList.map(({ title }) => title)
  expect(await titles({})).toEqual(['丙', '甲'])
  expect(await titles({ type: 2, transStatus: 2 })).toEqual(['甲'])
  expect(await titles({ type: 4, transStatus: 0 })).toEqual(['丙'])
  expect(await titles({ type: 2, transStatus: 0 })).toEqual([])
  expect(await titles({ fileName: '丙' })).toEqual(['丙'])
  const points = await Promise.all(['灭火', '急救'].map((name) => world.as(admin).get(knowledgePoint.create, { name })))
  const [pointId = '', otherId = ''] = points.map(({ id }) => id)
  for (const one of [film, second])
    await world.as(admin).get(courseware.update, { id: one?.id ?? '', version: 1, knowledgePointIds: [pointId] })
  expect(await titles({ knowledgePointId: pointId })).toEqual(['甲'])
  expect(await titles({ knowledgePointId: otherId })).toEqual([])
  const { dataList } = await world.as(admin).get(courseware.courseWareList, { knowledgePointId: pointId })
  expect(dataList.map(({ title }) => title).toSorted()).toEqual(['乙', '甲'])
  const candidate = await world.actor({ companyId: admin.companyId, rights: [] })
  expect(await world.as(candidate).call(courseware.list)).toMatchObject({ code: protocolErrors.noPermission.code })
})

test('a replaced file is given when it can be used: to whoever begins, and to whoever began only where it is meant for them', async () => {
  const admin = await world.actor()
  const [film] = await addCoursewares(world, admin, '甲.mp4')
  const id = film?.id ?? ''
  const first = film?.versionId ?? ''
  await arrangeConverted(world, first)
  const given = (begunVersionId: string | null) =>
    world.inCompany(admin.companyId, async (db) => (await versionFor(db, { coursewareId: id, begunVersionId }))?.versionId)
  const replace = async (isForBegun: boolean) => {
    const fileId = await arrangeUpload(world, admin, '新.mp4')
    return (await world.as(admin).get(courseware.upload, { id, fileId, isForBegun })).versionId
  }
  const second = await replace(false)
  expect([await given(null), await given(first)]).toEqual([first, first])
  expect(await world.as(admin).get(courseware.detail, { id })).toMatchObject({
    isNewerWaiting: true,
    versionId: first,
    transStatus: 1,
  })
  await arrangeConverted(world, second)
  expect([await given(null), await given(first)]).toEqual([second, first])
  const third = await replace(true)
  await arrangeConverted(world, third)
  const fourth = await replace(false)
  await arrangeConverted(world, fourth)
  expect([await given(null), await given(first), await given(third)]).toEqual([fourth, third, third])
  const broken = await replace(true)
  await arrangeConverted(world, broken, 3)
  expect([await given(null), await given(first)]).toEqual([fourth, third])
  const pdf = await arrangeUpload(world, admin, '新.pdf')
  expect(await world.as(admin).call(courseware.upload, { id, fileId: pdf, isForBegun: false })).toMatchObject({
    code: coursewareErrors.typeDiffers.code,
  })
})

test('a conversion is tried again or cancelled, and says why it failed', async () => {
  const admin = await world.actor()
  const as = world.as(admin)
  const [film, picture] = await addCoursewares(world, admin, '甲.mp4', '乙.png')
  const id = film?.id ?? ''
  expect(await as.call(courseware.transcode, { id })).toMatchObject({ code: coursewareErrors.stillConverting.code })
  expect(await as.get(courseware.transcode, { id, action: 'cancel' })).toMatchObject({ transStatus: 3 })
  expect(await as.call(courseware.transcode, { id, action: 'cancel' })).toMatchObject({
    code: coursewareErrors.nothingToCancel.code,
  })
  expect(await as.get(courseware.transcode, { id })).toMatchObject({ transStatus: 1, queuePlace: expect.any(Number) })
  await arrangeConverted(world, film?.versionId ?? '', 3)
  const { dataList } = await as.get(courseware.courseWareList, { title: '甲', transStatus: 3 })
  expect(dataList).toMatchObject([
    { id, work: { state: 'failed', failureText: '文件设置了密码。请去掉密码后替换文件', needsOtherFile: true } },
  ])
  expect(await as.call(courseware.transcode, { id: picture?.id ?? '' })).toMatchObject({
    code: coursewareErrors.notConverted.code,
  })
})

test('what to do with a file that failed is said to those who manage it, not to those who learn with it', async () => {
  const admin = await world.actor()
  const [manual] = await addCoursewares(world, admin, '手册.pdf')
  const id = manual?.id ?? ''
  await world.as(admin).get(courseware.transcode, { id, action: 'cancel' })
  expect(await world.as(admin).get(courseware.preview, { id })).toMatchObject({
    refusal: '课件暂时不能学习，请联系课程管理员',
  })
})

test('deleting asks again where it is used, and whoever learns goes on', async () => {
  const admin = await world.actor()
  const as = world.as(admin)
  const [film, other] = await addCoursewares(world, admin, '甲.mp4', '乙.mp4')
  const id = film?.id ?? ''
  usersOfCourseware({
    uses: async (_db, ids) =>
      ids.includes(id) ? [{ coursewareId: id, kind: '课程', id: other?.id ?? '', name: '新员工培训', learnerCount: 12 }] : [],
    learnCounts: async () => new Map([[id, 30]]),
    needs: async () => new Set([id]),
  })
  expect((await as.get(courseware.courseWareList, { title: '甲' })).dataList).toMatchObject([{ learnCount: 30 }])
  expect(await as.call(courseware.deleteByGet, { id })).toMatchObject({
    code: coursewareErrors.inUse.code,
    data: { usedIn: [{ name: '新员工培训', learnerCount: 12 }] },
  })
  await as.get(courseware.delete, { id, isConfirmed: true })
  expect(await as.call(courseware.detail, { id })).toMatchObject({ code: protocolErrors.notFound.code })
  const cards = await world.inCompany(admin.companyId, (db) => coursewareCards(db, [id]))
  expect(cards).toMatchObject([{ title: '甲', isRemoved: true }])
  await as.get(courseware.deleteByGet, { id: other?.id ?? '' })
  expect((await as.get(courseware.courseWareList)).totalCount).toBe(0)
})

test('what is changed carries the version it was read with, and a right', async () => {
  const admin = await world.actor()
  const as = world.as(admin)
  const [film] = await addCoursewares(world, admin, '甲.mp4')
  const id = film?.id ?? ''
  const { version } = await as.get(courseware.detail, { id })
  await as.get(courseware.update, { id, version, title: '乙', author: [{ name: '张老师' }] })
  expect(await as.get(courseware.detail, { id })).toMatchObject({ title: '乙', author: [{ name: '张老师' }], contributor: [{}] })
  expect(await as.call(courseware.update, { id, version, title: '丙' })).toMatchObject({
    code: protocolErrors.changed.code,
    data: { title: '乙' },
  })
  const reader = await world.actor({ companyId: admin.companyId, rights: [lessonManage.rights.view] })
  expect(await world.as(reader).call(courseware.update, { id, version })).toMatchObject({
    code: protocolErrors.noPermission.code,
  })
  expect((await world.as(reader).get(courseware.getVodUrlWithTime, { id })).url).toMatch(/^\/files\//)
  const stranger = await world.actor()
  expect(await world.as(stranger).call(courseware.detail, { id })).toMatchObject({ code: protocolErrors.notFound.code })
  expect(await world.as(stranger).call(courseware.delete, { id })).toMatchObject({ code: protocolErrors.notFound.code })
})

test('what documents say is searched in their newest version, in one’s own company', async () => {
  const admin = await world.actor()
  const [manual, other] = await addCoursewares(world, admin, '手册.pdf', '制度.pdf')
  await world.rows('update courseware.version set text = $2 where id = $1', [
    manual?.versionId,
    '灭火器的使用：先拔保险销，PASS 原则',
  ])
  await world.rows('update courseware.version set text = $2 where id = $1', [other?.versionId, '考勤制度'])
  const titles = async (content: string, by = admin) =>
    (await world.as(by).get(courseware.courseWareList, { content })).dataList.map(({ title }) => title)
  expect([await titles('保险销'), await titles('pass'), await titles('考勤'), await titles('险器')]).toEqual([
    ['手册'],
    ['手册'],
    ['制度'],
    [],
  ])
  expect(await titles('保险销', await world.actor())).toEqual([])
  expect(await world.as(admin).call(courseware.courseWareList, { content: '火' })).toMatchObject({
    code: protocolErrors.invalid.code,
  })
  const fileId = await arrangeUpload(world, admin, '新手册.pdf')
  await world.as(admin).get(courseware.upload, { id: manual?.id ?? '', fileId, isForBegun: false })
  expect(await titles('保险销')).toEqual([])
})

test('a preview is what learners see, of this courseware’s versions alone', async () => {
  const admin = await world.actor()
  const as = world.as(admin)
  const [picture, film] = await addCoursewares(world, admin, '海报.png', '甲.mkv')
  const shown = await as.get(courseware.preview, { id: picture?.id ?? '' })
  expect(shown).toMatchObject({ title: '海报', refusal: null, pages: [{ url: expect.stringMatching(/^\/files\//) }] })
  expect(await as.get(courseware.preview, { id: film?.id ?? '' })).toMatchObject({ refusal: '课件正在转码，请稍后再试' })
  const mixed = { id: picture?.id ?? '', versionId: film?.versionId ?? '' }
  expect(await as.call(courseware.preview, mixed)).toMatchObject({ code: protocolErrors.notFound.code })
})

test('the log of changes tells a courseware in words: its type, its people, its points', async () => {
  const admin = await world.actor()
  const as = world.as(admin)
  const fileId = await arrangeUpload(world, admin, '手册.pdf')
  const contributor = [{ staffId: admin.staffId }, { name: '培训部' }]
  await as.get(courseware.saveBatch, { coursewareList: [{ fileId, title: '手册', contributor }] })
  const logged = await world.rows<{ after: object }>(
    `select after from kit.operation_log where company_id = $1 and target = 'courseware' and action = 'create'`,
    [admin.companyId],
  )
  expect(logged).toMatchObject([{ after: { title: '手册', type: '文档', contributor: [admin.staffId, '培训部'] } }])
  // Its own fields that other rooms do not name.
  expect(coursewareLogWords).toMatchObject({ contributor: '贡献人', knowledgePoints: '知识点' })
})
