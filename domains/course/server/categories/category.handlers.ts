import { protocolErrors } from '@kaopei/contract'
import { branchOf, type Handlers, implement, type NoPlace, treeOf, whyNotBelow } from '@kaopei/server'
import { category, mostLevels } from '../../contract/category.ts'
import { courseCategoryErrors } from '../../contract/errors.ts'
import { categoryTable, deleteCategory, lockCategories, selectCategories } from './category.sql.ts'

const refusals = {
  missing: protocolErrors.notFound,
  intoItself: courseCategoryErrors.intoItself,
  tooDeep: courseCategoryErrors.tooDeep,
} as const satisfies Record<NoPlace, unknown>

const handlers: Handlers<typeof category> = {
  list: async (_input, { db }) => treeOf(await selectCategories(db)),

  get: async ({ id }, { db, fail }) => {
    const row = (await selectCategories(db)).find((one) => one.id === id)
    return row ?? fail(protocolErrors.notFound)
  },

  create: async ({ name, parentId = null, sort }, { db, fail, record }) => {
    const why = whyNotBelow(await lockCategories(db), parentId, { mostLevels })
    if (why === 'missing') return fail(protocolErrors.notFound)
    if (why) return fail(courseCategoryErrors.tooDeep)
    const id = await categoryTable.insert(db, { name, parentId, sort })
    record({ targetId: id, targetName: name, after: { name, parentId } })
    return { id }
  },

  update: async ({ id, version, beforeId, ...wish }, { db, fail, record }) => {
    const rows = await lockCategories(db)
    const before = rows.find((one) => one.id === id)
    if (!before) return fail(protocolErrors.notFound)
    const { name = before.name, parentId = before.parentId, sort = before.sort } = wish
    const why = whyNotBelow(rows, parentId, { id, mostLevels })
    if (why) return fail(refusals[why])
    if (!(await categoryTable.update(db, { id, version }, { name, parentId, sort })))
      return fail(protocolErrors.changed, { data: before })
    if (beforeId !== undefined) {
      const siblings = rows.filter((one) => one.parentId === parentId && one.id !== id).map((one) => one.id)
      const at = siblings.indexOf(beforeId ?? '')
      siblings.splice(at < 0 ? siblings.length : at, 0, id)
      await categoryTable.place(db, { id, parentId, siblings })
    }
    record({
      targetId: id,
      targetName: name,
      before: { name: before.name, parentId: before.parentId },
      after: { name, parentId, sort },
    })
    return null
  },

  remove: async ({ id, targetId }, { db, fail, record }) => {
    const rows = await lockCategories(db)
    const row = rows.find((one) => one.id === id)
    if (!row || (targetId && !rows.some((one) => one.id === targetId))) return fail(protocolErrors.notFound)
    const children = rows.filter((one) => one.parentId === id)
    if (row.courseCount > 0 || children.length > 0) {
      if (targetId === undefined) return fail(courseCategoryErrors.notEmpty)
      if (targetId !== null && branchOf(rows, id).has(targetId)) return fail(courseCategoryErrors.intoItself)
      const whys = children.map((child) => whyNotBelow(rows, targetId, { id: child.id, mostLevels }))
      if (whys.includes('tooDeep')) return fail(courseCategoryErrors.tooDeep)
    }
    await deleteCategory(db, id, targetId ?? null)
    record({ targetId: id, targetName: row.name, before: { name: row.name, courseCount: row.courseCount }, after: { targetId } })
    return null
  },
}

export const categoryEndpoints = implement(category, handlers, { course_category_name_unique: courseCategoryErrors.nameTaken })
