import { readFile } from 'node:fs/promises'
import { protocolErrors } from '@kaopei/contract'
import { expireFiles, findOwnUpload, storeFile, withLocalFile } from '@kaopei/files/server'
import type { Handlers } from '@kaopei/server'
import { coursewareType } from '../contract/codes.ts'
import { coursewareErrors } from '../contract/errors.ts'
import type { coursewareSubtitle } from '../contract/subtitle.ts'
import { readSubtitles } from '../contract/subtitles.ts'
import { requireCourseware } from './courseware.service.ts'
import { deleteSubtitle, findSubtitleFile, putSubtitle } from './subtitle.sql.ts'

export const subtitleHandlers: Handlers<typeof coursewareSubtitle> = {
  save: async ({ id, fileId: given, language, label }, { actor, db, fail, now, record, services }) => {
    const { title, type, latestId } = await requireCourseware(db, id, true)
    if (type !== coursewareType.video && type !== coursewareType.audio) return fail(coursewareErrors.subtitleNotAllowed)
    const uploaded = await findOwnUpload(db, services, actor, { fileId: given }, ['subtitle'])
    if (uploaded === undefined) return fail(coursewareErrors.fileMissing)
    const bytes = await withLocalFile(db, services, uploaded, (path) => readFile(path))
    const read = readSubtitles(bytes)
    if ('problem' in read) return fail(coursewareErrors.subtitleUnreadable, { text: read.problem })
    const file = {
      companyId: actor.companyId,
      name: `${title}.${language}.vtt`,
      contentType: 'text/vtt; charset=utf-8',
      purpose: 'subtitle',
      body: Buffer.from(read.vtt),
      createdBy: actor.staffId,
    }
    const { fileId } = await storeFile(db, services, file, fail)
    const before = await findSubtitleFile(db, latestId, language)
    if (before !== undefined) await expireFiles(db, [before], now)
    await putSubtitle(db, latestId, { language, label, fileId })
    record({ targetId: id, targetName: title, after: { language, label, cueCount: read.cueCount } })
    return { cueCount: read.cueCount }
  },

  remove: async ({ id, language }, { db, fail, now, record }) => {
    const { title, latestId } = await requireCourseware(db, id, true)
    const before = await findSubtitleFile(db, latestId, language)
    if (before === undefined) return fail(protocolErrors.notFound)
    await deleteSubtitle(db, latestId, language)
    await expireFiles(db, [before], now)
    record({ targetId: id, targetName: title, before: { language } })
    return null
  },
}
