import { protocolErrors } from '@kaopei/contract'
import type { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postErrors, staffErrors } from '../../contract/errors.ts'
import { label, post, postGroup, rank } from '../../contract/post.ts'
import { staff } from '../../contract/staff.ts'
import { addDepartments, addPerson, openOrgWorld } from '../org-arrange.ts'

let world: World
beforeAll(async () => {
  world = await openOrgWorld()
})
afterAll(() => world.close())

test('post groups are a tree that counts its posts and never becomes a circle', async () => {
  const admin = await world.actor()
  const as = world.as(admin)
  const top = await as.get(postGroup.save, { name: '技术' })
  const below = await as.get(postGroup.save, { name: '后端', parentId: top.id })
  await as.get(post.save, { name: '工程师', groupId: below.id })
  await as.get(post.save, { name: '架构师', groupId: below.id })
  expect(await as.get(postGroup.getPostGroupTree)).toMatchObject([
    { name: '技术', postCount: 2, children: [{ name: '后端', postCount: 2 }] },
  ])
  expect(await as.get(postGroup.getPostGroupInfo, { groupId: below.id })).toMatchObject({
    name: '后端',
    postCount: 2,
    childCount: 0,
  })
  expect((await as.get(post.list, { groupId: top.id })).totalCount).toBe(2)
  expect((await as.get(post.list, { keyWords: '架构' })).dataList).toMatchObject([{ groupName: '后端' }])

  expect(await as.call(postGroup.update, { id: top.id, parentId: below.id, version: 1 })).toMatchObject({
    code: postErrors.groupIntoItself.code,
  })
  expect(await as.call(postGroup.delete, { id: below.id })).toMatchObject({ code: postErrors.groupNotEmpty.code })
  expect(await as.call(postGroup.save, { name: '后端', parentId: top.id })).toMatchObject({
    code: postErrors.groupNameTaken.code,
  })
  await as.get(postGroup.update, { id: below.id, parentId: null, version: 1 })
  expect(await as.call(postGroup.update, { id: below.id, name: '服务端', version: 1 })).toMatchObject({
    code: protocolErrors.changed.code,
    data: { name: '后端', parentId: null, version: 2 },
  })
  await as.get(postGroup.delete, { id: top.id })
  expect(await as.call(postGroup.getPostGroupInfo, { groupId: top.id })).toMatchObject({ code: protocolErrors.notFound.code })
})

test('a post in use goes only when another takes its people, who keep their history of changes', async () => {
  const admin = await world.actor()
  const as = world.as(admin)
  const department = await addDepartments(world, admin, { 总部: null })
  const { id: one } = await as.get(post.save, { name: '质检员' })
  const { id: other } = await as.get(post.save, { name: '检验员' })
  expect(await as.call(post.save, { name: '质检员' })).toMatchObject({ code: postErrors.postNameTaken.code })
  const person = await addPerson(world, admin, { departmentId: department('总部'), postId: one })
  const leaver = await addPerson(world, admin, { departmentId: department('总部'), postId: one })
  await as.get(staff.remove, { id: leaver, reason: '离职' })
  expect((await as.get(post.list, { keyWords: '质检' })).dataList).toMatchObject([{ staffCount: 1 }])
  expect(await as.call(post.delete, { id: one })).toMatchObject({ code: postErrors.inUse.code, data: { staffCount: 1 } })
  expect(await as.call(post.delete, { id: one, targetId: one })).toMatchObject({ code: postErrors.badTarget.code })
  expect(await as.get(post.delete, { id: one, targetId: other })).toEqual({ movedStaffCount: 1 })
  expect(await as.get(staff.get, { id: person })).toMatchObject({ post: '检验员', postId: other, version: 2 })
})

