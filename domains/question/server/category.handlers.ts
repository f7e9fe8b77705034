import { protocolErrors } from '@kaopei/contract'
import { implement } from '@kaopei/server'
import { category, mostLevels } from '../contract/category.ts'
import { categoryErrors } from '../contract/errors.ts'
import {
  deleteCategory,
  insertCategory,
  lockCategories,
  moveContents,
  placeCategory,
  renameCategory,
  selectCategories,
} from './category.sql.ts'
import { categoryTree, heightOf, pathUp } from './rules/category-tree.ts'

export const categoryEndpoints = implement(
  category,
  {
    list: async (_input, { db }) => categoryTree(await selectCategories(db)),

    create: async ({ name, parentId }, { db, fail, record }) => {
      const rows = await lockCategories(db)
      if (parentId !== null && !rows.some(({ id }) => id === parentId)) return fail(protocolErrors.notFound)
      if (pathUp(rows, parentId).length + 1 > mostLevels) return fail(categoryErrors.tooDeep)
      const id = await insertCategory(db, { name, parentId })
      record({ targetId: id, targetName: name, after: { name, parentId } })
      return { id }
    },

    rename: async ({ id, name }, { db, fail, record }) => {
      const row = (await lockCategories(db)).find((one) => one.id === id)
      if (!row) return fail(protocolErrors.notFound)
      await renameCategory(db, id, name)
      record({ targetId: id, targetName: name, before: { name: row.name }, after: { name } })
      return null
    },

    move: async ({ id, parentId, beforeId }, { db, fail, record }) => {
      const rows = await lockCategories(db)
      const row = rows.find((one) => one.id === id)
      if (!row || (parentId !== null && !rows.some((one) => one.id === parentId))) return fail(protocolErrors.notFound)
      const above = pathUp(rows, parentId)
      if (above.includes(id)) return fail(categoryErrors.intoItself)
      if (above.length + heightOf(rows, id) > mostLevels) return fail(categoryErrors.tooDeep)
      const siblings = rows.filter((one) => one.parentId === parentId && one.id !== id).map((one) => one.id)
      const at = siblings.indexOf(beforeId ?? '')
      siblings.splice(at < 0 ? siblings.length : at, 0, id)
      await placeCategory(db, { id, parentId, siblings })
      record({ targetId: id, targetName: row.name, before: { parentId: row.parentId }, after: { parentId } })
      return null
    },

    remove: async ({ id, targetId }, { db, fail, record }) => {
      const rows = await lockCategories(db)
      const row = rows.find((one) => one.id === id)
      if (!row || (targetId && !rows.some((one) => one.id === targetId))) return fail(protocolErrors.notFound)
      const children = rows.filter((one) => one.parentId === id)
      if (row.bankCount > 0 || children.length > 0) {
        if (targetId === undefined) return fail(categoryErrors.notEmpty)
        const above = pathUp(rows, targetId)
        if (above.includes(id)) return fail(categoryErrors.intoItself)
        const height = Math.max(0, ...children.map((child) => heightOf(rows, child.id)))
        if (above.length + height > mostLevels) return fail(categoryErrors.tooDeep)
        await moveContents(db, id, targetId)
      }
      await deleteCategory(db, id)
      record({ targetId: id, targetName: row.name, before: { name: row.name, bankCount: row.bankCount }, after: { targetId } })
      return null
    },
  },
  { category_name_unique: categoryErrors.nameTaken },
)
