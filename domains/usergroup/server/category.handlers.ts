import { protocolErrors } from '@kaopei/contract'
import { type Handlers, hasConsole, type NoPlace, treeOf, whyNotBelow } from '@kaopei/server'
import type { groupCategory } from '../contract/category.ts'
import { groupCategoryErrors } from '../contract/errors.ts'
import { categoryTable, deleteCategory, selectCategories } from './category.sql.ts'

const mostLevels = 5
const refusals = {
  missing: protocolErrors.notFound,
  intoItself: groupCategoryErrors.intoItself,
  tooDeep: groupCategoryErrors.tooDeep,
} as const satisfies Record<NoPlace, unknown>

export const categoryHandlers: Handlers<typeof groupCategory> = {
  listStaffGroupCate: async (_input, { actor, db, fail }) => {
    if (!hasConsole(actor)) return fail(protocolErrors.noPermission)
    return treeOf(await selectCategories(db))
  },

  createStaffGroupCate: async ({ name, parentId = null, sort }, { db, fail, record }) => {
    await categoryTable.lock(db)
    const all = await selectCategories(db)
    const why = whyNotBelow(all, parentId, { mostLevels })
    if (why === 'missing') return fail(protocolErrors.notFound)
    if (why) return fail(groupCategoryErrors.tooDeep)
    const id = await categoryTable.insert(db, { name, parentId, sort })
    record({ targetId: id, targetName: name, after: { name, parentId } })
    return { id }
  },

  updateStaffGroupCate: async ({ id, version, ...wish }, { db, fail, record }) => {
    await categoryTable.lock(db)
    const all = await selectCategories(db)
    const before = all.find((category) => category.id === id)
    if (!before) return fail(protocolErrors.notFound)
    const { name = before.name, parentId = before.parentId, sort = before.sort } = wish
    const why = whyNotBelow(all, parentId, { id, mostLevels })
    if (why) return fail(refusals[why])
    const isChanged = await categoryTable.update(db, { id, version }, { name, parentId, sort })
    if (!isChanged) return fail(protocolErrors.changed, { data: before })
    record({
      targetId: id,
      targetName: name,
      before: { name: before.name, parentId: before.parentId, sort: before.sort },
      after: { name, parentId, sort },
    })
    return { id, name, parentId, sort, version: version + 1 }
  },

  deleteStaffGroupCate: async ({ id, targetId }, { db, fail, record }) => {
    await categoryTable.lock(db)
    const all = await selectCategories(db)
    const before = all.find((category) => category.id === id)
    if (!before) return fail(protocolErrors.notFound)
    if (targetId === id) return fail(groupCategoryErrors.badTarget)
    const groupsTo = targetId ?? before.parentId
    if (groupsTo !== null && !all.some((category) => category.id === groupsTo)) return fail(protocolErrors.notFound)
    const moved = await deleteCategory(db, id, { groupsTo, categoriesTo: before.parentId })
    record({ targetId: id, targetName: before.name, before: { name: before.name, parentId: before.parentId }, after: moved })
    return moved
  },
}