test('people are found by post, rank, label and day of entry, and by all of them together', async () => {
  const admin = await world.actor()
  const as = world.as(admin)
  const department = await addDepartments(world, admin, { 总部: null })
  const { id: postId } = await as.get(post.save, { name: '工程师' })
  const { id: rankId } = await as.get(rank.save, { name: 'P5' })
  const { id: labelId } = await as.get(label.save, { name: '新员工' })
  const here = { departmentId: department('总部') }
  await addPerson(world, admin, { ...here, name: '甲', postId, entryDate: '2026-01-05' })
  await addPerson(world, admin, { ...here, name: '乙', rankId, labelIds: [labelId], entryDate: '2026-03-01' })
  await addPerson(world, admin, { ...here, name: '丙', postId, rankId, labelIds: [labelId] })
  const found = async (filter: object) => (await as.get(staff.list, filter)).dataList.map(({ name }) => name).sort()
  expect(await found({ postIds: [postId] })).toEqual(['丙', '甲'])
  expect(await found({ rankIds: [rankId], labelIds: [labelId] })).toEqual(['丙', '乙'])
  expect(await found({ postIds: [postId], labelIds: [labelId] })).toEqual(['丙'])
  expect(await found({ entryDateStart: '2026-01-05', entryDateEnd: '2026-02-28' })).toEqual(['甲'])
  expect(await found({ postIds: [postId], keyWords: '甲' })).toEqual(['甲'])
  expect(await as.get(staff.list, { labelIds: [labelId], state: 1, departmentId: here.departmentId })).toMatchObject({
    totalCount: 2,
  })

  await as.get(label.delete, { id: labelId })
  expect(await as.get(staff.list, { keyWords: '丙' })).toMatchObject({ dataList: [{ labels: [], rank: 'P5' }] })
  expect(await as.call(staff.create, { ...here, name: '丁', phone: '13900001111', postId: labelId })).toMatchObject({
    code: staffErrors.postMissing.code,
  })
})

test('labels and ranks have unique names; an old version is told', async () => {
  const as = world.as(await world.actor())
  const { id } = await as.get(label.save, { name: '骨干' })
  expect(await as.call(label.save, { name: '骨干' })).toMatchObject({ code: postErrors.labelNameTaken.code })
  await as.get(label.update, { id, name: '核心骨干' })
  expect(await as.call(label.update, { id, name: '中坚', version: 1 })).toMatchObject({ code: protocolErrors.changed.code })
  expect(await as.get(label.list)).toMatchObject([{ name: '核心骨干', staffCount: 0, version: 2 }])
  const senior = await as.get(rank.save, { name: 'P7', level: 7 })
  expect(await as.get(rank.update, { id: senior.id, name: 'P8', version: 1 })).toMatchObject({ name: 'P8', level: 7, version: 2 })
  expect(await as.call(rank.update, { id: senior.id, level: 9, version: 1 })).toMatchObject({ code: protocolErrors.changed.code })
  expect(await as.get(rank.delete, { id: senior.id })).toEqual({ movedStaffCount: 0 })
})

test('a rank that is chosen is named, however many stand above it', async () => {
  const as = world.as(await world.actor())
  const { id } = await as.get(rank.save, { name: 'P1', level: 1 })
  await as.get(rank.save, { name: 'P2', level: 2 })
  expect(await as.get(rank.list, { pageSize: 1 })).toMatchObject({ dataList: [{ name: 'P2' }], totalCount: 2 })
  expect(await as.get(rank.list, { pageSize: 1, ids: [id] })).toMatchObject({ dataList: [{ name: 'P1' }], totalCount: 1 })
  expect(await as.get(rank.list, { ids: [id], keyWords: 'P2' })).toMatchObject({ dataList: [], totalCount: 0 })
})

test('another company sees and touches none of it', async () => {
  const mine = world.as(await world.actor())
  const theirs = world.as(await world.actor())
  const { id: groupId } = await mine.get(postGroup.save, { name: '技术' })
  const { id } = await mine.get(post.save, { name: '工程师', groupId })
  expect((await theirs.get(post.list, {})).totalCount).toBe(0)
  expect(await theirs.get(postGroup.getPostGroupTree)).toEqual([])
  expect(await theirs.call(post.update, { id, name: '他人', version: 1 })).toMatchObject({ code: protocolErrors.notFound.code })
  expect(await theirs.call(post.save, { name: '工程师', groupId })).toMatchObject({ code: postErrors.groupMissing.code })
})
