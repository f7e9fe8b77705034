/** What sorts training projects: one level. */
import { endpoint, id, pageOf, pageQuery, requiredText, rowVersion, text } from '@kaopei/contract'
import { z } from 'zod'
import { projectCategoryErrors } from './errors.ts'
import { projectCenter } from './menus.ts'

const { rights } = projectCenter
const base = '/api/v1/train/category'
const name = requiredText(40, '分类名称')
const sort = z.coerce.number('请输入排序').int('排序应为整数').min(-1_000_000).max(1_000_000)

/** Screens show all of them at once. */
export const mostCategories = 100

export const projectCategoryRow = z.object({
  id,
  name: z.string(),
  sort: z.int(),
  projectCount: z.int(),
  version: rowVersion,
})
export type ProjectCategoryRow = z.output<typeof projectCategoryRow>

export const projectCategory = {
  /** In their order. */
  listPage: endpoint({
    path: `${base}/listPage`,
    summary: '培训分类',
    access: rights.view,
    audit: 'read',
    input: pageQuery.extend({ name: text(40, '分类名称').optional() }),
    output: pageOf(projectCategoryRow),
  }),
  get: endpoint({
    path: `${base}/get`,
    method: 'GET',
    summary: '培训分类详情',
    access: rights.view,
    audit: 'read',
    input: z.object({ id }),
    output: projectCategoryRow,
  }),
  /** Behind the others unless `sort` says where. */
  create: endpoint({
    path: `${base}/create`,
    summary: '新增培训分类',
    access: rights.category,
    audit: { action: 'create', target: 'training-category' },
    input: z.object({ name, sort: sort.optional() }),
    output: z.object({ id }),
    errors: [projectCategoryErrors.nameTaken, projectCategoryErrors.tooMany],
  }),
  modify: endpoint({
    path: `${base}/modify`,
    summary: '修改培训分类',
    access: rights.category,
    audit: { action: 'update', target: 'training-category' },
    input: z.object({ id, name: name.optional(), sort: sort.optional(), version: rowVersion }),
    output: z.object({ id, version: rowVersion }),
    errors: [projectCategoryErrors.nameTaken],
  }),
  /** `targetId`: where its projects go; null: into no category. Absent: only what is empty is deleted. */
  delete: endpoint({
    path: `${base}/delete`,
    summary: '删除培训分类',
    access: rights.category,
    audit: { action: 'delete', target: 'training-category' },
    input: z.object({ id, targetId: id.nullish() }),
    errors: [projectCategoryErrors.notEmpty],
  }),
}
