import { protocolErrors } from '@kaopei/contract'
import { department } from '@kaopei/org/contract/department'
import { staff } from '@kaopei/org/contract/staff'
import { staffChanged } from '@kaopei/org/server'
import { emit } from '@kaopei/server'
import type { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { groupErrors } from '../contract/errors.ts'
import { group } from '../contract/group.ts'
import { groupMember } from '../contract/member.ts'
import { userGroupMenu } from '../contract/menus.ts'
import { groupRule, type RuleCondition } from '../contract/rule.ts'
import { followCalendar } from './follow.jobs.ts'
import { addDepartments, addDynamic, addPerson, namesIn, openGroupWorld } from './group-arrange.ts'

let world: World
beforeAll(async () => {
  world = await openGroupWorld()
})
afterAll(() => world.close())

/** A company with people who differ in everything a rule can ask. */
async function arrange() {
  const admin = await world.actor()
  const { companyId } = admin
  const at = await addDepartments(world, companyId, { 总部: null, 研发部: '总部', 平台组: '研发部', 市场部: '总部' })
  const person = (name: string, departmentId: string, rest: object = {}) =>
    addPerson(world, companyId, { name, departmentId, ...rest })
  const people = {
    甲: await person('甲', at('研发部'), { entryDate: '2026-11-20' }),
    乙: await person('乙', at('平台组'), { entryDate: '2026-01-01' }),
    丙: await person('丙', at('市场部'), { entryDate: '2020-05-05', isEnabled: false }),
    丁: await person('丁', at('市场部'), { staffSource: 2 }),
  }
  const idOf = async (text: string, values: unknown[]) =>
    (await world.rows<{ id: string }>(text, [companyId, ...values]))[0]?.id ?? ''
  const postId = await idOf(`insert into org.post (company_id, name) values ($1, '工程师') returning id`, [])
  const rankId = await idOf(`insert into org.rank (company_id, name) values ($1, 'P6') returning id`, [])
  const labelId = await idOf(`insert into org.label (company_id, name) values ($1, '骨干') returning id`, [])
  await world.rows('update org.staff set post_id = $2, rank_id = $3 where id = $1', [people.甲, postId, rankId])
  await world.rows('insert into org.staff_label values ($1, $2, $3)', [companyId, people.乙, labelId])
  await world.rows('insert into org.staff_department (company_id, staff_id, department_id, is_main) values ($1, $2, $3, false)', [
    companyId,
    people.丁,
    at('平台组'),
  ])
  return { admin, companyId, at, people, postId, rankId, labelId }
}

const not = { isNot: true }
const is = { isNot: false }

test('a rule names nothing of another company, nor what is not there', async () => {
  const own = await arrange()
  const { admin } = own
  const theirs = await arrange()
  const of = (whose: typeof theirs): RuleCondition[] => [
    { kind: 'department', departmentIds: [whose.at('研发部')], withBelow: true, isNot: false },
    { kind: 'post', postIds: [whose.postId], isNot: false },
    { kind: 'rank', rankIds: [whose.rankId], isNot: true },
    { kind: 'label', labelIds: [whose.labelId], isNot: false },
  ]
  const as = world.as(admin)
  const id = await addDynamic(world, admin, '自己的', { match: 'all', items: of(own) })
  for (const [index, foreign] of of(theirs).entries()) {
    const inBranch = { kind: 'branch' as const, match: 'any' as const, conditions: [foreign] }
    for (const item of [foreign, inBranch]) {
      const rule = { match: 'all' as const, items: [item] }
      const made = await as.call(group.createStaffGroup, { name: `组${index}`, kind: 2, rule })
      expect(made).toMatchObject({ code: protocolErrors.invalid.code, data: { fields: [{ path: 'rule' }] } })
      expect(await as.call(group.updateStaffGroup, { id, version: 1, rule })).toMatchObject({ code: protocolErrors.invalid.code })
    }
  }
})

test('every condition finds whom it says, and its opposite the others', async () => {
  const { admin, at, postId, rankId, labelId } = await arrange()
  world.now = () => new Date('2026-11-21T08:00:00+08:00')
  const find = async (condition: RuleCondition) => {
    const rule = { match: 'all' as const, items: [condition] }
    const { dataList, staffCount } = await world.as(admin).get(group.previewStaffGroupRule, { rule })
    expect(dataList).toHaveLength(staffCount)
    return dataList
      .map(({ name }) => name)
      .sort()
      .join('')
  }
  const research = { kind: 'department' as const, departmentIds: [at('研发部')] }
  expect(await find({ ...research, withBelow: true, ...is })).toBe('丁乙甲')
  expect(await find({ ...research, withBelow: true, ...not })).toBe('丙')
  expect(await find({ ...research, withBelow: false, ...is })).toBe('甲')
  expect(await find({ kind: 'post', postIds: [postId], ...is })).toBe('甲')
  expect(await find({ kind: 'post', postIds: [postId], ...not })).toBe('丁丙乙')
  expect(await find({ kind: 'rank', rankIds: [rankId], ...is })).toBe('甲')
  expect(await find({ kind: 'label', labelIds: [labelId], ...is })).toBe('乙')
  expect(await find({ kind: 'label', labelIds: [labelId], ...not })).toBe('丁丙甲')
  expect(await find({ kind: 'entryDate', from: '2026-01-01', ...is })).toBe('乙甲')
  expect(await find({ kind: 'entryDate', from: '2026-01-01', to: '2026-01-01', ...is })).toBe('乙')
  expect(await find({ kind: 'entryWithin', days: 1, ...is })).toBe('甲')
  expect(await find({ kind: 'entryWithin', days: 324, ...is })).toBe('乙甲')
  expect(await find({ kind: 'entryWithin', days: 323, ...is })).toBe('甲')
  expect(await find({ kind: 'staffSource', staffSource: 2, ...is })).toBe('丁')
  expect(await find({ kind: 'state', state: 0, ...is })).toBe('丙')
  world.now = () => new Date()
})

test('all and any, one level deep, combine as they say; nothing and nonsense are refused', async () => {
  const { admin, at, labelId } = await arrange()
  const as = world.as(admin)
  const market = { kind: 'department' as const, departmentIds: [at('市场部')], withBelow: true, ...is }
  const star = { kind: 'label' as const, labelIds: [labelId], ...is }
  const off = { kind: 'state' as const, state: 0 as const, ...is }
  const count = async (rule: Parameters<typeof as.get<typeof group.previewStaffGroupRule>>[1]) =>
    (await as.get(group.previewStaffGroupRule, rule)).dataList
      .map(({ name }) => name)
      .sort()
      .join('')
  expect(await count({ rule: { match: 'any', items: [market, star] } })).toBe('丁丙乙')
  expect(await count({ rule: { match: 'all', items: [market, off] } })).toBe('丙')
  const branch = { kind: 'branch' as const, match: 'any' as const, conditions: [off, star] }
  expect(await count({ rule: { match: 'all', items: [market, branch] } })).toBe('丙')
  for (const rule of [
    { match: 'all', items: [] },
    { match: 'all', items: [{ kind: 'entryDate' }] },
    { match: 'all', items: [{ kind: 'entryDate', from: '2026-02-02', to: '2026-01-01' }] },
    { match: 'all', items: [{ kind: 'branch', match: 'any', conditions: [branch] }] },
    { match: 'all', items: [{ kind: 'sql', text: 'true' }] },
  ])
    expect(groupRule.safeParse(rule).success).toBe(false)
})

test('a preview tells who would come and go, saving the rule makes it so, and members cannot be chosen by hand', async () => {
  const { admin, at, people } = await arrange()
  const as = world.as(admin)
  const rule = (name: '研发部' | '市场部') => ({
    match: 'all' as const,
    items: [{ kind: 'department' as const, departmentIds: [at(name)], withBelow: true, ...is }],
  })
  const id = await addDynamic(world, admin, '动态', rule('研发部'))
  expect(await namesIn(world, admin, id)).toEqual(['丁', '乙', '甲'])
  const preview = await as.get(group.previewStaffGroupRule, { rule: rule('市场部'), id })
  expect(preview).toMatchObject({ staffCount: 2, addedCount: 1, removedCount: 2, added: [{ name: '丙' }] })
  expect(await namesIn(world, admin, id)).toEqual(['丁', '乙', '甲'])
  expect(await as.get(group.updateStaffGroup, { id, version: 1, rule: rule('市场部') })).toMatchObject({ staffCount: 2 })
  expect(await namesIn(world, admin, id)).toEqual(['丁', '丙'])
  expect(await as.call(groupMember.addStaffGroupMember, { id, selection: { staffIds: [people.甲] } })).toMatchObject({
    code: groupErrors.membersAreRuled.code,
  })
  expect(await as.call(group.createStaffGroup, { name: '无规则', kind: 2 })).toMatchObject({ code: groupErrors.ruleMissing.code })
})

test('groups follow their people by themselves: move, label, removal, and a department that moves', async () => {
  const { admin, companyId, at, people } = await arrange()
  const as = world.as(admin)
  const rule = {
    match: 'all' as const,
    items: [{ kind: 'department' as const, departmentIds: [at('研发部')], withBelow: true, ...is }],
  }
  const id = await addDynamic(world, admin, '动态', rule)
  const fixed = (await as.get(group.createStaffGroup, { name: '静态', selection: { staffIds: [people.甲, people.乙] } })).id
  await as.get(staff.moves, { ids: [people.丙], departmentId: at('平台组') })
  await world.runJobs()
  expect(await namesIn(world, admin, id)).toEqual(['丁', '丙', '乙', '甲'])
  await as.get(staff.removes, { ids: [people.甲] })
  await world.runJobs()
  const counts = async () => (await as.get(group.listAllStaffGroup)).map(({ name, staffCount }) => [name, staffCount])
  expect(await counts()).toEqual([
    ['静态', 1],
    ['动态', 3],
  ])
  const platform = await as.get(department.getDepartmentInfo, { id: at('平台组') })
  await as.get(department.update, { id: at('平台组'), parentId: at('市场部'), version: platform.version })
  await world.runJobs()
  expect(await namesIn(world, admin, id)).toEqual([])
  expect(await counts()).toEqual([
    ['静态', 1],
    ['动态', 0],
  ])
  expect(await world.rows('select from usergroup.changed_staff where company_id = $1', [companyId])).toEqual([])
  expect(await namesIn(world, admin, fixed)).toEqual(['乙'])
})

test('many changes are one computation, and a change that nobody reported is found by recomputing', async () => {
  const { admin, companyId, at, people } = await arrange()
  const rule = {
    match: 'all' as const,
    items: [{ kind: 'department' as const, departmentIds: [at('市场部')], withBelow: true, ...is }],
  }
  const id = await addDynamic(world, admin, '动态', rule)
  await world.rows('update org.staff set department_id = $2 where id = $1', [people.甲, at('市场部')])
  expect(await world.as(admin).get(group.recomputeStaffGroup, { id })).toEqual({ staffCount: 3, addedCount: 1, removedCount: 0 })
  expect(await world.as(admin).get(group.recomputeStaffGroup, { id })).toEqual({ staffCount: 3, addedCount: 0, removedCount: 0 })
  await world.inCompany(companyId, async (db) => {
    for (const one of Object.values(people)) await emit(db, staffChanged, companyId, { staffIds: [one] })
  })
  const ran = await world.runJobs()
  expect(ran.filter((name) => name === 'usergroup.follow')).toHaveLength(1)
  await world.rows('update org.staff set department_id = $2 where id = $1', [people.乙, at('市场部')])
  await world.inCompany(companyId, (db) => emit(db, staffChanged, companyId, { staffIds: null }))
  await world.runJobs()
  expect(await namesIn(world, admin, id)).toEqual(['丁', '丙', '乙', '甲'])
})

test('a rule never finds more than its author could see, and only who sees all of a group may change its rule', async () => {
  const { admin, companyId, at } = await arrange()
  const everybody = { match: 'all' as const, items: [{ kind: 'state' as const, state: 1 as const, ...is }] }
  const scope = { kind: 'some' as const, departmentIds: [], subtreeIds: [at('研发部')], ownStaffId: null }
  const manager = await world.actor({
    companyId,
    rights: Object.values(userGroupMenu.rights),
    scopes: { [userGroupMenu.name]: scope },
  })
  const theirs = await addDynamic(world, manager, '经理的', everybody)
  expect(await namesIn(world, admin, theirs)).not.toContain('丙')
  expect(await world.as(admin).get(group.recomputeStaffGroup, { id: theirs })).toMatchObject({ addedCount: 0 })
  const whole = await addDynamic(world, admin, '全公司的', everybody)
  const none = { match: 'all' as const, items: [{ kind: 'state' as const, state: 0 as const, ...is }] }
  expect(await world.as(manager).call(group.updateStaffGroup, { id: whole, version: 1, rule: none })).toMatchObject({
    code: groupErrors.outOfScope.code,
  })
  expect((await world.as(manager).get(group.previewStaffGroupRule, { rule: none })).staffCount).toBe(0)
})

test('a new day computes the groups that depend on it, once', async () => {
  const admin = await world.actor()
  await addPerson(world, admin.companyId, { name: '新人', entryDate: '2020-01-01' })
  const rule = { match: 'all' as const, items: [{ kind: 'entryWithin' as const, days: 30, ...is }] }
  world.now = () => new Date('2020-01-15T10:00:00+08:00')
  const id = await addDynamic(world, admin, '新员工', rule)
  world.now = () => new Date()
  expect(await namesIn(world, admin, id)).toEqual(['新人'])
  await followCalendar(world.services, new Date())
  expect(await world.runJobs()).toContain('usergroup.recompute')
  expect(await namesIn(world, admin, id)).toEqual([])
  await followCalendar(world.services, new Date())
  expect(await world.runJobs()).toEqual([])
})

test('exports carry what the list shows', async () => {
  const { admin, at } = await arrange()
  const rule = {
    match: 'all' as const,
    items: [{ kind: 'department' as const, departmentIds: [at('研发部')], withBelow: true, ...is }],
  }
  const id = await addDynamic(world, admin, '动态', rule)
  await world.as(admin).get(groupMember.exportStaffGroupMember, { id, departmentId: at('总部'), state: 1 })
  await world.as(admin).get(group.exportStaffGroup, {})
  await world.runJobs()
  const done = await world.rows<{ result: { rowCount: number }; title: string }>(
    'select title, result, conditions from jobs.background_job where company_id = $1 order by id',
    [admin.companyId],
  )
  expect(done).toMatchObject([
    {
      title: '用户组成员：动态',
      result: { rowCount: 3 },
      conditions: { 用户组: '动态', 部门: '总部（含下级）', 状态: expect.any(String) },
    },
    { title: '用户组', result: { rowCount: 1 } },
  ])
})
