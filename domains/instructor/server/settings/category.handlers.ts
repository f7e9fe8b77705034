import { protocolErrors } from '@kaopei/contract'
import { branchOf, type Handlers, implement, treeOf, whyNotBelow } from '@kaopei/server'
import { teacherCategory } from '../../contract/category.ts'
import { teacherCategoryErrors } from '../../contract/errors.ts'
import {
  categoryTable,
  countOthers,
  countTags,
  deleteCategory,
  deleteTag,
  findTagLocked,
  insertTag,
  lockCategories,
  renameTag,
  selectCategories,
  selectTags,
} from './category.sql.ts'

const mostLevels = 3
const mostCategories = 500
const mostTags = 500

const handlers: Handlers<typeof teacherCategory> = {
  list: async (_input, { db }) => treeOf(await selectCategories(db)),

  listTag: async ({ name }, { db }) => selectTags(db, name),

  saveOrUpdate: async ({ id, version, name, parentId: wanted, sort }, { db, fail, record }) => {
    const rows = await lockCategories(db)
    const before = id ? rows.find((one) => one.id === id) : undefined
    if (id && !before) return fail(protocolErrors.notFound)
    const parentId = wanted === undefined ? (before?.parentId ?? null) : wanted
    const why = whyNotBelow(rows, parentId, { ...(before && { id: before.id }), mostLevels })
    if (why === 'missing') return fail(protocolErrors.notFound)
    if (why) return fail(teacherCategoryErrors[why])
    if (!before) {
      if (rows.length >= mostCategories) return fail(teacherCategoryErrors.tooMany)
      const made = await categoryTable.insert(db, { name, parentId, sort })
      record({ targetId: made, targetName: name, after: { name, parentId } })
      return { id: made }
    }
    const place = { name, parentId, sort: sort ?? before.sort }
    if (!(await categoryTable.update(db, { id: before.id, version: version ?? before.version }, place)))
      return fail(protocolErrors.changed, { data: before })
    record({ targetId: before.id, targetName: name, before: { name: before.name, parentId: before.parentId }, after: place })
    return { id: before.id }
  },

  remove: async ({ id, targetId }, { db, fail, record }) => {
    const rows = await lockCategories(db)
    const row = rows.find((one) => one.id === id)
    if (!row || (targetId && !rows.some((one) => one.id === targetId))) return fail(protocolErrors.notFound)
    const children = rows.filter(({ parentId }) => parentId === id)
    if (row.teacherCount > 0 || children.length > 0) {
      const text = `分类下还有 ${row.teacherCount} 位讲师、${children.length} 个下级分类，请选择移到哪里`
      if (targetId === undefined) return fail(teacherCategoryErrors.notEmpty, { text })
      const isBelow = targetId !== null && branchOf(rows, id).has(targetId)
      const whys = children.map((child) => whyNotBelow(rows, targetId, { id: child.id, mostLevels }))
      if (isBelow || whys.some(Boolean))
        return fail(teacherCategoryErrors.notEmpty, { text: '不能移到自己的下级，或移动后超过 3 级，请换一个分类' })
    }
    await deleteCategory(db, id, targetId ?? null)
    record({ targetId: id, targetName: row.name, before: { name: row.name }, after: { targetId: targetId ?? null } })
    return null
  },

  saveOrUpdateTag: async ({ id, version, name }, { db, fail, record }) => {
    if (!id) {
      if ((await countTags(db)) >= mostTags) return fail(teacherCategoryErrors.tagTooMany)
      const made = await insertTag(db, name)
      record({ targetId: made, targetName: name, after: { name } })
      return { id: made }
    }
    const before = (await findTagLocked(db, id)) ?? fail(protocolErrors.notFound)
    if (version !== undefined && version !== before.version) return fail(protocolErrors.changed, { data: before })
    await renameTag(db, id, name)
    record({ targetId: id, targetName: name, before: { name: before.name }, after: { name } })
    return { id }
  },

  removeTag: async ({ id, systemTeacherId }, { db, fail, record }) => {
    const before = (await findTagLocked(db, id)) ?? fail(protocolErrors.notFound)
    const others = systemTeacherId ? await countOthers(db, id, systemTeacherId) : 0
    if (others > 0)
      return fail(teacherCategoryErrors.tagOfOthers, {
        text: `还有 ${others} 位讲师使用标签“${before.name}”，请到讲师配置中删除`,
      })
    await deleteTag(db, id)
    record({ targetId: id, targetName: before.name, before: { name: before.name } })
    return null
  },
}

export const categoryEndpoints = implement(teacherCategory, handlers, {
  instructor_category_name_unique: teacherCategoryErrors.nameTaken,
  instructor_tag_name_unique: teacherCategoryErrors.tagTaken,
})
