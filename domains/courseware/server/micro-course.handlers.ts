import { protocolErrors } from '@kaopei/contract'
import type { Handlers } from '@kaopei/server'
import { coursewareType } from '../contract/codes.ts'
import { coursewareErrors } from '../contract/errors.ts'
import { type microCourse, type StoredMicroCourse, storedMicroCourse } from '../contract/micro-course.ts'
import { coverToKeep, loggedInput, requireCourseware, requireSeenPeople, writeFacts } from './courseware.service.ts'
import { findVersion, insertCourseware, insertVersion, updateCourseware } from './courseware.sql.ts'
import { detailOf, knownPeople } from './detail.service.ts'
import { contentToKeep, shownMicroCourseOf, wordsOf } from './micro-course.service.ts'

const versionOf = (content: StoredMicroCourse) => ({
  fileId: null,
  fileName: '',
  sizeBytes: 0,
  pageCount: content.contentList.length,
  content,
  text: wordsOf(content),
})

export const microCourseHandlers: Handlers<typeof microCourse> = {
  create: async ({ content: given, descript, coverUrl, ...facts }, context) => {
    const { actor, db, fail, record } = context
    await requireSeenPeople(context, [facts], new Set(), fail)
    const content = await contentToKeep(context, given, { before: undefined, fail })
    const coverFileId = await coverToKeep(context, coverUrl, null, fail)
    const type = coursewareType.microCourse
    const id = await insertCourseware(db, { title: given.title, type, descript, coverFileId, createdBy: actor.staffId })
    const written = { ...versionOf(content), coursewareId: id, isForBegun: false, createdBy: actor.staffId }
    const versionId = await insertVersion(db, written, { isUsable: true })
    await writeFacts(db, id, facts)
    record({
      targetId: id,
      targetName: given.title,
      after: { title: given.title, type: coursewareType.label(type), ...loggedInput(facts) },
    })
    return { id, versionId, version: 1 }
  },

  update: async ({ id, version, content: given, isForBegun, descript, coverUrl, ...facts }, context) => {
    const { actor, db, fail, now, record } = context
    const row = await requireCourseware(db, id, true)
    if (row.type !== coursewareType.microCourse) return fail(coursewareErrors.notMicroCourse)
    const shown = await detailOf(context, id)
    if (row.version !== version) return fail(protocolErrors.changed, { data: shown })
    await requireSeenPeople(context, [facts], knownPeople(shown), fail)
    const before = storedMicroCourse.safeParse((await findVersion(db, row.latestId))?.content).data
    const content = await contentToKeep(context, given, { before, fail })
    const coverFileId = await coverToKeep(context, coverUrl, row.coverFileId, fail)
    await updateCourseware(db, id, { title: given.title, descript: descript ?? row.descript, coverFileId }, now)
    await writeFacts(db, id, facts)
    const written = { ...versionOf(content), coursewareId: id, isForBegun, createdBy: actor.staffId }
    const isSame = JSON.stringify(before) === JSON.stringify(content)
    const versionId = isSame ? row.latestId : await insertVersion(db, written, { isUsable: true })
    record({
      targetId: id,
      targetName: given.title,
      before: { title: row.title },
      after: { title: given.title, isForBegun, ...loggedInput(facts) },
    })
    return { id, versionId, version: version + 1 }
  },

  get: async ({ id }, context) => {
    const { db, fail } = context
    const { latestId, type, version } = await requireCourseware(db, id)
    const content = storedMicroCourse.safeParse((await findVersion(db, latestId))?.content).data
    if (type !== coursewareType.microCourse || !content) return fail(coursewareErrors.notMicroCourse)
    return { ...(await shownMicroCourseOf(context, content)), version }
  },
}
