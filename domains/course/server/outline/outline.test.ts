import { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { arrangeCourse } from '../course-arrange.ts'
import { courseModule, outlineOf, publishedOutline } from '../index.ts'

let world: World
beforeAll(async () => {
  world = await World.open([courseModule])
})
afterAll(() => world.close())

test('an outline has its chapters and tasks in their order, and is no other company’s', async () => {
  const companyId = await world.company()
  const wish = {
    unlockOrder: 'tasks',
    chapters: [[{ title: '甲' }, { title: '乙', isRequired: false }], [{ title: '丙' }]],
  } as const
  const { courseId, versionId } = await arrangeCourse(world, companyId, wish)
  const outline = await world.inCompany(companyId, (db) => outlineOf(db, versionId))
  expect(outline).toMatchObject({
    courseId,
    unlockOrder: 'tasks',
    chapters: [{ title: '第 1 章', tasks: [{ title: '甲' }, { title: '乙', isRequired: false }] }, { tasks: [{ title: '丙' }] }],
  })
  expect(await world.inCompany(companyId, (db) => publishedOutline(db, courseId))).toEqual(outline)
  const other = await world.company()
  expect(await world.inCompany(other, (db) => outlineOf(db, versionId))).toBeUndefined()
  expect(await world.inCompany(other, (db) => publishedOutline(db, courseId))).toBeUndefined()
})
