import { protocolErrors } from '@kaopei/contract'
import { companiesByIds } from '@kaopei/platform/server'
import { type Actor, type Fail, type Handlers, implement, ProtocolFailure } from '@kaopei/server'
import { courseSale } from '../../contract/bought.ts'
import { courseSource, courseStatus, limitType } from '../../contract/codes.ts'
import { licenceErrors } from '../../contract/errors.ts'
import { withOtherIds } from '../courses/copy.ts'
import { lockCourse } from '../courses/course.sql.ts'
import { inCompanyOf } from '../in-company.ts'
import { replaceOutline } from '../outline/draft.sql.ts'
import type { Outline } from '../outline/outline.sql.ts'
import { selectOutline } from '../publishing/publish.service.ts'
import {
  countSales,
  hasLicenceFor,
  insertBoughtCourse,
  insertLicence,
  insertLimited,
  insertSale,
  lockSale,
  selectSales,
  type Terms,
  updateLicence,
  updateSale,
} from './sale.sql.ts'
import { countHeld, lockLicenceById } from './seats.sql.ts'
import { isSellable } from './sellable.ts'

const handlers: Handlers<typeof courseSale> = {
  list: async ({ pageIndex, pageSize, name }, { actor, db }) => {
    refuseOthers(actor)
    const rows = await selectSales(db, { name, limit: pageSize, offset: (pageIndex - 1) * pageSize })
    const companies = await companiesByIds(
      db,
      rows.map(({ buyerCompanyId }) => buyerCompanyId),
    )
    const names = new Map(companies.map((company) => [company.id, company.name]))
    return {
      dataList: rows.map((row) => ({ ...row, buyerName: names.get(row.buyerCompanyId) ?? '' })),
      totalCount: await countSales(db, name),
    }
  },

  create: async ({ companyId, courseId, ...wish }, { actor, db, fail, now, record }) => {
    refuseOthers(actor)
    const terms = termsOf(wish, fail)
    const [buyer] = await companiesByIds(db, [companyId])
    if (!buyer || buyer.isPlatform) return fail(licenceErrors.companyRefused)
    // Nobody publishes or deletes it meanwhile: what is published later finds the sale.
    const course = await lockCourse(db, courseId)
    const isOffered = course?.courseStatus === courseStatus.shelved && course.source === courseSource.own
    if (!course || !isOffered) return fail(licenceErrors.notOffered)
    const outline = await selectOutline(db, course.publishedId)
    if (!isSellable(outline)) return fail(licenceErrors.withExam)
    const { courseName: name, descript } = course
    const licenceId = await inCompanyOf(db, companyId, async () => {
      if (await hasLicenceFor(db, courseId)) return fail(licenceErrors.already)
      const copy = await insertBoughtCourse(db, { name, descript: withoutPictures(descript), order: outline.unlockOrder, now })
      await replaceOutline(db, copy.versionId, ofSeller(outline, actor.companyId))
      const seller = { sellerCompanyId: actor.companyId, sellerCourseId: courseId, sellerVersionId: outline.versionId }
      return insertLicence(db, { ...terms, ...seller, courseId: copy.courseId, now })
    })
    const sold = { licenceId, buyerCompanyId: companyId, courseId, versionId: outline.versionId, soldBy: actor.staffId, now }
    await insertSale(db, { ...terms, ...sold })
    record({ targetId: courseId, targetName: name, after: { companyName: buyer.name, ...terms } })
    return { id: licenceId }
  },

  modify: async ({ id, ...wish }, { actor, db, fail, now, record }) => {
    refuseOthers(actor)
    const terms = termsOf(wish, fail)
    const before = await lockSale(db, id)
    if (!before) return fail(protocolErrors.notFound)
    await inCompanyOf(db, before.buyerCompanyId, async () => {
      const licence = await lockLicenceById(db, id)
      if (!licence) return fail(protocolErrors.notFound)
      const held = await countHeld(db, id)
      if (terms.limitCount !== null && terms.limitCount < held)
        return fail(licenceErrors.belowUse, { text: `已使用和已分配 ${held} 个账号，账号数不能少于 ${held}`, data: { held } })
      await updateLicence(db, id, terms)
      if (terms.limitCount !== licence.limitCount)
        await insertLimited(db, id, { from: licence.limitCount, to: terms.limitCount, now })
      return undefined
    })
    await updateSale(db, id, terms, now)
    const { limitCount, validFrom, validUntil, startWithinDays } = before
    record({
      targetId: before.courseId,
      targetName: before.courseName,
      before: { limitType: before.limitType, limitCount, validFrom, validUntil, startWithinDays },
      after: terms,
    })
    return null
  },
}

export const saleEndpoints = implement(courseSale, handlers)

/** The menu is the platform's alone; this is the second lock. */
function refuseOthers({ isPlatform }: Actor): void {
  if (!isPlatform) throw new ProtocolFailure(protocolErrors.noPermission)
}

interface Wish {
  readonly limitType: number
  readonly limitCount?: number | null | undefined
  readonly validFrom: Date
  readonly validUntil?: Date | null | undefined
  readonly startWithinDays?: number | null | undefined
}

function termsOf(wish: Wish, fail: Fail<(typeof licenceErrors)['timesInverted']>): Terms {
  const { validFrom, validUntil = null, startWithinDays = null } = wish
  if (validUntil !== null && validUntil <= validFrom) return fail(licenceErrors.timesInverted)
  const limitCount = wish.limitType === limitType.limited ? (wish.limitCount ?? 0) : null
  return { limitType: wish.limitType, limitCount, validFrom, validUntil, startWithinDays }
}

/** The outline under ids of the buyer's own; what it leads to stays the seller's. */
function ofSeller({ chapters }: Outline, sellerCompanyId: string) {
  const { tasks, ...rows } = withOtherIds(chapters)
  return { ...rows, tasks: tasks.map((task) => ({ ...task, targetCompanyId: sellerCompanyId })) }
}

/** Pictures of an introduction are files of the seller's. */
const withoutPictures = (html: string) => html.replace(/<img [^<>]*>/g, '')
