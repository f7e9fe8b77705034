import { protocolErrors, startOfDay } from '@kaopei/contract'
import { timeZoneOf } from '@kaopei/platform/server'
import { type Handlers, implement, treeOf } from '@kaopei/server'
import { bought } from '../../contract/bought.ts'
import { selectCategories } from '../categories/category.sql.ts'
import { shownCourse } from '../courses/shown-course.ts'
import { shownOutline } from '../outline/outline.handlers.ts'
import { boughtByCategory, countBought, countLedger, findBought, selectBoughtPage, selectLedger } from './bought.sql.ts'

const handlers: Handlers<typeof bought> = {
  list: async ({ pageIndex, pageSize, ...filter }, { db, now }) => ({
    dataList: await selectBoughtPage(db, { filter, now, limit: pageSize, offset: (pageIndex - 1) * pageSize }),
    totalCount: await countBought(db, filter),
  }),

  boughtList: async ({ pageIndex, pageSize, startDate, endDate, ...given }, { db, now }) => {
    const zone = await timeZoneOf(db)
    const from = startDate ? startOfDay(startDate, zone) : undefined
    const filter = { ...given, from, until: endDate ? startOfDay(endDate, zone, 1) : undefined }
    const page = { filter, now, limit: pageSize, offset: (pageIndex - 1) * pageSize }
    return { dataList: await selectBoughtPage(db, page), totalCount: await countBought(db, filter) }
  },

  categories: async (_input, { db }) => {
    const counts = await boughtByCategory(db)
    return treeOf((await selectCategories(db)).map((row) => ({ ...row, courseCount: counts.get(row.id) ?? 0 })))
  },

  preview: async ({ id }, context) => {
    const licence = await findBought(context.db, id, context.now)
    const shown = licence && (await shownCourse(context, licence.courseId))
    return shown ? { ...shown, licence } : context.fail(protocolErrors.notFound)
  },

  chapters: async ({ id }, context) => {
    const licence = await findBought(context.db, id, context.now)
    return licence ? shownOutline(context, licence.courseId, true) : context.fail(protocolErrors.notFound)
  },

  ledger: async ({ id, pageIndex, pageSize }, { db, fail, now, scope }) => {
    if (!(await findBought(db, id, now))) return fail(protocolErrors.notFound)
    const filter = { licenceId: id, scope }
    return {
      dataList: await selectLedger(db, { filter, limit: pageSize, offset: (pageIndex - 1) * pageSize }),
      totalCount: await countLedger(db, filter),
    }
  },
}

export const boughtEndpoints = implement(bought, handlers)
