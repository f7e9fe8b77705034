import { protocolErrors } from '@kaopei/contract'
import { type Handlers, implement } from '@kaopei/server'
import { courseStatus } from '../../contract/codes.ts'
import { courseErrors } from '../../contract/errors.ts'
import { publishing } from '../../contract/publishing.ts'
import { selectSalesOf } from '../bought/sale.sql.ts'
import { isSellable } from '../bought/sellable.ts'
import { findCourse, lockCourse } from '../courses/course.sql.ts'
import { deleteVersion } from '../outline/draft.sql.ts'
import { faultsOf } from './faults.ts'
import { publish, selectOutline } from './publish.service.ts'
import { countPublished, countTouched, forgetDraft, selectPublished } from './publish.sql.ts'
import { differenceOf } from './touch.ts'

const handlers: Handlers<typeof publishing> = {
  touch: async ({ id }, { db, fail }) => {
    const course = await findCourse(db, id)
    if (!course) return fail(protocolErrors.notFound)
    if (course.draftId === null || course.publishedId === null) return fail(courseErrors.noChange)
    const draft = await selectOutline(db, course.draftId)
    const difference = differenceOf(await selectOutline(db, course.publishedId), draft)
    return {
      ...difference,
      ...(await countTouched(db, id)),
      version: course.version,
      faults: await faultsOf(db, draft),
      soldCount: (await selectSalesOf(db, id)).length,
      isSellable: isSellable(draft),
    }
  },

  publish: async ({ id, version, forCompleted, note }, { actor, db, fail, now, record }) => {
    const course = await lockCourse(db, id)
    if (!course) return fail(protocolErrors.notFound)
    if (course.draftId === null || course.courseStatus === courseStatus.draft) return fail(courseErrors.noChange)
    if (course.version !== version) return fail(protocolErrors.changed, { data: { version: course.version } })
    await publish(db, course, { forCompleted, note, actorId: actor.staffId, now, fail })
    record({ targetId: id, targetName: course.courseName, after: { forCompleted, note } })
    return { id, version: version + 1 }
  },

  discard: async ({ id, version }, { db, fail, now, record }) => {
    const course = await lockCourse(db, id)
    if (!course) return fail(protocolErrors.notFound)
    if (course.draftId === null || course.publishedId === null) return fail(courseErrors.noChange)
    if (course.version !== version) return fail(protocolErrors.changed, { data: { version: course.version } })
    await forgetDraft(db, id, now)
    await deleteVersion(db, course.draftId)
    record({ targetId: id, targetName: course.courseName })
    return { id, version: version + 1 }
  },

  history: async ({ id, pageIndex, pageSize }, { db, fail }) => {
    if (!(await findCourse(db, id))) return fail(protocolErrors.notFound)
    const dataList = await selectPublished(db, id, { limit: pageSize, offset: (pageIndex - 1) * pageSize })
    return { dataList, totalCount: await countPublished(db, id) }
  },
}

export const publishingEndpoints = implement(publishing, handlers)
