import type { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { courseware } from '../contract/courseware.ts'
import { coursewareErrors } from '../contract/errors.ts'
import { microCourse } from '../contract/micro-course.ts'
import { addCoursewares, arrangeConverted, arrangeUpload, openCoursewareWorld } from './courseware-arrange.ts'
import { usersOfCourseware } from './index.ts'
import { removeUnneededFiles } from './removed-files.ts'

let world: World
beforeAll(async () => {
  world = await openCoursewareWorld()
})
afterAll(() => world.close())

const days = (count: number) => new Date(Date.now() + count * 86_400_000)
const going = async (companyId: string) => {
  const rows = await world.rows<{ name: string }>(
    'select name from files.object where company_id = $1 and expires_at is not null order by name',
    [companyId],
  )
  return rows.map(({ name }) => name)
}

test('the files of a removed courseware go a month later, when nobody is given it any more', async () => {
  const admin = await world.actor()
  const { companyId } = admin
  const as = world.as(admin)
  const [film, other] = await addCoursewares(world, admin, '甲.mkv', '乙.mkv')
  const [id, versionId] = [film?.id ?? '', film?.versionId ?? '']
  await arrangeConverted(world, versionId)
  const [made, cover] = [
    await arrangeUpload(world, admin, '1080.mp4', 'coursewareMade'),
    await arrangeUpload(world, admin, '封面.png', 'image'),
  ]
  await world.rows(
    `insert into courseware.rendition (company_id, version_id, name, file_id, bits_per_second, codecs) values ($1, $2, '1080', $3, 1, '')`,
    [companyId, versionId, made],
  )
  await world.rows('update courseware.courseware set cover_file_id = $2 where id = $1', [id, cover])
  const micro = await as.get(microCourse.create, {
    contributor: [{ name: '培训部' }],
    content: { title: '微课', contentList: [{ id: 'a', type: 3, coursewareId: id }] },
  })
  const inCourse = new Set<string>()
  usersOfCourseware({
    uses: async () => [],
    learnCounts: async () => new Map(),
    needs: async (_db, ids) => new Set(ids.filter((one) => inCourse.has(one))),
  })
  await as.get(courseware.delete, { id, isConfirmed: true })
  await removeUnneededFiles(world.services, days(29))
  await removeUnneededFiles(world.services, days(31))
  expect(await going(companyId)).toEqual([])
  // The micro-course is removed too, and still stands in a course.
  inCourse.add(micro.id)
  await as.get(courseware.delete, { id: micro.id })
  await removeUnneededFiles(world.services, days(62))
  expect(await going(companyId)).toEqual([])
  inCourse.clear()
  await removeUnneededFiles(world.services, days(93))
  await removeUnneededFiles(world.services, days(124))
  // A cover of one's own may stand elsewhere.
  expect(await going(companyId)).toEqual(['1080.mp4', '甲.mkv'])
  expect(await as.get(courseware.detail, { id: other?.id ?? '' })).toMatchObject({ title: '乙' })
})

test('an upload that another courseware has too stays with that one', async () => {
  const admin = await world.actor()
  const as = world.as(admin)
  const fileId = await arrangeUpload(world, admin, '甲.pdf')
  const contributor = [{ name: '培训部' }]
  const twice = ['甲', '乙'].map((title) => ({ fileId, title, contributor }))
  const { dataList } = await as.get(courseware.saveBatch, { coursewareList: twice })
  const [one = '', two = ''] = dataList.map(({ id }) => id)
  await as.get(courseware.delete, { id: one })
  await removeUnneededFiles(world.services, days(31))
  expect(await going(admin.companyId)).toEqual([])
  await as.get(courseware.delete, { id: two })
  await removeUnneededFiles(world.services, days(31))
  expect(await going(admin.companyId)).toEqual(['甲.pdf'])
})

test('an upload that waited too long is no courseware any more', async () => {
  const admin = await world.actor()
  const fileId = await arrangeUpload(world, admin, '甲.pdf')
  const save = () =>
    world.as(admin).call(courseware.saveBatch, { coursewareList: [{ fileId, title: '甲', contributor: [{ name: '培训部' }] }] })
  await world.rows(`update files.object set expires_at = now() + interval '1 minute' where id = $1`, [fileId])
  expect((await save()).code).toBe(0)
  expect(await going(admin.companyId)).toEqual([])
  await world.rows('update files.object set expires_at = now() where id = $1', [fileId])
  expect(await save()).toMatchObject({ code: coursewareErrors.fileMissing.code })
})
