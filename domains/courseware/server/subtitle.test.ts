import { upload } from '@kaopei/files/contract/upload'
import type { TestActor, World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { courseware } from '../contract/courseware.ts'
import { coursewareErrors } from '../contract/errors.ts'
import { coursewareSubtitle } from '../contract/subtitle.ts'
import { addCoursewares, openCoursewareWorld } from './courseware-arrange.ts'

let world: World
beforeAll(async () => {
  world = await openCoursewareWorld()
})
afterAll(() => world.close())

async function uploaded(actor: TestActor, name: string, bytes: Buffer): Promise<string> {
  const as = world.as(actor)
  const wish = { filePath: name, sizeBytes: bytes.length, purpose: 'subtitle' as const }
  const { uploadId, slices } = await as.get(upload.credential, wish)
  const headers = { 'content-type': 'application/octet-stream' }
  await world.app.inject({ method: 'PUT', url: slices[0]?.url ?? '', payload: bytes, headers })
  return (await as.get(upload.complete, { uploadId })).fileId
}

test('subtitles of a film come as .srt or .vtt and are kept as WebVTT, one of each language', async () => {
  const admin = await world.actor()
  const as = world.as(admin)
  const [film, picture] = await addCoursewares(world, admin, '甲.mp4', '乙.png')
  const id = film?.id ?? ''
  const fileId = await uploaded(admin, '甲.srt', Buffer.from('1\n00:00:01,000 --> 00:00:02,000\n你好\n'))
  const wish = { id, fileId, language: 'zh', label: '中文' }
  expect(await as.get(coursewareSubtitle.save, wish)).toEqual({ cueCount: 1 })
  await as.get(coursewareSubtitle.save, { ...wish, label: '简体' })
  expect((await as.get(courseware.detail, { id })).subtitles).toEqual([{ language: 'zh', label: '简体' }])
  const [stored] = await world.rows<{ content_type: string; expires_at: Date | null }>(
    `select o.content_type, o.expires_at from courseware.subtitle s join files.object o on o.id = s.file_id where s.version_id = $1`,
    [film?.versionId],
  )
  expect(stored).toEqual({ content_type: 'text/vtt; charset=utf-8', expires_at: null })
  expect(await as.call(coursewareSubtitle.save, { ...wish, id: picture?.id ?? '' })).toMatchObject({
    code: coursewareErrors.subtitleNotAllowed.code,
  })
  await as.get(coursewareSubtitle.remove, { id, language: 'zh' })
  expect((await as.get(courseware.detail, { id })).subtitles).toEqual([])
  // What was replaced, and what was removed.
  const gone = await world.rows(
    `select id from files.object where company_id = $1 and name like '%.vtt' and expires_at <= now()`,
    [admin.companyId],
  )
  expect(gone).toHaveLength(2)
})

test('a wrong file is refused with the line that is wrong', async () => {
  const admin = await world.actor()
  const [film] = await addCoursewares(world, admin, '甲.mp4')
  const fileId = await uploaded(admin, '甲.srt', Buffer.from('1\n00:00:01 --> 00:00:02\n你好\n'))
  const wish = { id: film?.id ?? '', fileId, language: 'zh', label: '中文' }
  expect(await world.as(admin).call(coursewareSubtitle.save, wish)).toMatchObject({
    code: coursewareErrors.subtitleUnreadable.code,
    message: '第 2 行：时间格式不正确，应如 00:00:01,000 --> 00:00:04,000',
  })
  const stranger = await world.actor({ companyId: admin.companyId })
  expect(await world.as(stranger).call(coursewareSubtitle.save, wish)).toMatchObject({ code: coursewareErrors.fileMissing.code })
})
