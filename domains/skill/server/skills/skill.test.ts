import { randomUUID } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { examModule } from '@kaopei/exam/server'
import { arrangeOrganisation, arrangeStaff } from '@kaopei/exam/testing'
import { storeFile, temporaryBlobs } from '@kaopei/files/server'
import { failing, World } from '@kaopei/server/testing'
import { writeXlsx } from '@kaopei/sheet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postModel } from '../../contract/post-model.ts'
import { skill } from '../../contract/skill.ts'
import { recordEvidence } from '../evidence/record.ts'
import { skillModule } from '../index.ts'
import { faultsOf } from '../rules/skill-sheet-rows.ts'
import { readSkills, skillWorkbook } from './skill.sheet.ts'

let world: World
let organisation: Awaited<ReturnType<typeof arrangeOrganisation>>
beforeAll(async () => {
  world = await World.open([examModule, skillModule], temporaryBlobs)
  organisation = await arrangeOrganisation(world)
})
afterAll(() => world.close())

const asAdmin = () => world.as(organisation.admin)
const levels = [{ level: 1, name: '了解', behaviour: '能说出要求' }]
const create = (name: string, over: Partial<Parameters<typeof make>[0]> = {}) => make({ name, ...over })
const make = async (input: { name: string; parentId?: string; isGroup?: boolean; code?: string }) =>
  (await asAdmin().get(skill.create, { levels: input.isGroup ? [] : levels, ...input })).id

test('a tree of groups and skills: no circles, no skills below skills, unique names and codes', async () => {
  const safety = await create('安全', { isGroup: true })
  const fire = await create('消防', { isGroup: true, parentId: safety })
  const hot = await create('动火作业', { parentId: fire, code: 'HOT' })
  const refused = async (input: Parameters<typeof make>[0]) => (await asAdmin().call(skill.create, input)).code
  expect(await refused({ name: '下级', parentId: hot })).toBe(3527)
  expect(await refused({ name: '动火作业', parentId: fire })).toBe(3520)
  expect(await refused({ name: '另一个', code: 'HOT' })).toBe(3521)
  expect((await asAdmin().call(skill.move, { id: safety, parentId: fire })).code).toBe(3522)
  expect((await asAdmin().call(skill.move, { id: safety, parentId: safety })).code).toBe(3522)
  await asAdmin().get(skill.move, { id: hot, parentId: safety })
  const rows = await asAdmin().get(skill.getSkillList, {})
  expect(rows.find(({ id }) => id === hot)).toMatchObject({ parentId: safety, isGroup: false, code: 'HOT' })
  expect((await asAdmin().call(skill.remove, { id: safety })).code).toBe(3525)
  await asAdmin().get(skill.remove, { id: fire })
  const elsewhere = await world.actor()
  expect(await world.as(elsewhere).get(skill.getSkillList, {})).toEqual([])
  expect((await world.as(elsewhere).call(skill.get, { id: hot })).code).toBe(1008)
})

test('a skill with evidence is retired, not deleted, and nothing new names it', async () => {
  const { companyId, departments } = organisation
  const id = await create('高处作业')
  const [staffId = ''] = await arrangeStaff(world, companyId, { count: 1, departmentId: departments.branch })
  const now = new Date()
  const evidence = {
    staffId,
    skillId: id,
    class: 1,
    level: 3,
    sourceKind: 'superior',
    sourceId: randomUUID(),
    title: '评定',
    at: now,
  } as const
  await world.inCompany(companyId, (db) => recordEvidence(db, [evidence], now))
  const refused = await asAdmin().call(skill.remove, { id })
  expect([refused.code, refused.message]).toEqual([3524, '技能已有1 条证据，不能删除；不再需要时请停用'])
  await asAdmin().get(skill.setRetired, { id, isRetired: true })
  expect(await asAdmin().get(skill.get, { id })).toMatchObject({ isRetired: true, evidenceCount: 1, levelledCount: 1 })
  const postId = randomUUID()
  await world.rows("insert into org.post (company_id, id, name) values ($1, $2, '监护人')", [companyId, postId])
  const skills = [{ skillId: id, requiredLevel: 3, weight: 1 }]
  expect((await asAdmin().call(postModel.save, { postId, number: 0, skills })).code).toBe(3527)
})

