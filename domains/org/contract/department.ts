import { endpoint, id, requiredText, rowVersion, text } from '@kaopei/contract'
import { z } from 'zod'
import { departmentErrors, staffErrors } from './errors.ts'
import { staffMenu } from './menus.ts'

/** A node of the tree as pickers and the roster draw it. */
export interface DepartmentNode {
  id: string
  name: string
  parentId: string | null
  sort: number
  /** People directly here. */
  staffCount: number
  /** People here and below. */
  totalCount: number
  hasChildren: boolean
  /** False for a department that is shown only because it leads to one in the caller's data scope. */
  isSelectable: boolean
  /** Absent while a lazily loaded node has not been opened. */
  children?: DepartmentNode[] | undefined
}

const node: z.ZodType<DepartmentNode, DepartmentNode> = z.object({
  id,
  name: z.string(),
  parentId: z.string().nullable(),
  sort: z.number().int(),
  staffCount: z.number().int(),
  totalCount: z.number().int(),
  hasChildren: z.boolean(),
  isSelectable: z.boolean(),
  get children() {
    return z.array(node).optional()
  },
})

const info = z.object({
  id,
  name: z.string(),
  code: z.string().nullable(),
  parentId: z.string().nullable(),
  /** Names from the top, joined by /. */
  pathName: z.string(),
  sort: z.number().int(),
  staffCount: z.number().int(),
  totalCount: z.number().int(),
  childCount: z.number().int(),
  headStaffId: z.string().nullable(),
  headName: z.string().nullable(),
  version: z.number().int(),
})
export type DepartmentInfo = z.output<typeof info>

export const departmentName = requiredText(50, '部门名称').refine((name) => !/[/／]/.test(name), '部门名称不能含有“/”')
const fields = {
  name: departmentName,
  parentId: id.nullish(),
  code: text(50, '部门编码').nullish(),
  sort: z.coerce.number('请输入排序').int('排序应为整数').min(-1_000_000).max(1_000_000).optional(),
  headStaffId: id.nullish(),
}
const one = z.object({ id })
const deleting = z.object({
  id,
  /** Takes over the people and the departments below. */
  targetDepartmentId: id.nullish(),
})
const deleteErrors = [departmentErrors.notEmpty, departmentErrors.badTarget, departmentErrors.nameTaken, staffErrors.growing]

export const department = {
  /** All of the tree, or with `lazy` one level below `parentId`; with `keyWords` the departments found and the way to them. */
  getDepartmentTree: endpoint({
    path: '/api/v1/system/department/getDepartmentTree',
    summary: '部门树',
    access: 'signedIn',
    scope: 'screen',
    scopeElse: staffMenu,
    audit: 'read',
    input: z
      .object({ parentId: id.nullish(), lazy: z.boolean().default(false), keyWords: text(50, '关键字').optional() })
      .nullish()
      .transform((input) => input ?? { lazy: false }),
    output: z.array(node),
  }),
  getDepartmentInfo: endpoint({
    path: '/api/v1/system/department/getDepartmentInfo',
    method: 'GET',
    summary: '部门详情',
    access: staffMenu.rights.view,
    scope: 'department',
    audit: 'read',
    input: one,
    output: info,
  }),
  getDepartmentInfoByPost: endpoint({
    path: '/api/v1/system/department/getDepartmentInfo',
    summary: '部门详情',
    access: staffMenu.rights.view,
    scope: 'department',
    audit: 'read',
    input: one,
    output: info,
  }),
  save: endpoint({
    path: '/api/v1/system/department/save',
    summary: '新增部门',
    access: staffMenu.rights.department,
    scope: 'department',
    audit: { action: 'create', target: 'department' },
    input: z.object(fields),
    output: one,
    errors: [departmentErrors.nameTaken, departmentErrors.tooDeep],
  }),
  /** Renames and moves. What is not given stays. */
  update: endpoint({
    path: '/api/v1/system/department/update',
    summary: '修改部门',
    access: staffMenu.rights.department,
    scope: 'department',
    audit: { action: 'update', target: 'department' },
    input: z.object({ ...fields, id, name: departmentName.optional(), version: rowVersion }),
    output: info,
    errors: [departmentErrors.nameTaken, departmentErrors.intoItself, departmentErrors.tooDeep, staffErrors.growing],
  }),
  /** Puts a department below another and among its new siblings, as a drop in the tree does. */
  move: endpoint({
    path: '/api/v1/system/department/move',
    summary: '移动部门',
    access: staffMenu.rights.department,
    scope: 'department',
    audit: { action: 'move', target: 'department' },
    input: z.object({
      id,
      /** Null: to the top. */
      parentId: id.nullable(),
      /** The sibling that comes next; null: behind all of them. */
      beforeId: id.nullish(),
      /** Where the caller saw it; elsewhere by now answers 1007. */
      fromParentId: id.nullish(),
    }),
    output: info,
    errors: [departmentErrors.nameTaken, departmentErrors.intoItself, departmentErrors.tooDeep, staffErrors.growing],
  }),
  delete: endpoint({
    path: '/api/v1/system/department/delete',
    summary: '删除部门',
    access: staffMenu.rights.department,
    scope: 'department',
    audit: { action: 'delete', target: 'department' },
    input: deleting,
    output: z.object({ movedStaffCount: z.number().int(), movedDepartmentCount: z.number().int() }),
    errors: deleteErrors,
  }),
  /** The specification's destructive GET: like every call it needs the session's token and signature, so no link in a page can fire it. */
  deleteByGet: endpoint({
    path: '/api/v1/system/department/delete',
    method: 'GET',
    summary: '删除部门',
    access: staffMenu.rights.department,
    scope: 'department',
    audit: { action: 'delete', target: 'department' },
    input: deleting,
    output: z.object({ movedStaffCount: z.number().int(), movedDepartmentCount: z.number().int() }),
    errors: deleteErrors,
  }),
}
