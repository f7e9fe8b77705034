import { protocolErrors } from '@kaopei/contract'
import type { Handlers } from '@kaopei/server'
import type { groupCategory } from '../contract/category.ts'
import { groupCategoryErrors } from '../contract/errors.ts'
import { deleteCategory, insertCategory, lockCategories, selectCategories, updateCategory } from './category.sql.ts'
import { readerScope } from './reader-scope.ts'
import { branchOf, heightOf, levelOf, mostCategoryLevels, treeOf } from './rules/category-tree.ts'

export const categoryHandlers: Handlers<typeof groupCategory> = {
  listStaffGroupCate: async (_input, { actor, db, fail, request }) => {
    if (!readerScope(actor, request)) return fail(protocolErrors.noPermission)
    return treeOf(await selectCategories(db))
  },

  createStaffGroupCate: async ({ name, parentId = null, sort }, { db, fail, record }) => {
    await lockCategories(db)
    const all = await selectCategories(db)
    if (parentId !== null && !all.some(({ id }) => id === parentId)) return fail(protocolErrors.notFound)
    if (levelOf(all, parentId) >= mostCategoryLevels) return fail(groupCategoryErrors.tooDeep)
    const id = await insertCategory(db, { name, parentId, sort })
    record({ targetId: id, targetName: name, after: { name, parentId } })
    return { id }
  },

  updateStaffGroupCate: async ({ id, version, ...wish }, { db, fail, record }) => {
    await lockCategories(db)
    const all = await selectCategories(db)
    const before = all.find((category) => category.id === id)
    if (!before) return fail(protocolErrors.notFound)
    const { name = before.name, parentId = before.parentId, sort = before.sort } = wish
    if (parentId !== null && !all.some((category) => category.id === parentId)) return fail(protocolErrors.notFound)
    if (parentId !== null && branchOf(all, id).has(parentId)) return fail(groupCategoryErrors.intoItself)
    if (levelOf(all, parentId) + heightOf(all, id) > mostCategoryLevels) return fail(groupCategoryErrors.tooDeep)
    const changed = await updateCategory(db, { id, version }, { name, parentId, sort })
    if (!changed) return fail(protocolErrors.changed, { data: before })
    record({
      targetId: id,
      targetName: name,
      before: { name: before.name, parentId: before.parentId, sort: before.sort },
      after: { name, parentId, sort },
    })
    return changed
  },

  deleteStaffGroupCate: async ({ id, targetId }, { db, fail, record }) => {
    await lockCategories(db)
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