test('each saving of a post model is a version, and an older one is not overwritten', async () => {
  const { companyId } = organisation
  const [a, b] = [await create('起重'), await create('吊装')]
  const postId = randomUUID()
  await world.rows("insert into org.post (company_id, id, name) values ($1, $2, '起重工')", [companyId, postId])
  const first = [{ skillId: a, requiredLevel: 3, weight: 2, isKey: true }]
  expect(await asAdmin().get(postModel.save, { postId, number: 0, skills: first })).toEqual({ number: 1 })
  expect((await asAdmin().call(postModel.save, { postId, number: 1, skills: first })).code).toBe(3542)
  const second = [...first, { skillId: b, requiredLevel: 2, weight: 1 }]
  expect((await asAdmin().call(postModel.save, { postId, number: 0, skills: second })).code).toBe(1007)
  expect((await asAdmin().call(postModel.save, { postId, number: 1, skills: [...second, ...first] })).code).toBe(3541)
  expect(await asAdmin().get(postModel.save, { postId, number: 1, skills: second })).toEqual({ number: 2 })
  const { versions } = await asAdmin().get(postModel.get, { postId })
  expect(versions.map(({ number, skills }) => [number, skills.length])).toEqual([
    [2, 2],
    [1, 1],
  ])
  const before = await asAdmin().get(postModel.get, { postId, before: 2 })
  expect(before.versions.map(({ number }) => number)).toEqual([1])
  const listed = await asAdmin().get(postModel.getPostList, { hasModel: 1 })
  expect(listed.dataList.find(({ id }) => id === postId)).toMatchObject({ skillCount: 2, keyCount: 1, number: 2 })
  expect((await asAdmin().get(postModel.allPost)).find(({ id }) => id === postId)).toMatchObject({ hasModel: true })
  // A demand that stays is as much of a key as it was, unless it is said.
  const softer = { skillId: a, requiredLevel: 4, weight: 2 }
  const keyOf = async () => (await asAdmin().get(postModel.get, { postId })).versions[0]?.skills.map(({ isKey }) => isKey)
  await asAdmin().get(postModel.save, { postId, number: 2, skills: [softer] })
  expect(await keyOf()).toEqual([true])
  await asAdmin().get(postModel.save, { postId, number: 3, skills: [{ ...softer, isKey: false }] })
  expect(await keyOf()).toEqual([false])
})

const fileOf = async (name: string, content: string | Buffer) => {
  const path = join(await mkdtemp(join(tmpdir(), 'skills-')), name)
  await writeFile(path, content)
  return path
}
const none = { mostLevels: 6 }

test("Moodle's framework becomes groups and skills, also where children stand before their parents", async () => {
  const head =
    'Parent id number,Id number,Shortname,Description,Description format,Scale values,Scale configuration,Rule type,Rule outcome,Rule config,Cross referenced competency id numbers,Exported id,Is framework,Taxonomy'
  const lines = [
    head,
    'SAFE-1,SAFE-1-1,动火作业,<p>能监护 &amp; 处置</p>,1,,,,0,,,3,,',
    ',SAFE-1,消防,,1,,,,0,,,2,,',
    ',SAFE,安全能力框架,,1,"未掌握,掌握,熟练",[],,,,,1,1,"competency,competency"',
  ]
  const rows = await readSkills(await fileOf('moodle.csv', lines.join('\n')), 'moodle.csv')
  expect(rows?.map(({ code, parentCode, isGroup }) => [code, parentCode, isGroup])).toEqual([
    ['SAFE-1-1', 'SAFE-1', false],
    ['SAFE-1', 'SAFE', true],
    ['SAFE', '', true],
  ])
  expect(rows?.[0]).toMatchObject({
    name: '动火作业',
    descript: '能监护 & 处置',
    levels: [{ level: 1, name: '未掌握' }, { level: 2 }, { level: 3, name: '熟练' }],
  })
  expect(faultsOf(rows ?? [], [], none)).toEqual([])
})

test('what is exported can be read again, and all faults of all rows are named', async () => {
  const row = { rowNumber: 0, code: 'A', parentCode: '', name: '安全', descript: '', isGroup: true, levels: [] }
  const body = await buffer(skillWorkbook([row, { ...row, code: 'B', parentCode: 'A', name: '动火', isGroup: false, levels }]))
  const read = await readSkills(await fileOf('技能.xlsx', body), '技能.xlsx')
  expect(read?.map(({ code, parentCode, isGroup, levels: of }) => [code, parentCode, isGroup, of[0]?.behaviour])).toEqual([
    ['A', '', true, undefined],
    ['B', 'A', false, '能说出要求'],
  ])
  expect(await readSkills(await fileOf('other.csv', '甲,乙\n1,2\n'), 'other.csv')).toBeUndefined()
  const circle = [
    { ...row, code: 'C', parentCode: 'D', name: '丙' },
    { ...row, code: 'D', parentCode: 'C', name: '丁' },
    { ...row, code: '', parentCode: 'X', name: '' },
    { ...row, code: 'E', parentCode: 'B', name: '戊' },
  ]
  const known = [{ id: randomUUID(), parentId: null, code: 'B', name: '动火', isGroup: false }]
  expect(faultsOf(circle, known, none).map(({ reason }) => reason)).toEqual([
    '上级关系互相循环',
    '上级关系互相循环',
    '请填写技能编码；请填写技能名称；上级编码“X”不存在',
    '上级“动火”是技能，不是分类',
  ])
})

