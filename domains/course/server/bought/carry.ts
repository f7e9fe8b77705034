/** What the seller publishes reaches the copies that were sold, each in a transaction of its own. */
import { randomUUID } from 'node:crypto'
import { type Db, databaseNow, emit, listener } from '@kaopei/server'
import type { StoredCondition } from '../../contract/outline.ts'
import { findCourse, lockCourse } from '../courses/course.sql.ts'
import { inCompanyOf } from '../in-company.ts'
import { replaceOutline } from '../outline/draft.sql.ts'
import type { Outline } from '../outline/outline.sql.ts'
import { coursePublished } from '../publishing/events.ts'
import { selectOutline } from '../publishing/publish.service.ts'
import { publishDraft } from '../publishing/publish.sql.ts'
import { insertNextVersion, lockSale, renameCourse, selectSalesOf, updateLicenceVersion, updateSaleVersion } from './sale.sql.ts'
import { findLicenceById, lockLicenceById } from './seats.sql.ts'
import { isSellable } from './sellable.ts'

export const carryPublished = listener({
  name: 'course.carryToCopies',
  event: coursePublished,
  run: async ({ courseId }, { transaction }) => {
    for (const licenceId of await transaction((db) => selectSalesOf(db, courseId))) {
      await transaction((db) => carryTo(db, licenceId))
    }
  },
})

/** Whatever was published meanwhile: the newest. Heard twice, nothing is left to do the second time. */
async function carryTo(db: Db, licenceId: string): Promise<void> {
  const sale = await lockSale(db, licenceId)
  const course = sale && (await findCourse(db, sale.courseId))
  if (!course || course.publishedId === null || course.publishedId === sale.versionId) return
  const sellerCompanyId = db.companyId
  const [before, after] = [await selectOutline(db, sale.versionId), await selectOutline(db, course.publishedId)]
  if (!isSellable(after)) return
  const now = databaseNow()
  await inCompanyOf(db, sale.buyerCompanyId, async () => {
    const licence = await findLicenceById(db, licenceId)
    const copy = licence && (await lockCourse(db, licence.courseId))
    if (!copy || !(await lockLicenceById(db, licenceId))) return
    const ids = sameIds(before, await selectOutline(db, copy.publishedId))
    const draftId = await insertNextVersion(db, copy.id, after.unlockOrder)
    await replaceOutline(db, draftId, asCopied(after, ids, sellerCompanyId))
    await publishDraft(db, { courseId: copy.id, draftId, forCompleted: 'keep', note: '平台更新了课程内容', actorId: null, now })
    await renameCourse(db, copy.id, course.courseName)
    await updateLicenceVersion(db, licenceId, after.versionId)
    await emit(db, coursePublished, db.companyId, { courseId: copy.id, versionId: draftId, forCompleted: 'keep' })
  })
  await updateSaleVersion(db, licenceId, after.versionId, now)
}

/** Nobody changes a copy, so its chapters and tasks stand in the order of the version that it was made of. */
function sameIds(sold: Outline, copy: Outline): ReadonlyMap<string, string> {
  const idsOf = ({ chapters }: Outline) => chapters.flatMap(({ id, tasks }) => [id, ...tasks.map((task) => task.id)])
  const shapeOf = ({ chapters }: Outline) => chapters.map(({ tasks }) => tasks.length).join()
  if (shapeOf(sold) !== shapeOf(copy)) throw new Error(`the copy ${copy.courseId} is not what was sold`)
  const copied = idsOf(copy)
  return new Map(idsOf(sold).map((id, index) => [id, copied[index] ?? id]))
}

/** The seller's outline under the ids that the copy has; what is new gets one of its own. What it leads to stays the seller's. */
function asCopied({ chapters }: Outline, known: ReadonlyMap<string, string>, sellerCompanyId: string) {
  const ids = new Map(
    chapters.flatMap(({ id, tasks }) => [id, ...tasks.map((task) => task.id)]).map((id) => [id, known.get(id) ?? randomUUID()]),
  )
  const own = (id: string) => ids.get(id) ?? id
  const conditionsOf = (conditions: readonly StoredCondition[]) =>
    conditions.map((one) => (one.kind === 'passed' ? { ...one, taskId: own(one.taskId) } : one))
  return {
    chapters: chapters.map(({ tasks: _tasks, ...chapter }, sort) => ({
      ...{ ...chapter, id: own(chapter.id), sort },
      conditions: conditionsOf(chapter.conditions),
    })),
    tasks: chapters.flatMap((chapter) =>
      chapter.tasks.map((task, sort) => ({
        ...{ ...task, id: own(task.id), chapterId: own(chapter.id), targetCompanyId: sellerCompanyId, sort },
        conditions: conditionsOf(task.conditions),
      })),
    ),
  }
}
