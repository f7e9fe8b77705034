import { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bank } from '../../contract/bank.ts'
import { category } from '../../contract/category.ts'
import { bankErrors, categoryErrors, knowledgePointErrors } from '../../contract/errors.ts'
import { knowledgePoint } from '../../contract/knowledge-point.ts'
import { bankMenu, questionMenu } from '../../contract/menus.ts'
import { question } from '../../contract/question.ts'
import { questionModule } from '../index.ts'
import { getQuestion, makeBank, makeQuestion, soundContent, soundFields } from '../made-questions.ts'

let world: World
beforeAll(async () => {
  world = await World.open([questionModule])
})
afterAll(() => world.close())

test('banks are listed with their counts, found by name and by category with everything below it', async () => {
  const admin = await world.actor()
  const { id: parent } = await world.as(admin).get(category.create, { name: '安全' })
  const { id: child } = await world.as(admin).get(category.create, { name: '消防', parentId: parent })
  const { id: fire } = await world.as(admin).get(bank.create, { name: '消防题库', categoryId: child, descript: '每年更新' })
  await makeBank(world, admin, '礼仪题库')
  await makeQuestion(world, admin, soundFields(fire))
  await makeQuestion(world, admin, soundFields(fire, soundContent(3, '灭火器每月检查一次。'), { status: 0 }))

  const below = await world.as(admin).get(bank.list, { pageIndex: 1, pageSize: 9999, questionCategoryIds: [parent] })
  expect(below).toMatchObject({
    totalCount: 1,
    dataList: [{ id: fire, descript: '每年更新', categoryName: '消防', questionCount: 2, readyCount: 1 }],
  })
  expect((await world.as(admin).get(bank.list, { name: '题库' })).totalCount).toBe(2)
  expect(await world.as(admin).get(bank.search, { name: '消防' })).toEqual([{ id: fire, name: '消防题库' }])
  expect(await world.as(admin).get(bank.search, { name: '%' })).toEqual([])
})

test('a page of 9999 answers every bank, smaller ones go on behind one another to the end, with the total', async () => {
  const admin = await world.actor()
  const as = world.as(admin)
  await world.rows(
    `insert into question.bank (company_id, name) select $1, '题库' || lpad(n::text, 3, '0') from generate_series(1, 130) n`,
    [admin.companyId],
  )
  const whole = await as.get(bank.list, { pageSize: 9999 })
  expect([whole.dataList.length, whole.totalCount]).toEqual([130, 130])
  const first = await as.get(bank.list, { pageSize: 100 })
  const second = await as.get(bank.list, { pageSize: 100, pageIndex: 2 })
  expect([first.dataList.length, first.totalCount, second.dataList.length]).toEqual([100, 130, 30])
  expect(new Set([...first.dataList, ...second.dataList].map(({ id }) => id)).size).toBe(130)
  expect(await as.get(bank.search, {})).toHaveLength(130)
  const searched = [1, 2, 3].map((pageIndex) => as.get(bank.search, { pageSize: 50, pageIndex }))
  expect((await Promise.all(searched)).map(({ length }) => length)).toEqual([50, 50, 30])
  const [one, other] = second.dataList
  const named = await as.get(bank.list, { ids: [one?.id ?? '', other?.id ?? ''] })
  expect(named.dataList.map(({ name }) => name)).toEqual([one?.name, other?.name])
  expect((await as.get(bank.list, { ids: [] })).totalCount).toBe(0)
  const stranger = world.as(await world.actor())
  expect((await stranger.get(bank.list, { ids: [one?.id ?? ''] })).totalCount).toBe(0)
})

test('a bank has a name of its own, is saved once per version and goes only when it is empty', async () => {
  const admin = await world.actor()
  const id = await makeBank(world, admin)
  expect(await world.as(admin).call(bank.create, { name: '消防安全题库' })).toMatchObject({ code: bankErrors.nameTaken.code })
  await world.as(admin).get(bank.modify, { id, version: 1, name: '消防安全' })
  expect(await world.as(admin).call(bank.modify, { id, version: 1, name: '旧名' })).toMatchObject({
    code: 1007,
    data: { name: '消防安全', version: 2 },
  })
  const questionId = await makeQuestion(world, admin, soundFields(id))
  expect(await world.as(admin).call(bank.remove, { id })).toMatchObject({ code: bankErrors.notEmpty.code })
  await world.as(admin).get(question.remove, { ids: [questionId] })
  await world.as(admin).get(bank.remove, { id })
  expect(await world.as(admin).get(bank.search, {})).toEqual([])
  await makeBank(world, admin, '消防安全')
})

test('the tree of categories keeps its order, its depth and itself out of itself', async () => {
  const admin = await world.actor()
  const as = world.as(admin)
  const make = async (name: string, parentId: string | null = null) => (await as.get(category.create, { name, parentId })).id
  const [a, b] = [await make('甲'), await make('乙')]
  const c = await make('丙', a)
  expect(await as.call(category.create, { name: '甲' })).toMatchObject({ code: categoryErrors.nameTaken.code })
  await as.get(category.rename, { id: c, name: '丙级' })
  await as.get(category.move, { id: b, parentId: null, beforeId: a })
  expect(await as.get(category.list)).toMatchObject([{ name: '乙' }, { name: '甲', children: [{ name: '丙级' }] }])
  expect(await as.call(category.move, { id: a, parentId: c })).toMatchObject({ code: categoryErrors.intoItself.code })
  const e = await make('戊', await make('丁', c))
  const f = await make('己', e)
  expect(await as.call(category.create, { name: '庚', parentId: f })).toMatchObject({ code: categoryErrors.tooDeep.code })
  expect(await as.call(category.move, { id: a, parentId: b })).toMatchObject({ code: categoryErrors.tooDeep.code })
  expect(await as.call(category.remove, { id: e })).toMatchObject({ code: categoryErrors.notEmpty.code })
  await as.get(category.remove, { id: f })
})

