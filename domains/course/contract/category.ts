/** The tree that sorts courses. */
import { endpoint, id, requiredText, rowVersion } from '@kaopei/contract'
import { z } from 'zod'
import { courseCategoryErrors } from './errors.ts'
import { courseManager } from './menus.ts'

export const mostLevels = 5

export type CategoryNode = {
  id: string
  name: string
  parentId: string | null
  sort: number
  courseCount: number
  version: number
  children: CategoryNode[]
}

/** `courseCount` counts the courses of the category itself, not those below it. */
export const categoryNode: z.ZodType<CategoryNode, CategoryNode> = z.lazy(() =>
  z.object({
    id,
    name: z.string(),
    parentId: id.nullable(),
    sort: z.int(),
    courseCount: z.int(),
    version: z.int(),
    children: z.array(categoryNode),
  }),
)

const name = requiredText(40, '分类名称')
const sort = z.coerce.number('请输入排序').int('排序应为整数').min(-1_000_000).max(1_000_000).optional()
const base = '/api/v1/course/category'

export const category = {
  /** Learners choose from the library by it. */
  list: endpoint({
    path: `${base}/list`,
    summary: '课程分类树',
    access: 'signedIn',
    audit: 'read',
    output: z.array(categoryNode),
  }),
  get: endpoint({
    path: `${base}/get`,
    method: 'GET',
    summary: '课程分类',
    access: courseManager.rights.view,
    audit: 'read',
    input: z.object({ id }),
    output: z.object({ id, name: z.string(), parentId: id.nullable(), version: z.int() }),
  }),
  create: endpoint({
    path: `${base}/create`,
    summary: '新增课程分类',
    access: courseManager.rights.category,
    audit: { action: 'create', target: 'course-category' },
    input: z.object({ name, parentId: id.nullish(), sort }),
    output: z.object({ id }),
    errors: [courseCategoryErrors.nameTaken, courseCategoryErrors.tooDeep],
  }),
  /** Renames and moves. What is not given stays; `beforeId`: the sibling that it shall stand before, null: last. */
  update: endpoint({
    path: `${base}/update`,
    summary: '修改课程分类',
    access: courseManager.rights.category,
    audit: { action: 'update', target: 'course-category' },
    input: z.object({
      id,
      name: name.optional(),
      parentId: id.nullish(),
      beforeId: id.nullish(),
      sort,
      version: rowVersion,
    }),
    errors: [courseCategoryErrors.nameTaken, courseCategoryErrors.tooDeep, courseCategoryErrors.intoItself],
  }),
  /** `targetId`: where subcategories and courses go; null: to the top, courses into no category. Absent: only what is empty is removed. */
  remove: endpoint({
    path: `${base}/delete`,
    summary: '删除课程分类',
    access: courseManager.rights.category,
    audit: { action: 'delete', target: 'course-category' },
    input: z.object({ id, targetId: id.nullish() }),
    errors: [
      courseCategoryErrors.notEmpty,
      courseCategoryErrors.nameTaken,
      courseCategoryErrors.intoItself,
      courseCategoryErrors.tooDeep,
    ],
  }),
}
