import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { protocolErrors } from '@kaopei/contract'
import { fileIdOfUrl, pictureUrl } from '@kaopei/files/server'
import type { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { courseware } from '../contract/courseware.ts'
import { coursewareErrors } from '../contract/errors.ts'
import { microCourse, storedMicroCourse } from '../contract/micro-course.ts'
import {
  addCoursewares,
  arrangeConverted,
  arrangeStored,
  arrangeUpload,
  madeMp4,
  openCoursewareWorld,
} from './courseware-arrange.ts'
import { versionFor } from './index.ts'
import { unmeasuredVersions } from './micro-course.sql.ts'

let world: World
beforeAll(async () => {
  world = await openCoursewareWorld()
})
afterAll(() => world.close())

/** Pictures are named by an address, as the editor has it. */
const pictureOf = async (actor: Parameters<typeof arrangeUpload>[1]) => {
  const fileId = await arrangeUpload(world, actor, '图.png', 'image')
  return pictureUrl(world.services, { companyId: actor.companyId, fileId })
}
const contributor = [{ name: '培训部' }]

test('a micro-course keeps cleaned words, pictures as references and films by name, and is shown with addresses', async () => {
  const admin = await world.actor()
  const as = world.as(admin)
  const picture = await pictureOf(admin)
  const film = await arrangeStored(world, admin, '演示.mp4', madeMp4({ seconds: 29.2 }))
  const [ready] = await addCoursewares(world, admin, '讲解.mkv')
  await arrangeConverted(world, ready?.versionId ?? '')
  const contentList = [
    {
      id: 'a',
      type: 1 as const,
      fenmianImgPath: picture,
      content: `<p onclick="x()">你好<script>1</script><img src="${picture}"></p>`,
    },
    { id: 'b', type: 3 as const, fileId: film, content: '' },
    { id: 'c', type: 3 as const, coursewareId: ready?.id ?? '', content: '<p>结束</p>' },
  ]
  const { id, versionId } = await as.get(microCourse.create, { contributor, content: { title: '安全一分钟', contentList } })
  const [row] = await world.rows<{ content: unknown; text: string; page_count: number }>(
    'select content, text, page_count from courseware.version where id = $1',
    [versionId],
  )
  expect(row).toMatchObject({ page_count: 3, text: '安全一分钟\n你好\n\n结束' })
  const [first, second] = storedMicroCourse.parse(row?.content).contentList
  expect(first?.content).toMatch(/^<p>你好<img src="\/files\/keep\/[0-9a-f-]{36}" \/><\/p>$/)
  expect([first?.fenmianImgPath, second?.filmName]).toEqual([expect.stringMatching(/^\/files\/keep\//), '演示.mp4'])
  const { blocks } = await as.get(courseware.preview, { id })
  expect(blocks.map(({ lengthSeconds }) => lengthSeconds)).toEqual([null, 30, null])
  const shown = await as.get(microCourse.get, { id })
  expect(shown.contentList.map(({ filmUrl }) => filmUrl !== null)).toEqual([false, true, true])
  expect(shown.contentList[0]?.content).toMatch(/<img src="\/files\/[\w.-]+\.[\w-]+"/)
  expect(await as.get(courseware.detail, { id })).toMatchObject({ type: 5, transStatus: 0, title: '安全一分钟', pageCount: 3 })
  const { fileTmpUrl, content } = await as.get(courseware.detailByGet, { id })
  expect(fileTmpUrl).toBe('')
  expect(JSON.parse(content)).toMatchObject({
    title: '安全一分钟',
    contentList: [{ id: 'a', type: 1 }, { id: 'b', type: 3 }, { id: 'c' }],
  })
  const [image] = await addCoursewares(world, admin, '海报.png')
  const poster = await as.get(courseware.detailByGet, { id: image?.id ?? '' })
  expect(JSON.parse(poster.fileTmpUrl)).toEqual([expect.stringMatching(/^\/files\//)])
  expect((await as.get(courseware.list, { type: 5, transStatus: 0 })).totalCount).toBe(1)
})

test('what was shown may be saved again, by another author too; new contents are a new version', async () => {
  const admin = await world.actor()
  const picture = await pictureOf(admin)
  const block = { id: 'a', type: 2 as const, fenmianImgPath: picture, content: '<p>一</p>' }
  const content = { title: '微课', contentList: [block] }
  const { id, versionId } = await world.as(admin).get(microCourse.create, { contributor, content })
  const other = await world.actor({ companyId: admin.companyId })
  const as = world.as(other)
  const { title, contentList, version } = await as.get(microCourse.get, { id })
  const [shown] = contentList
  if (!shown) throw new Error('a block was expected')
  const same = await as.get(microCourse.update, { id, version, content: { title, contentList }, isForBegun: false })
  expect(same).toEqual({ id, versionId, version: version + 1 })
  const changed = { ...shown, content: `${shown.content}<p>二</p>` }
  const wish = { id, version: same.version, content: { title: '新名', contentList: [changed] }, isForBegun: false }
  const next = await as.get(microCourse.update, wish)
  const given = (begunVersionId: string | null) =>
    world.inCompany(admin.companyId, async (db) => (await versionFor(db, { coursewareId: id, begunVersionId }))?.versionId)
  expect([await given(null), await given(versionId)]).toEqual([next.versionId, versionId])
  expect(await as.call(microCourse.update, wish)).toMatchObject({ code: protocolErrors.changed.code })
})

test('pictures and films of others, unplayable films, empty blocks and too deep markup are refused', async () => {
  const admin = await world.actor()
  const as = world.as(admin)
  const other = await world.actor({ companyId: admin.companyId })
  const foreign = await pictureOf(other)
  const save = (block: object) =>
    as.call(microCourse.create, {
      contributor,
      content: { title: '微课', contentList: [{ id: 'a', type: 1, fenmianImgPath: '', content: '', ...block }] },
    })
  expect(await save({ fenmianImgPath: foreign })).toMatchObject({ code: coursewareErrors.pictureRefused.code })
  expect(await save({ fenmianImgPath: 'https://evil.example/a.png' })).toMatchObject({
    code: coursewareErrors.pictureRefused.code,
  })
  expect(await save({})).toMatchObject({
    code: protocolErrors.invalid.code,
    message: expect.stringContaining('请为图片块上传图片'),
  })
  expect(await save({ type: 3 })).toMatchObject({ data: { fields: [{ message: '请为视频块上传视频或选择视频课件' }] } })
  const wmv = await arrangeUpload(world, admin, '旧.wmv')
  const theirs = await arrangeUpload(world, other, '新.mp4')
  const [waiting] = await addCoursewares(world, admin, '等待.mp4')
  for (const film of [{ fileId: wmv }, { fileId: theirs }, { coursewareId: waiting?.id }])
    expect(await save({ type: 3, ...film })).toMatchObject({ code: coursewareErrors.filmMissing.code })
  // High 4:2:2 is H.264 too, and no browser plays it.
  for (const body of [madeMp4({ codec: 'hvc1' }), madeMp4({ profile: 0x7a }), madeMp4({ seconds: 0 }), Buffer.from('no film')])
    expect(await save({ type: 3, fileId: await arrangeStored(world, admin, '手机.mp4', body) })).toMatchObject({
      code: coursewareErrors.filmUnplayable.code,
      message: '“手机.mp4”不是浏览器都能播放的 H.264 视频，请先上传为课件，转码后再选择',
    })
  const picture = await pictureOf(admin)
  expect(await save({ fenmianImgPath: picture, content: '<strong>'.repeat(300) })).toMatchObject({
    code: coursewareErrors.tooComplex.code,
  })
  expect((await as.get(courseware.courseWareList, { type: 5 })).totalCount).toBe(0)
})

test('a film that is a courseware is given as browsers play it, and is known to be used by the micro-course', async () => {
  const admin = await world.actor()
  const as = world.as(admin)
  const [film, plain] = await addCoursewares(world, admin, '讲解.mkv', '现场.mp4')
  for (const { versionId = '' } of [film ?? {}, plain ?? {}]) {
    await arrangeConverted(world, versionId)
    await world.rows('update courseware.version set media = $2 where id = $1', [
      versionId,
      { videoCodec: 'h264', audioCodec: 'aac' },
    ])
    for (const [name, height] of [
      ['1080', 1080],
      ['720', 720],
      ['360', 360],
    ])
      await world.rows(
        `insert into courseware.rendition (company_id, version_id, name, file_id, width, height, bits_per_second, codecs)
         values ($1, $2, $3, $4, $5, $6, 1000, 'avc1')`,
        [admin.companyId, versionId, name, crypto.randomUUID(), (Number(height) * 16) / 9, height],
      )
  }
  const files = await world.rows<{ uploaded: string; made: string }>(
    `select v.file_id as uploaded, r.file_id as made from courseware.version v
     join courseware.rendition r on r.version_id = v.id and r.name = '720'
     where v.company_id = $1
     order by v.file_name like '%.mp4'`,
    [admin.companyId],
  )
  const [ofFilm, ofPlain] = files
  const contentList = [film, plain].map((one, place) => ({ id: `b${place}`, type: 3 as const, coursewareId: one?.id ?? '' }))
  const made = await as.get(microCourse.create, { contributor, content: { title: '安全一分钟', contentList } })
  const { blocks } = await as.get(courseware.preview, { id: made.id })
  const fileIdOf = (url: string | null) => fileIdOfUrl(world.services, admin.companyId, url ?? '')
  expect(blocks.map(({ url }) => fileIdOf(url))).toEqual([ofFilm?.made, ofPlain?.uploaded])
  const ofUpload = async (media: object, sizeBytes: number) => {
    await world.rows('update courseware.version set media = $2, size_bytes = $3, length_seconds = 10 where id = $1', [
      plain?.versionId,
      { videoCodec: 'h264', ...media },
      sizeBytes,
    ])
    return fileIdOf((await as.get(courseware.getVodUrlWithTime, { id: plain?.id ?? '' })).url) === ofPlain?.uploaded
  }
  expect(await ofUpload({ pixelFormat: 'yuv420p' }, 12_500_000)).toBe(true)
  // Colours that no browser decodes, and more than a line carries.
  expect(await ofUpload({ pixelFormat: 'yuv422p10le' }, 1000)).toBe(false)
  expect(await ofUpload({ pixelFormat: 'yuv420p' }, 12_500_001)).toBe(false)
  const vod = await as.get(courseware.getVodUrlWithTime, { id: film?.id ?? '' })
  expect(fileIdOf(vod.url)).toBe(ofFilm?.made)
  const use = { kind: '微课', id: made.id, name: '安全一分钟', learnerCount: 0 }
  expect((await as.get(courseware.detail, { id: film?.id ?? '' })).usedIn).toEqual([use])
  expect(await as.call(courseware.delete, { id: film?.id ?? '' })).toMatchObject({
    code: coursewareErrors.inUse.code,
    data: { usedIn: [use] },
  })
})

test('films of micro-courses of before are measured once, and saving what was shown changes nothing', async () => {
  const admin = await world.actor()
  const { companyId } = admin
  const as = world.as(admin)
  const films = await Promise.all(
    [madeMp4({ seconds: 29.2 }), Buffer.from('no film')].map((body, n) => arrangeStored(world, admin, `${n}.mp4`, body)),
  )
  const block = { type: 3, fenmianImgPath: '', content: '', coursewareId: null, filmName: '演示.mp4' }
  const words = { ...block, id: 'words', type: 2, content: '<p>一</p>', fileId: null, filmName: '' }
  const contentList = [words, ...films.map((fileId, n) => ({ ...block, id: `film${n}`, fileId }))]
  const contributed = { contributor, content: { title: '旧微课', contentList: [{ ...words, type: 2 as const }] } }
  const { id, versionId } = await as.get(microCourse.create, contributed)
  await world.rows('update courseware.version set content = $2 where id = $1', [versionId, { title: '旧微课', contentList }])
  const lengths = async () => (await as.get(courseware.preview, { id })).blocks.map(({ lengthSeconds }) => lengthSeconds)
  expect(await lengths()).toEqual([null, null, null])
  const path = join(import.meta.dirname, '../../../db/migrations/20270131000100_courseware__measure_films.sql')
  await world.rows(readFileSync(path, 'utf8'))
  await world.runJobs()
  expect(await lengths()).toEqual([null, 30, 0])
  expect(await world.inCompany(companyId, unmeasuredVersions)).toEqual([])
  const { title, contentList: shown, version } = await as.get(microCourse.get, { id })
  const same = { id, version, content: { title, contentList: shown }, isForBegun: false }
  expect((await as.get(microCourse.update, same)).versionId).toBe(versionId)
})
