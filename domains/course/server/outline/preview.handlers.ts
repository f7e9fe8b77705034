import { protocolErrors } from '@kaopei/contract'
import { shownContent, versionFor } from '@kaopei/courseware/server'
import type { Grant } from '@kaopei/files/server'
import { findTask } from '@kaopei/learning/server'
import { type Db, type Handlers, implement, type Services } from '@kaopei/server'
import { previewCalls } from '../../contract/preview.ts'
import { grantOf } from '../bought/grant.ts'
import { findLicence } from '../bought/seats.sql.ts'
import { findCourse } from '../courses/course.sql.ts'
import { inCompanyOf } from '../in-company.ts'
import { outlineOf, type TaskRow } from './outline.sql.ts'

const linkSeconds = 2 * 60 * 60

const handlers: Handlers<typeof previewCalls> = {
  task: async ({ courseId, taskId }, { db, fail, services }) => {
    const course = await findCourse(db, courseId)
    const versionId = course?.draftId ?? course?.publishedId
    const outline = versionId ? await outlineOf(db, versionId) : undefined
    const task = outline && findTask(outline.chapters, taskId)
    if (!task) return fail(protocolErrors.notFound)
    const licence = await findLicence(db, courseId)
    return { content: (await contentOf(db, services, task, licence && grantOf(db, licence))) ?? null }
  },
}

/** Of a bought course the media are the seller's: the task that a licence brought says whose. `grant`: that licence, with which every link ends. */
async function contentOf(db: Db, services: Services, { kind, targetId, targetCompanyId }: TaskRow, grant: Grant | undefined) {
  if (kind !== 'courseware' || targetId === null) return undefined
  return inCompanyOf(db, targetCompanyId ?? db.companyId, async () => {
    const version = await versionFor(db, { coursewareId: targetId, begunVersionId: null })
    return version && shownContent(services, db, { versionId: version.versionId, seconds: linkSeconds, grant })
  })
}

export const previewEndpoints = implement(previewCalls, handlers)
