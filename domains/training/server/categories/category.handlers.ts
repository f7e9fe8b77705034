import { protocolErrors } from '@kaopei/contract'
import { type Handlers, implement } from '@kaopei/server'
import { mostCategories, projectCategory } from '../../contract/category.ts'
import { projectCategoryErrors } from '../../contract/errors.ts'
import {
  countCategories,
  deleteCategory,
  findCategory,
  insertCategory,
  lockCategories,
  selectCategories,
  updateCategory,
} from './category.sql.ts'

const handlers: Handlers<typeof projectCategory> = {
  listPage: async ({ name, pageIndex, pageSize }, { db }) => ({
    dataList: await selectCategories(db, { name, limit: pageSize, offset: (pageIndex - 1) * pageSize }),
    totalCount: await countCategories(db, name),
  }),

  get: async ({ id }, { db, fail }) => (await findCategory(db, id)) ?? fail(protocolErrors.notFound),

  create: async ({ name, sort }, { db, fail, record }) => {
    await lockCategories(db)
    if ((await countCategories(db)) >= mostCategories) return fail(projectCategoryErrors.tooMany)
    const id = await insertCategory(db, name, sort)
    record({ targetId: id, targetName: name, after: { name } })
    return { id }
  },

  modify: async ({ id, version, ...wish }, { db, fail, record }) => {
    const before = await findCategory(db, id)
    if (!before) return fail(protocolErrors.notFound)
    const { name = before.name, sort = before.sort } = wish
    if (!(await updateCategory(db, { id, version, name, sort }))) return fail(protocolErrors.changed, { data: before })
    record({ targetId: id, targetName: name, before: { name: before.name, sort: before.sort }, after: { name, sort } })
    return { id, version: version + 1 }
  },

  delete: async ({ id, targetId }, { db, fail, record }) => {
    const before = await findCategory(db, id)
    const target = targetId ? await findCategory(db, targetId) : null
    if (!before || target === undefined || targetId === id) return fail(protocolErrors.notFound)
    if (before.projectCount > 0 && targetId === undefined) return fail(projectCategoryErrors.notEmpty)
    await deleteCategory(db, id, targetId ?? null)
    record({ targetId: id, targetName: before.name, before: { name: before.name }, after: { targetId: targetId ?? null } })
    return null
  },
}

export const projectCategoryEndpoints = implement(projectCategory, handlers, {
  training_category_name_unique: projectCategoryErrors.nameTaken,
})
