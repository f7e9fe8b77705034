import { protocolErrors } from '@kaopei/contract'
import '@kaopei/exam/server'
import { staffMenu } from '@kaopei/org/contract/menus'
import { orgModule } from '@kaopei/org/server'
import { arrangePerson } from '@kaopei/org/testing'
import { type TestActor, World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { outerCollection } from '../contract/collection.ts'
import { collectErrors } from '../contract/errors.ts'
import { examEditor, examReader } from '../contract/menus.ts'
import { metaDataField } from '../contract/meta-field.ts'
import { outerField } from '../contract/outer-field.ts'
import { collectedOf, collectionOf, collectModule, saveCollected, validateCollected } from './index.ts'

let world: World
beforeAll(async () => {
  world = await World.open([orgModule, collectModule])
})
afterAll(() => world.close())

const labels = (list: readonly { label: string }[]) => list.map(({ label }) => label)

async function addExam(companyId: string): Promise<string> {
  const [exam] = await world.rows<{ id: string }>(
    `with paper as (insert into paper.paper (company_id) values ($1) returning id)
     insert into exam.exam (company_id, paper_id, name, created_by) select $1, id, '考试', kit.new_id() from paper returning id`,
    [companyId],
  )
  return exam?.id ?? ''
}

const addPerson = ({ companyId }: TestActor, staffSource: 1 | 2) => arrangePerson(world, companyId, { name: '考生', staffSource })

test('a company begins with name and phone, adds its own fields, and sorts all of them into the three lists', async () => {
  const admin = await world.actor()
  const as = world.as(admin)
  const before = await as.get(outerCollection.getDefaultCollection)
  expect([labels(before.requirement), labels(before.optional), before.version]).toEqual([['姓名', '手机号'], ['邮箱'], 0])
  expect(before.requirement[0]).toMatchObject({ value: 'name', isMove: false, isReadOnly: true })
  const { id } = await as.get(outerField.add, { name: '学历', customType: 2, optionContent: ['本科', '硕士'] })
  const after = await as.get(outerCollection.getDefaultCollection)
  expect(labels(after.unkown)).toEqual(['性别', '身份证号', '工作单位', '岗位', '学历'])
  const lists = { requirement: ['phone', 'name', id], optional: ['gender'] }
  const saved = await as.get(outerCollection.saveDefaultCollection, { ...lists, version: 0 })
  expect([labels(saved.requirement), labels(saved.optional), saved.version]).toEqual([['手机号', '姓名', '学历'], ['性别'], 1])
  expect(await as.call(outerCollection.saveDefaultCollection, { ...lists, version: 0 })).toMatchObject({
    code: protocolErrors.changed.code,
    data: { version: 1 },
  })
  const save = (requirement: string[], optional: string[]) =>
    as.call(outerCollection.saveDefaultCollection, { requirement, optional, version: 1 })
  expect(await save(['name'], ['phone'])).toMatchObject({ code: collectErrors.fixedField.code })
  expect(await save(['name', 'phone', id], [id])).toMatchObject({ code: collectErrors.listedTwice.code })
  expect(await save(['name', 'phone', 'shoeSize'], [])).toMatchObject({ code: collectErrors.unknownField.code })
})

test('an exam follows the default until it has a collection of its own', async () => {
  const admin = await world.actor()
  const { companyId } = admin
  const as = world.as(admin)
  const id = await addExam(companyId)
  expect(await as.get(outerCollection.getExamCollection, { id })).toMatchObject({ isOwn: false, version: 0 })
  await as.get(outerCollection.saveDefaultCollection, { requirement: ['name', 'phone', 'email'], optional: [], version: 0 })
  expect(labels((await as.get(outerCollection.getExamCollection, { id })).requirement)).toEqual(['姓名', '手机号', '邮箱'])
  const author = world.as(await world.actor({ companyId, rights: [examReader, examEditor] }))
  await author.get(outerCollection.saveExamCollection, { id, requirement: ['name', 'phone', 'idCard'], optional: [], version: 0 })
  expect(await as.get(outerCollection.getExamCollection, { id })).toMatchObject({ isOwn: true, version: 1 })
  expect(labels((await as.get(outerCollection.getDefaultCollection)).requirement)).toEqual(['姓名', '手机号', '邮箱'])
  expect(
    await author.call(outerCollection.saveDefaultCollection, { requirement: ['name', 'phone'], optional: [], version: 1 }),
  ).toMatchObject({ code: protocolErrors.noPermission.code })
  const stranger = world.as(await world.actor())
  expect(await stranger.call(outerCollection.getExamCollection, { id })).toMatchObject({ code: protocolErrors.notFound.code })
  const lists = { requirement: ['name', 'phone'], optional: [], version: 0 }
  expect(await stranger.call(outerCollection.saveExamCollection, { id, ...lists })).toMatchObject({
    code: protocolErrors.notFound.code,
  })
})

test('fields say what is wrong with them in the words of the specification', async () => {
  const as = world.as(await world.actor())
  const add = async (field: { name?: string; customType?: 1 | 2 | 3; optionContent?: string[] }) =>
    (await as.call(outerField.add, { name: '字段', customType: 2, optionContent: ['甲', '乙'], ...field })).message
  expect(await add({ name: ' ' })).toBe('请填写名称')
  expect(await add({ name: '一二三四五六七八九十一二三四五六七八九十一' })).toBe('不超过20个字符')
  expect(await add({ optionContent: ['甲', '  '] })).toBe('选项内容不能为空')
  expect(await add({ optionContent: ['甲', ' 甲 '] })).toBe('有重复的选项，请删除后保存')
  expect(await add({ optionContent: ['甲'] })).toBe('单选和多选至少需要2个选项，文本不需要选项')
  expect(await add({ optionContent: Array.from({ length: 12 }, (_, index) => `选项${index}`) })).toBe('最多11个选项')
  expect(await add({ customType: 1 })).toBe('单选和多选至少需要2个选项，文本不需要选项')
  expect(await add({ name: '手机号' })).toBe(collectErrors.nameTaken.text)
  expect(await add({})).toBe('success')
  expect(await add({})).toBe(collectErrors.nameTaken.text)
})

test('type and options stay as they were made, options are added behind; the name may change', async () => {
  const as = world.as(await world.actor())
  const { id } = await as.get(outerField.add, { name: '学历', customType: 3, optionContent: ['本科', '硕士'] })
  const update = (wish: { customType?: 1 | 2 | 3; optionContent?: string[]; version?: number }) =>
    as.call(outerField.update, { id, name: '最高学历', version: 1, ...wish })
  expect(await update({ customType: 2 })).toMatchObject({ code: collectErrors.typeLocked.code })
  expect(await update({ optionContent: ['本科', '博士'] })).toMatchObject({ code: collectErrors.optionsLocked.code })
  expect(await update({ optionContent: ['本科'] })).toMatchObject({ code: collectErrors.optionsLocked.code })
  expect(await update({ optionContent: ['本科', '硕士', '博士'], customType: 3 })).toMatchObject({
    code: 0,
    data: { label: '最高学历', optionContent: ['本科', '硕士', '博士'], version: 2 },
  })
  expect(await update({ version: 1 })).toMatchObject({ code: protocolErrors.changed.code, data: { version: 2 } })
  expect(await as.get(outerField.get, { id })).toMatchObject({ label: '最高学历', customType: 3 })
})

test('there are at most twenty fields; a removed one leaves its name, its lists and its place', async () => {
  const admin = await world.actor()
  const as = world.as(admin)
  const made: string[] = []
  for (let n = 1; n <= 20; n++) made.push((await as.get(outerField.add, { name: `字段${n}`, customType: 1 })).id)
  expect(await as.call(outerField.add, { name: '第二十一', customType: 1 })).toMatchObject({ code: collectErrors.tooMany.code })
  const [first = '', second = ''] = made
  const lists = { requirement: ['name', 'phone', first], optional: [second], version: 0 }
  await as.get(outerCollection.saveDefaultCollection, lists)
  await as.get(outerField.remove, { id: first })
  await as.get(outerField.removeByGet, { id: second })
  expect(await as.call(outerField.remove, { id: first })).toMatchObject({ code: protocolErrors.notFound.code })
  const after = await as.get(outerCollection.getDefaultCollection)
  expect([labels(after.requirement), labels(after.optional)]).toEqual([['姓名', '手机号'], []])
  expect(await as.call(outerField.add, { name: '字段1', customType: 1 })).toMatchObject({ code: 0 })
  const stranger = world.as(await world.actor())
  expect(await stranger.call(outerField.remove, { id: made[5] ?? '' })).toMatchObject({ code: protocolErrors.notFound.code })
  expect(await stranger.call(outerField.get, { id: made[5] ?? '' })).toMatchObject({ code: protocolErrors.notFound.code })
})

test('what a candidate fills in is checked as a whole, and what is right is kept', async () => {
  const admin = await world.actor()
  const { companyId } = admin
  const as = world.as(admin)
  const { id } = await as.get(outerField.add, { name: '学历', customType: 2, optionContent: ['本科', '硕士'] })
  const lists = { requirement: ['name', 'phone', id], optional: ['idCard'], version: 0 }
  await as.get(outerCollection.saveDefaultCollection, lists)
  const person = await addPerson(admin, 2)
  await world.inCompany(companyId, async (db) => {
    const collection = await collectionOf(db, null)
    const wrong = await validateCollected(db, collection, {
      name: ' 王小明 ',
      phone: '123',
      [id]: '博士',
      idCard: '110101199003070012',
    })
    expect(wrong.problems).toEqual([
      { path: 'phone', message: '请输入正确的电话' },
      { path: id, message: '请选择学历' },
      { path: 'idCard', message: '请输入正确的身份证号' },
    ])
    expect(wrong.values).toEqual({ name: '王小明' })
    const right = await validateCollected(db, collection, {
      name: '王小明',
      phone: '013800001111',
      [id]: '硕士',
      email: 'a@b.cn',
      shoe: 42,
    })
    expect(right).toEqual({ values: { name: '王小明', phone: '13800001111', [id]: '硕士', email: 'a@b.cn' }, problems: [] })
    await saveCollected(db, person, right.values, new Date())
    expect((await collectedOf(db, [person])).get(person)).toEqual(right.values)
  })
  const filled = await as.get(outerField.getStaffValues, { staffId: person })
  expect(filled.find(({ value }) => value === id)).toMatchObject({ label: '学历', content: '硕士' })
})

test('employees have fields of their own, filled in one by one, by whoever may edit them and sees them', async () => {
  const admin = await world.actor()
  const { companyId } = admin
  const as = world.as(admin)
  const { id } = await as.get(metaDataField.create, { name: '籍贯', customType: 1, isRequired: true })
  const { id: skills } = await as.get(metaDataField.create, { name: '语言', customType: 3, optionContent: ['英语', '日语'] })
  expect(labels(await as.get(metaDataField.list))).toEqual(['籍贯', '语言'])
  expect(labels(await as.get(metaDataField.queryChooseConfigList))).toEqual(['语言'])
  expect(await as.call(metaDataField.create, { name: '工号', customType: 1 })).toMatchObject({
    code: collectErrors.nameTaken.code,
  })
  const staffId = await addPerson(admin, 1)
  const save = (values: Record<string, string | string[] | null>) => as.call(outerField.saveStaffValues, { staffId, values })
  expect(await save({ [skills]: ['日语', '英语'] })).toMatchObject({ code: 0 })
  expect(await save({ [id]: ' ' })).toMatchObject({
    code: protocolErrors.invalid.code,
    data: { fields: [{ path: `values.${id}`, message: '请输入籍贯' }] },
  })
  expect(await save({ [id]: '湖南' })).toMatchObject({ code: 0 })
  expect(await as.get(outerField.getStaffValues, { staffId })).toMatchObject([
    { label: '籍贯', content: '湖南' },
    { label: '语言', content: ['英语', '日语'] },
  ])
  await save({ [skills]: [] })
  await as.get(metaDataField.update, { id, isEnabled: false, version: 1 })
  expect(await as.get(outerField.getStaffValues, { staffId })).toMatchObject([
    { label: '语言', content: null, isInUse: true },
    { label: '籍贯', content: '湖南', isInUse: false },
  ])
  const scope = { kind: 'some' as const, departmentIds: [], subtreeIds: [], ownStaffId: null }
  const rights = Object.values(staffMenu.rights)
  const manager = world.as(await world.actor({ companyId, rights, scopes: { [staffMenu.name]: scope } }))
  expect(await manager.call(outerField.getStaffValues, { staffId })).toMatchObject({ code: protocolErrors.notFound.code })
  expect(await manager.call(outerField.saveStaffValues, { staffId, values: {} })).toMatchObject({
    code: protocolErrors.notFound.code,
  })
})

test('of two who edit one person, the second hears what the first has written; other fields do not stand in the way', async () => {
  const admin = await world.actor()
  const as = world.as(admin)
  const { id: origin } = await as.get(metaDataField.create, { name: '籍贯', customType: 1 })
  const { id: skills } = await as.get(metaDataField.create, { name: '语言', customType: 3, optionContent: ['英语', '日语'] })
  const staffId = await addPerson(admin, 1)
  const save = (values: Record<string, string | string[] | null>, before: Record<string, string | string[] | null>) =>
    as.call(outerField.saveStaffValues, { staffId, values, before })
  const read = { [origin]: null, [skills]: null }
  expect(await save({ [origin]: '湖南', [skills]: null }, read)).toMatchObject({ code: 0 })
  expect(await save({ [origin]: '湖北', [skills]: ['英语'] }, read)).toMatchObject({
    code: protocolErrors.changed.code,
    data: { values: { [origin]: '湖南', [skills]: null }, before: { [origin]: '湖南', [skills]: null } },
  })
  expect(await save({ [skills]: ['英语'] }, read)).toMatchObject({ code: 0 })
  expect(await save({ [origin]: '湖南' }, read)).toMatchObject({ code: 0 })
  expect(await save({ [origin]: '' }, { [origin]: '湖南' })).toMatchObject({ code: 0 })
  expect((await as.get(outerField.getStaffValues, { staffId })).map(({ content }) => content)).toEqual([null, ['英语']])
})

test('what was filled in stays readable after its field is removed or switched off, and can no longer be changed', async () => {
  const admin = await world.actor()
  const as = world.as(admin)
  const { id: school } = await as.get(outerField.add, { name: '毕业院校', customType: 1 })
  const candidate = await addPerson(admin, 2)
  await as.get(outerField.saveStaffValues, { staffId: candidate, values: { [school]: '湖南大学' } })
  await as.get(outerField.remove, { id: school })
  const kept = { label: '毕业院校', content: '湖南大学', isInUse: false }
  expect((await as.get(outerField.getStaffValues, { staffId: candidate })).at(-1)).toMatchObject(kept)
  await as.get(outerField.saveStaffValues, { staffId: candidate, values: { [school]: '改了' } })
  expect((await as.get(outerField.getStaffValues, { staffId: candidate })).at(-1)).toMatchObject(kept)
})

test('the number of an identity card is masked for who may not see private data, and a masked one saved leaves it as it is', async () => {
  const admin = await world.actor()
  const staffId = await addPerson(admin, 2)
  const number = '11010519491231002X'
  await world.as(admin).get(outerField.saveStaffValues, { staffId, values: { idCard: number, company: '甲公司' } })
  const { companyId } = admin
  const rights = [staffMenu.rights.view, staffMenu.rights.edit]
  const editor = world.as(await world.actor({ companyId, rights, scopes: { orgoumgmt: { kind: 'all' } } }))
  const answerOf = async (as: ReturnType<World['as']>, value: string) =>
    (await as.get(outerField.getStaffValues, { staffId })).find((field) => field.value === value)?.content
  const masked = '110***********002X'
  expect([await answerOf(editor, 'idCard'), await answerOf(world.as(admin), 'idCard')]).toEqual([masked, number])
  const values = { idCard: masked, company: '乙公司' }
  const saved = await editor.call(outerField.saveStaffValues, { staffId, values, before: { idCard: masked, company: '甲公司' } })
  expect(saved).toMatchObject({ code: 0 })
  expect(JSON.stringify(saved)).not.toContain(number)
  expect([await answerOf(world.as(admin), 'idCard'), await answerOf(editor, 'company')]).toEqual([number, '乙公司'])
})
