import { endpoint, id, requiredText, rowVersion } from '@kaopei/contract'
import { z } from 'zod'
import { groupCategoryErrors } from './errors.ts'
import { userGroupMenu } from './menus.ts'

export interface GroupCategoryNode {
  id: string
  name: string
  parentId: string | null
  sort: number
  /** Groups directly here. */
  groupCount: number
  version: number
  children: GroupCategoryNode[]
}

const node: z.ZodType<GroupCategoryNode, GroupCategoryNode> = z.object({
  id,
  name: z.string(),
  parentId: z.string().nullable(),
  sort: z.number().int(),
  groupCount: z.number().int(),
  version: z.number().int(),
  get children() {
    return z.array(node)
  },
})

const fields = {
  name: requiredText(50, '分类名称'),
  parentId: id.nullish(),
  sort: z.coerce.number('请输入排序').int('排序应为整数').min(-1_000_000).max(1_000_000).optional(),
}

export const groupCategory = {
  listStaffGroupCate: endpoint({
    path: '/api/v1/system/staff-group-cate/listStaffGroupCate',
    summary: '用户组分类树',
    access: 'signedIn',
    audit: 'read',
    output: z.array(node),
  }),
  createStaffGroupCate: endpoint({
    path: '/api/v1/system/staff-group-cate/createStaffGroupCate',
    summary: '新增用户组分类',
    access: userGroupMenu.rights.category,
    audit: { action: 'create', target: 'userGroupCategory' },
    input: z.object(fields),
    output: z.object({ id }),
    errors: [groupCategoryErrors.nameTaken, groupCategoryErrors.tooDeep],
  }),
  /** Renames and moves. What is not given stays. */
  updateStaffGroupCate: endpoint({
    path: '/api/v1/system/staff-group-cate/updateStaffGroupCate',
    summary: '修改用户组分类',
    access: userGroupMenu.rights.category,
    audit: { action: 'update', target: 'userGroupCategory' },
    input: z.object({ ...fields, id, name: fields.name.optional(), version: rowVersion }),
    output: z.object({
      id,
      name: z.string(),
      parentId: z.string().nullable(),
      sort: z.number().int(),
      version: z.number().int(),
    }),
    errors: [groupCategoryErrors.nameTaken, groupCategoryErrors.tooDeep, groupCategoryErrors.intoItself],
  }),
  /** Its groups go to `targetId`, else to the category above, else to none; the categories below move up. */
  deleteStaffGroupCate: endpoint({
    path: '/api/v1/system/staff-group-cate/deleteStaffGroupCate/:id',
    summary: '删除用户组分类',
    access: userGroupMenu.rights.category,
    audit: { action: 'delete', target: 'userGroupCategory' },
    input: z.object({ id, targetId: id.nullish() }),
    output: z.object({ movedGroupCount: z.number().int(), movedCategoryCount: z.number().int() }),
    errors: [groupCategoryErrors.nameTaken, groupCategoryErrors.badTarget],
  }),
}
