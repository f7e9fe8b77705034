import { protocolErrors } from '@kaopei/contract'
import { fileUrl } from '@kaopei/files/server'
import { timeZoneOf } from '@kaopei/platform/server'
import { type Context, type Handlers, hasConsole } from '@kaopei/server'
import { coursewareType, transStatus } from '../contract/codes.ts'
import type { courseware } from '../contract/courseware.ts'
import { coursewareErrors } from '../contract/errors.ts'
import { coursewareTypeOf } from '../contract/type-of-file.ts'
import { askForConversion, cancelConversion } from './conversion/ask.ts'
import {
  addFileVersion,
  coverToKeep,
  loggedInput,
  requireCourseware,
  requireFiles,
  requireSeenPeople,
  writeFacts,
} from './courseware.service.ts'
import {
  countVersions,
  findVersion,
  insertCourseware,
  removeCourseware,
  selectVersions,
  touchCourseware,
  updateCourseware,
} from './courseware.sql.ts'
import { shownContent } from './delivery/shown-content.ts'
import { dataOf, detailOf, knownPeople, shownRows } from './detail.service.ts'
import { pageOfCoursewares, pageOfUsable, placesInQueue } from './list.sql.ts'
import { playableFiles } from './micro-course.sql.ts'
import { usesOf } from './users.ts'

type Calls = typeof courseware

const previewSeconds = 2 * 60 * 60
const cancelText = '已取消转码，可以重试'

