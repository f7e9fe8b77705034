import { protocolErrors } from '@kaopei/contract'
import { branchOf, implement, type NoPlace, whyNotBelow } from '@kaopei/server'
import { category, mostLevels } from '../../contract/category.ts'
import { categoryErrors } from '../../contract/errors.ts'
import { categoryTree } from '../rules/category-tree.ts'
import { categoryTable, deleteCategory, lockCategories, moveContents, selectCategories } from './category.sql.ts'

const refusals = {
  missing: protocolErrors.notFound,
  intoItself: categoryErrors.intoItself,
  tooDeep: categoryErrors.tooDeep,
} as const satisfies Record<NoPlace, unknown>

export const categoryEndpoints = implement(
  category,
  {
    list: async (_input, { db }) => categoryTree(await selectCategories(db)),

    create: async ({ name, parentId }, { db, fail, record }) => {
      const rows = await lockCategories(db)
      const why = whyNotBelow(rows, parentId, { mostLevels })
      if (why === 'missing') return fail(protocolErrors.notFound)
      if (why) return fail(categoryErrors.tooDeep)
      const id = await categoryTable.insert(db, { name, parentId })
      record({ targetId: id, targetName: name, after: { name, parentId } })
      return { id }
    },

    rename: async ({ id, name }, { db, fail, record }) => {
      const row = (await lockCategories(db)).find((one) => one.id === id)
      if (!row) return fail(protocolErrors.notFound)
      await categoryTable.rename(db, id, name)
      record({ targetId: id, targetName: name, before: { name: row.name }, after: { name } })
      return null
    },

    move: async ({ id, parentId, beforeId }, { db, fail, record }) => {
      const rows = await lockCategories(db)
      const row = rows.find((one) => one.id === id)
      if (!row) return fail(protocolErrors.notFound)
      const why = whyNotBelow(rows, parentId, { id, mostLevels })
      if (why) return fail(refusals[why])
      const siblings = rows.filter((one) => one.parentId === parentId && one.id !== id).map((one) => one.id)
      const at = siblings.indexOf(beforeId ?? '')
      siblings.splice(at < 0 ? siblings.length : at, 0, id)
      await categoryTable.place(db, { id, parentId, siblings })
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
        if (targetId !== null && branchOf(rows, id).has(targetId)) return fail(categoryErrors.intoItself)
        const whys = children.map((child) => whyNotBelow(rows, targetId, { id: child.id, mostLevels }))
        if (whys.includes('tooDeep')) return fail(categoryErrors.tooDeep)
        await moveContents(db, id, targetId)
      }
      await deleteCategory(db, id)
      record({ targetId: id, targetName: row.name, before: { name: row.name, bankCount: row.bankCount }, after: { targetId } })
      return null
    },
  },
  { category_name_unique: categoryErrors.nameTaken },
)
