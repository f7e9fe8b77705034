/** The tree that sorts question banks. */
import { endpoint, id, requiredText } from '@kaopei/contract'
import { z } from 'zod'
import { categoryErrors } from './errors.ts'
import { bankMenu, bankReaders } from './menus.ts'

export const mostLevels = 5

export type CategoryNode = { id: string; name: string; bankCount: number; children: CategoryNode[] }

/** `bankCount` counts the banks of the category itself, not those below it. */
export const categoryNode: z.ZodType<CategoryNode, CategoryNode> = z.lazy(() =>
  z.object({ id, name: z.string(), bankCount: z.number().int(), children: z.array(categoryNode) }),
)

const name = requiredText(40, '分类名称')

export const category = {
  list: endpoint({
    path: '/api/v1/exam/question/category/list',
    summary: '题库分类树',
    access: bankReaders,
    audit: 'read',
    output: z.array(categoryNode),
  }),
  create: endpoint({
    path: '/api/v1/exam/question/category/create',
    summary: '新增分类',
    access: bankMenu.rights.edit,
    audit: { action: 'create', target: 'question-category' },
    input: z.object({ name, parentId: id.nullable().default(null) }),
    output: z.object({ id }),
    errors: [categoryErrors.nameTaken, categoryErrors.tooDeep],
  }),
  rename: endpoint({
    path: '/api/v1/exam/question/category/rename',
    summary: '重命名分类',
    access: bankMenu.rights.edit,
    audit: { action: 'update', target: 'question-category' },
    input: z.object({ id, name }),
    errors: [categoryErrors.nameTaken],
  }),
  move: endpoint({
    path: '/api/v1/exam/question/category/move',
    summary: '移动分类',
    access: bankMenu.rights.edit,
    audit: { action: 'update', target: 'question-category' },
    /** `beforeId`: the sibling that it shall stand before; absent or null: last. */
    input: z.object({ id, parentId: id.nullable(), beforeId: id.nullish() }),
    errors: [categoryErrors.nameTaken, categoryErrors.intoItself, categoryErrors.tooDeep],
  }),
  remove: endpoint({
    path: '/api/v1/exam/question/category/remove',
    summary: '删除分类',
    access: bankMenu.rights.remove,
    audit: { action: 'delete', target: 'question-category' },
    /** `targetId`: where subcategories and banks go; null: to the top, banks into no category. Absent: only what is empty is removed. */
    input: z.object({ id, targetId: id.nullish() }),
    errors: [categoryErrors.notEmpty, categoryErrors.nameTaken, categoryErrors.intoItself, categoryErrors.tooDeep],
  }),
}
