import { endpoint, id, pageOf, pageQuery, requiredText, rowVersion, text } from '@kaopei/contract'
import { z } from 'zod'
import { postErrors, staffErrors } from './errors.ts'
import { staffMenu } from './menus.ts'

/** A node of the tree of post groups. */
export interface PostGroupNode {
  id: string
  name: string
  parentId: string | null
  sort: number
  version: number
  /** Posts in this group and in those below it. */
  postCount: number
  children: PostGroupNode[]
}

const node: z.ZodType<PostGroupNode, PostGroupNode> = z.object({
  id,
  name: z.string(),
  parentId: z.string().nullable(),
  sort: z.number().int(),
  version: z.number().int(),
  postCount: z.number().int(),
  get children() {
    return z.array(node)
  },
})

const sort = z.coerce.number('请输入排序').int('排序应为整数').min(-1_000_000).max(1_000_000).optional()
const groupName = requiredText(50, '岗位组名称')
const groupFields = { name: groupName, parentId: id.nullish(), sort }
const groupInfo = z.object({
  id,
  name: z.string(),
  parentId: z.string().nullable(),
  sort: z.number().int(),
  /** Posts right in it. */
  postCount: z.number().int(),
  childCount: z.number().int(),
  version: z.number().int(),
})
const manage = { access: staffMenu.rights.post } as const

export const postGroup = {
  getPostGroupTree: endpoint({
    path: '/api/v1/system/post-group/getPostGroupTree',
    summary: '岗位组树',
    access: 'signedIn',
    audit: 'read',
    output: z.array(node),
  }),
  getPostGroupInfo: endpoint({
    path: '/api/v1/system/post-group/getPostGroupInfo',
    method: 'GET',
    summary: '岗位组详情',
    access: staffMenu.rights.view,
    audit: 'read',
    input: z.object({ groupId: id }),
    output: groupInfo,
  }),
  /** The groups right below one, or those at the top. */
  list: endpoint({
    path: '/api/v1/system/post-group/list',
    summary: '岗位组列表',
    access: 'signedIn',
    audit: 'read',
    input: z.object({ parentId: id.nullish(), keyWords: text(50, '关键字').optional() }),
    output: z.array(groupInfo),
  }),
  save: endpoint({
    path: '/api/v1/system/post-group/save',
    summary: '新增岗位组',
    ...manage,
    audit: { action: 'create', target: 'post-group' },
    input: z.object(groupFields),
    output: z.object({ id }),
    errors: [postErrors.groupNameTaken, postErrors.groupTooDeep],
  }),
  update: endpoint({
    path: '/api/v1/system/post-group/update',
    summary: '修改岗位组',
    ...manage,
    audit: { action: 'update', target: 'post-group' },
    input: z.object({ ...groupFields, id, name: groupName.optional(), version: rowVersion }),
    output: groupInfo,
    errors: [postErrors.groupNameTaken, postErrors.groupIntoItself, postErrors.groupTooDeep],
  }),
  delete: endpoint({
    path: '/api/v1/system/post-group/delete',
    summary: '删除岗位组',
    ...manage,
    audit: { action: 'delete', target: 'post-group' },
    input: z.object({ id }),
    errors: [postErrors.groupNotEmpty],
  }),
}

const postRow = z.object({
  id,
  name: z.string(),
  code: z.string().nullable(),
  groupId: z.string().nullable(),
  groupName: z.string().nullable(),
  descript: z.string(),
  sort: z.number().int(),
  /** People with this post. */
  staffCount: z.number().int(),
  version: z.number().int(),
})
export type PostRow = z.output<typeof postRow>

const postFields = {
  name: requiredText(100, '岗位名称'),
  groupId: id.nullish(),
  code: text(50, '岗位编码').nullish(),
  descript: text(500, '岗位说明').optional(),
  sort,
}