export const coursewareHandlers: Handlers<Calls> = {
  list: async ({ pageIndex, pageSize, fileName, ...filter }, { actor, db, fail }) => {
    if (!hasConsole(actor)) return fail(protocolErrors.noPermission)
    return pageOfUsable(db, { title: fileName, ...filter }, { offset: (pageIndex - 1) * pageSize, limit: pageSize })
  },

  courseWareList: async ({ pageIndex, pageSize, ...filter }, { db }) => {
    const zone = await timeZoneOf(db)
    const page = { offset: (pageIndex - 1) * pageSize, limit: pageSize, zone }
    const { dataList, totalCount } = await pageOfCoursewares(db, filter, page)
    return { dataList: await shownRows(db, dataList), totalCount }
  },

  saveBatch: async ({ coursewareList }, context) => {
    const { actor, db, fail, record } = context
    const files = await requireFiles(context, coursewareList, fail)
    await requireSeenPeople(context, coursewareList, new Set(), fail)
    const dataList: { id: string; versionId: string; title: string }[] = []
    for (const [place, { title, descript, coverUrl, ...facts }] of coursewareList.entries()) {
      const file = files[place]
      const type = file && coursewareTypeOf(file.name)
      if (!file || type === undefined) return fail(coursewareErrors.fileMissing)
      const coverFileId = await coverToKeep(context, coverUrl, null, fail)
      const id = await insertCourseware(db, { title, type, descript, coverFileId, createdBy: actor.staffId })
      const versionId = await addFileVersion(db, type, file, { coursewareId: id, isForBegun: false, createdBy: actor.staffId })
      await writeFacts(db, id, facts)
      const logged = { title, type: coursewareType.label(type), fileName: file.name, ...loggedInput(facts) }
      record({ targetId: id, targetName: title, after: logged })
      dataList.push({ id, versionId, title })
    }
    return { dataList }
  },

  upload: async ({ id, isForBegun, ...named }, context) => {
    const { actor, db, fail, now, record } = context
    const before = await requireCourseware(db, id, true)
    if (before.type === coursewareType.microCourse) return fail(coursewareErrors.microCourseHasNoFile)
    const [file] = await requireFiles(context, [named], fail)
    if (!file) return fail(coursewareErrors.fileMissing)
    if (coursewareTypeOf(file.name) !== before.type) return fail(coursewareErrors.typeDiffers)
    // What still waits of the version before it is of no use to anybody.
    await cancelConversion(db, before.latestId, cancelText)
    const versionId = await addFileVersion(db, before.type, file, { coursewareId: id, isForBegun, createdBy: actor.staffId })
    await touchCourseware(db, id, now)
    record({ targetId: id, targetName: before.title, after: { fileName: file.name, isForBegun } })
    return { id, versionId, version: before.version + 1 }
  },

  update: async ({ id, version, title, descript, coverUrl, ...facts }, context) => {
    const { db, fail, now, record } = context
    const row = await requireCourseware(db, id, true)
    const before = await detailOf(context, id)
    if (row.version !== version) return fail(protocolErrors.changed, { data: before })
    await requireSeenPeople(context, [facts], knownPeople(before), fail)
    const coverFileId = await coverToKeep(context, coverUrl, row.coverFileId, fail)
    const change = { title: title ?? row.title, descript: descript ?? row.descript, coverFileId }
    await updateCourseware(db, id, change, now)
    await writeFacts(db, id, facts)
    const after = await detailOf(context, id)
    record({ targetId: id, targetName: change.title, before: loggedFacts(before), after: loggedFacts(after) })
    return { id, versionId: row.latestId, version: version + 1 }
  },

  detail: ({ id }, context) => detailOf(context, id),
  detailByGet: ({ id }, context) => dataOf(context, id),

  versions: async ({ id, pageIndex, pageSize }, { db }) => {
    const { versionId } = await requireCourseware(db, id)
    const rows = await selectVersions(db, id, { limit: pageSize, offset: (pageIndex - 1) * pageSize })
    return {
      dataList: rows.map((row) => ({ ...row, isGiven: row.id === versionId })),
      totalCount: await countVersions(db, id),
    }
  },

  delete: (input, context) => remove(input, context),
  deleteByGet: (input, context) => remove(input, context),

  transcode: async ({ id, action }, { actor, db, fail, record }) => {
    const { latestId, title, type } = await requireCourseware(db, id, true)
    if (type === coursewareType.image || type === coursewareType.microCourse) return fail(coursewareErrors.notConverted)
    if (action === 'cancel') {
      if (!(await cancelConversion(db, latestId, cancelText))) return fail(coursewareErrors.nothingToCancel)
      record({ targetId: id, targetName: title, action: 'cancelTranscode' })
      return { transStatus: transStatus.failed, queuePlace: null }
    }
    const version = await findVersion(db, latestId)
    if (version?.transStatus === transStatus.running) return fail(coursewareErrors.stillConverting)
    if (version?.transStatus === transStatus.done) return fail(coursewareErrors.alreadyConverted)
    await askForConversion(db, latestId, actor.staffId)
    record({ targetId: id, targetName: title })
    const places = await placesInQueue(db, [latestId])
    return { transStatus: transStatus.running, queuePlace: places.get(latestId) ?? null }
  },

  preview: async ({ id, versionId }, { db, fail, services }) => {
    const { latestId } = await requireCourseware(db, id)
    const shown = await shownContent(services, db, { versionId: versionId ?? latestId, seconds: previewSeconds })
    // A version of something else is none of this one.
    return shown?.coursewareId === id ? shown : fail(protocolErrors.notFound)
  },

  getVodUrlWithTime: async ({ id, seconds }, { actor, db, fail, now, services }) => {
    const { type, versionId } = await requireCourseware(db, id)
    if (type !== coursewareType.video && type !== coursewareType.audio) return fail(coursewareErrors.notPlayable)
    const fileId = (await playableFiles(db, [id])).get(id)
    if (fileId === undefined) return fail(protocolErrors.notFound)
    return {
      url: fileUrl(services, { companyId: actor.companyId, fileId }, seconds),
      expiresAt: new Date(now.getTime() + seconds * 1000),
      lengthSeconds: (await findVersion(db, versionId))?.lengthSeconds ?? null,
    }
  },
}

type Removing = Context<Calls['delete']> | Context<Calls['deleteByGet']>

async function remove({ id, isConfirmed }: { id: string; isConfirmed: boolean }, { db, fail, now, record }: Removing) {
  const { title, latestId } = await requireCourseware(db, id, true)
  const usedIn = await usesOf(db, [id])
  if (usedIn.length > 0 && !isConfirmed) return fail(coursewareErrors.inUse, { data: { usedIn } })
  // Whoever learns with it goes on with the version that is given; a newer one is made for nobody.
  await cancelConversion(db, latestId, '课件已删除')
  await removeCourseware(db, id, now)
  record({ targetId: id, targetName: title, before: { title }, after: { usedIn: usedIn.map(({ name }) => name) } })
}

type Detail = Awaited<ReturnType<typeof detailOf>>

function loggedFacts({ title, descript, contributor, author, teacher, assistTeacher, knowledgePoints }: Detail) {
  const names = (people: readonly { name: string }[]) => people.map(({ name }) => name)
  return {
    title,
    descript,
    contributor: names(contributor),
    author: names(author),
    teacher: names(teacher),
    assistTeacher: names(assistTeacher),
    knowledgePoints: names(knowledgePoints),
  }
}