const titles = [
  '技能编码',
  '上级编码',
  '名称',
  '类型',
  '说明',
  '1级行为表现',
  '2级行为表现',
  '3级行为表现',
  '4级行为表现',
  '5级行为表现',
]
const workbook = (rows: readonly (readonly string[])[]) =>
  buffer(writeXlsx({ templateVersion: 'skill/1', sheets: [{ name: '技能', columns: titles.map((title) => ({ title })), rows }] }))

async function imported(name: string, body: Buffer) {
  const { companyId, staffId: createdBy } = organisation.admin
  const file = { companyId, name, contentType: 'application/octet-stream', purpose: 'import', createdBy, body }
  const { fileId } = await world.inCompany(companyId, (db) => storeFile(db, world.services, file, failing))
  return asAdmin().call(skill.importFile, { fileId })
}

test('a workbook and a framework are imported whole or not at all, and again by their codes', async () => {
  const rows = [
    ['F', '', '焊接', '分类', '', '', '', '', '', ''],
    ['F-1', 'F', '手工焊', '技能', '会焊', '能平焊', '能立焊', '', '', ''],
  ]
  const first = await imported('技能.xlsx', await workbook(rows))
  expect(first.data).toMatchObject({ successCount: 2, addedCount: 2, changedCount: 0, failedCount: 0, failedUrl: null })
  const found = async () =>
    (await asAdmin().get(skill.getSkillList, {}))
      .filter(({ code }) => code?.startsWith('F'))
      .toSorted((a, b) => ((a.code ?? '') < (b.code ?? '') ? -1 : 1))
  const [group, welding] = await found()
  expect([group?.isGroup, welding?.parentId, welding?.name]).toEqual([true, group?.id, '手工焊'])
  expect(
    (await asAdmin().get(skill.get, { id: welding?.id ?? '' })).levels.slice(0, 2).map(({ behaviour }) => behaviour),
  ).toEqual(['能平焊', '能立焊'])
  const again = await imported(
    '技能.xlsx',
    await workbook([rows[0] ?? [], ['F-1', 'F', '手工电弧焊', '技能', '', '', '', '', '', '']]),
  )
  expect(again.data).toMatchObject({ successCount: 2, addedCount: 0, changedCount: 2 })
  expect((await found()).map(({ name }) => name)).toEqual(['焊接', '手工电弧焊'])
  const faulty = await imported(
    '技能.xlsx',
    await workbook([
      ['F-2', 'F', '气焊', '技能', '', '', '', '', '', ''],
      ['', 'X', '', '技能', '', '', '', '', '', ''],
    ]),
  )
  expect(faulty.data).toMatchObject({ successCount: 0, failedCount: 1 })
  expect(faulty.data?.failedUrl).toBeTruthy()
  expect((await found()).length).toBe(2)
  const head =
    'Parent id number,Id number,Shortname,Description,Description format,Scale values,Scale configuration,Rule type,Rule outcome,Rule config,Cross referenced competency id numbers,Exported id,Is framework,Taxonomy'
  const moodle = [head, 'FW,FW-1,应急处置,,1,,,,0,,,2,,', ',FW,应急框架,,1,"未掌握,掌握",[],,,,,1,1,"competency"'].join('\n')
  const framework = await imported('moodle.csv', Buffer.from(moodle))
  expect(framework.data).toMatchObject({ successCount: 2, addedCount: 2 })
  const tree = await asAdmin().get(skill.getSkillList, {})
  const top = tree.find(({ code }) => code === 'FW')
  expect(tree.find(({ code }) => code === 'FW-1')).toMatchObject({ name: '应急处置', parentId: top?.id, isGroup: false })
  expect((await imported('其他.xlsx', Buffer.from('甲,乙'))).code).toBeGreaterThan(3000)
})