export const post = {
  /** `groupId` counts with everything below it. */
  list: endpoint({
    path: '/api/v1/system/post/list',
    summary: '岗位列表',
    access: 'signedIn',
    audit: 'read',
    input: pageQuery.extend({
      groupId: id.nullish(),
      keyWords: text(100, '关键字').optional(),
      ids: z.array(id).max(1000).optional(),
    }),
    output: pageOf(postRow),
  }),
  save: endpoint({
    path: '/api/v1/system/post/save',
    summary: '新增岗位',
    ...manage,
    audit: { action: 'create', target: 'post' },
    input: z.object(postFields),
    output: z.object({ id }),
    errors: [postErrors.postNameTaken, postErrors.groupMissing],
  }),
  update: endpoint({
    path: '/api/v1/system/post/update',
    summary: '修改岗位',
    ...manage,
    audit: { action: 'update', target: 'post' },
    input: z.object({ ...postFields, id, name: postFields.name.optional(), version: rowVersion }),
    output: postRow,
    errors: [postErrors.postNameTaken, postErrors.groupMissing],
  }),
  delete: endpoint({
    path: '/api/v1/system/post/delete',
    summary: '删除岗位',
    ...manage,
    audit: { action: 'delete', target: 'post' },
    /** `targetId` takes over the people. */
    input: z.object({ id, targetId: id.nullish() }),
    output: z.object({ movedStaffCount: z.number().int() }),
    errors: [postErrors.inUse, postErrors.badTarget, staffErrors.growing],
  }),
}

const rankRow = z.object({
  id,
  name: z.string(),
  /** The higher, the more senior. */
  level: z.number().int(),
  descript: z.string(),
  staffCount: z.number().int(),
  version: z.number().int(),
})
export type RankRow = z.output<typeof rankRow>

const rankFields = {
  name: requiredText(50, '职级名称'),
  level: z.coerce.number('请输入级别').int('级别应为整数').min(0, '级别不能小于0').max(1000, '级别不能大于1000').optional(),
  descript: text(500, '职级说明').optional(),
}

export const rank = {
  list: endpoint({
    path: '/api/v1/system/rank/list',
    summary: '职级列表',
    access: 'signedIn',
    audit: 'read',
    input: pageQuery.extend({ keyWords: text(50, '关键字').optional(), ids: z.array(id).max(1000).optional() }),
    output: pageOf(rankRow),
  }),
  save: endpoint({
    path: '/api/v1/system/rank/save',
    summary: '新增职级',
    ...manage,
    audit: { action: 'create', target: 'rank' },
    input: z.object(rankFields),
    output: z.object({ id }),
    errors: [postErrors.rankNameTaken],
  }),
  update: endpoint({
    path: '/api/v1/system/rank/update',
    summary: '修改职级',
    ...manage,
    audit: { action: 'update', target: 'rank' },
    input: z.object({ ...rankFields, id, name: rankFields.name.optional(), version: rowVersion }),
    output: rankRow,
    errors: [postErrors.rankNameTaken],
  }),
  delete: endpoint({
    path: '/api/v1/system/rank/delete',
    summary: '删除职级',
    ...manage,
    audit: { action: 'delete', target: 'rank' },
    input: z.object({ id, targetId: id.nullish() }),
    output: z.object({ movedStaffCount: z.number().int() }),
    errors: [postErrors.inUse, postErrors.badTarget, staffErrors.growing],
  }),
}

const labelRow = z.object({ id, name: z.string(), staffCount: z.number().int(), version: z.number().int() })
export type LabelRow = z.output<typeof labelRow>
const labelName = requiredText(20, '标签名称')

/** Labels of people, for the kit's label manager: create takes a name, update id and name, remove the id. */
export const label = {
  list: endpoint({
    path: '/api/v1/system/staff-label/list',
    summary: '人员标签列表',
    access: 'signedIn',
    audit: 'read',
    output: z.array(labelRow),
  }),
  save: endpoint({
    path: '/api/v1/system/staff-label/save',
    summary: '新增人员标签',
    ...manage,
    audit: { action: 'create', target: 'staff-label' },
    input: z.object({ name: labelName }),
    output: z.object({ id }),
    errors: [postErrors.labelNameTaken, postErrors.tooManyLabels],
  }),
  update: endpoint({
    path: '/api/v1/system/staff-label/update',
    summary: '修改人员标签',
    ...manage,
    audit: { action: 'update', target: 'staff-label' },
    input: z.object({ id, name: labelName, version: rowVersion.optional() }),
    output: z.object({ id }),
    errors: [postErrors.labelNameTaken],
  }),
  delete: endpoint({
    path: '/api/v1/system/staff-label/delete',
    summary: '删除人员标签',
    ...manage,
    audit: { action: 'delete', target: 'staff-label' },
    input: z.object({ id }),
    errors: [staffErrors.growing],
  }),
}
