/** What sorts instructors: a tree of categories, and tags. */
import { endpoint, id, protocolErrors, requiredText, rowVersion, text } from '@kaopei/contract'
import { z } from 'zod'
import { teacherCategoryErrors } from './errors.ts'
import { instructorManage, teachersConfig } from './menus.ts'

const base = '/api/v1/teacherCategory'
const { edit } = teachersConfig.rights
const readers = [instructorManage.rights.view, teachersConfig.rights.view] as const
const sort = z.coerce.number('请输入排序').int('排序应为整数').min(-1_000_000).max(1_000_000)

export interface TeacherCategoryNode {
  id: string
  name: string
  parentId: string | null
  sort: number
  version: number
  /** Right in it. */
  teacherCount: number
  children: TeacherCategoryNode[]
}

const node: z.ZodType<TeacherCategoryNode, TeacherCategoryNode> = z.object({
  id,
  name: z.string(),
  parentId: z.string().nullable(),
  sort: z.number().int(),
  version: z.number().int(),
  teacherCount: z.number().int(),
  get children() {
    return z.array(node)
  },
})

const tag = z.object({ id, name: z.string(), version: rowVersion, teacherCount: z.int() })
export type TeacherTag = z.output<typeof tag>

export const teacherCategory = {
  list: endpoint({
    path: `${base}/list`,
    summary: '讲师分类',
    access: readers,
    audit: 'read',
    output: z.array(node),
  }),
  listTag: endpoint({
    path: `${base}/listTag`,
    summary: '讲师标签',
    access: readers,
    audit: 'read',
    input: z.object({ name: text(20, '标签名称').optional() }),
    output: z.array(tag),
  }),
  /** With an id it renames or moves. */
  saveOrUpdate: endpoint({
    path: `${base}/saveOrUpdate`,
    summary: '保存讲师分类',
    access: edit,
    audit: { action: 'save', target: 'teacher-category' },
    input: z.object({
      id: id.nullish(),
      version: rowVersion.optional(),
      name: requiredText(40, '分类名称'),
      /** Null: on top. Left out, it stays where it is; a new one is on top. */
      parentId: id.nullish(),
      sort: sort.optional(),
    }),
    output: z.object({ id }),
    errors: [
      protocolErrors.notFound,
      protocolErrors.changed,
      teacherCategoryErrors.nameTaken,
      teacherCategoryErrors.tooDeep,
      teacherCategoryErrors.intoItself,
      teacherCategoryErrors.tooMany,
    ],
  }),
  saveOrUpdateTag: endpoint({
    path: `${base}/saveOrUpdateTag`,
    summary: '保存讲师标签',
    access: edit,
    audit: { action: 'save', target: 'teacher-tag' },
    input: z.object({ id: id.nullish(), version: rowVersion.optional(), name: requiredText(20, '标签名称') }),
    output: z.object({ id }),
    errors: [protocolErrors.notFound, protocolErrors.changed, teacherCategoryErrors.tagTaken, teacherCategoryErrors.tagTooMany],
  }),
  /** `targetId`: where its instructors go; null: into none. Absent: only what is empty is deleted. */
  remove: endpoint({
    path: `${base}/remove`,
    summary: '删除讲师分类',
    access: edit,
    audit: { action: 'delete', target: 'teacher-category' },
    input: z.object({ id, targetId: id.nullish() }),
    errors: [protocolErrors.notFound, teacherCategoryErrors.notEmpty],
  }),
  /** While an instructor is edited (`systemTeacherId`) only a tag goes that nobody else has; otherwise it goes from all of them. */
  removeTag: endpoint({
    path: `${base}/removeTag`,
    summary: '删除讲师标签',
    access: edit,
    audit: { action: 'delete', target: 'teacher-tag' },
    input: z.object({ id, systemTeacherId: id.nullish() }),
    errors: [protocolErrors.notFound, teacherCategoryErrors.tagOfOthers],
  }),
}