test('a category that is removed gives what it holds to another one, or to the top', async () => {
  const as = world.as(await world.actor())
  const make = async (name: string, parentId: string | null = null) => (await as.get(category.create, { name, parentId })).id
  const [from, to] = [await make('旧分类'), await make('新分类')]
  const child = await make('下级', from)
  await make('已有', to)
  const { id: bankId } = await as.get(bank.create, { name: '消防题库', categoryId: from })

  expect(await as.call(category.remove, { id: from })).toMatchObject({ code: categoryErrors.notEmpty.code })
  expect(await as.call(category.remove, { id: from, targetId: child })).toMatchObject({ code: categoryErrors.intoItself.code })
  expect(await as.call(category.remove, { id: from, targetId: bankId })).toMatchObject({ code: 1008 })
  const namesake = await make('下级', to)
  expect(await as.call(category.remove, { id: from, targetId: to })).toMatchObject({ code: categoryErrors.nameTaken.code })
  await as.get(category.rename, { id: namesake, name: '另一个' })
  await as.get(category.remove, { id: from, targetId: to })
  expect(await as.get(category.list)).toMatchObject([
    { name: '新分类', bankCount: 1, children: [{ name: '已有' }, { name: '另一个' }, { name: '下级' }] },
  ])

  await as.get(category.remove, { id: to, targetId: null })
  expect((await as.get(category.list)).map(({ name }) => name)).toEqual(['已有', '另一个', '下级'])
  expect((await as.get(bank.list, {})).dataList).toMatchObject([{ id: bankId, categoryId: null }])
})

test('a knowledge point that goes leaves its questions', async () => {
  const admin = await world.actor()
  const { id } = await world.as(admin).get(knowledgePoint.create, { name: '灭火器' })
  const questionId = await makeQuestion(
    world,
    admin,
    soundFields(await makeBank(world, admin), undefined, { knowledgePointIds: [id], newKnowledgePoints: ['疏散'] }),
  )
  expect(await world.as(admin).get(knowledgePoint.list, { name: '灭' })).toEqual([{ id, name: '灭火器', questionCount: 1 }])
  expect(await world.as(admin).call(knowledgePoint.rename, { id, name: '疏散' })).toMatchObject({
    code: knowledgePointErrors.nameTaken.code,
  })
  expect(await world.as(admin).get(knowledgePoint.remove, { id })).toEqual({ questionCount: 1 })
  expect((await getQuestion(world, admin, questionId)).knowledgePoints.map(({ name }) => name)).toEqual(['疏散'])
})

test('nothing of one company is seen or changed by another', async () => {
  const owner = await world.actor()
  const stranger = world.as(await world.actor())
  const bankId = await makeBank(world, owner)
  const { id: categoryId } = await world.as(owner).get(category.create, { name: '安全' })
  const { id: pointId } = await world.as(owner).get(knowledgePoint.create, { name: '灭火器' })
  expect((await stranger.get(bank.list, {})).totalCount).toBe(0)
  expect(await stranger.get(category.list)).toEqual([])
  expect(await stranger.get(knowledgePoint.list, {})).toEqual([])
  const refused = [
    await stranger.call(bank.modify, { id: bankId, version: 1, name: '改名' }),
    await stranger.call(bank.remove, { id: bankId }),
    await stranger.call(bank.create, { name: '借用分类', categoryId }),
    await stranger.call(category.rename, { id: categoryId, name: '改名' }),
    await stranger.call(category.move, { id: categoryId, parentId: null }),
    await stranger.call(category.remove, { id: categoryId }),
    await stranger.call(category.create, { name: '下级', parentId: categoryId }),
    await stranger.call(knowledgePoint.rename, { id: pointId, name: '改名' }),
    await stranger.call(knowledgePoint.remove, { id: pointId }),
  ]
  expect(refused.map(({ code }) => code)).toEqual(refused.map(() => 1008))
})

test('who may look may not change; whoever has no right sees nothing', async () => {
  const companyId = await world.company()
  const reader = world.as(await world.actor({ companyId, menus: [bankMenu] }))
  const candidate = world.as(await world.actor({ companyId, rights: [] }))
  const author = world.as(
    await world.actor({ companyId, rights: [{ code: 'examManage:view', menu: 'examManage', label: '查看' }] }),
  )
  expect(await reader.call(bank.list, {})).toMatchObject({ code: 0 })
  expect(await author.call(question.list, {})).toMatchObject({ code: 0 })
  expect(await reader.call(bank.create, { name: '题库' })).toMatchObject({ code: 1002 })
  expect(await reader.call(question.list, {})).toMatchObject({ code: 1002 })
  expect(await candidate.call(bank.search, {})).toMatchObject({ code: 1002 })
  expect(await candidate.call(question.list, {})).toMatchObject({ code: 1002 })
  const editor = world.as(await world.actor({ companyId, menus: [questionMenu], rights: [questionMenu.rights.edit] }))
  expect(await editor.call(question.remove, { ids: [companyId] })).toMatchObject({ code: 1002 })
})
