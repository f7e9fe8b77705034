import { protocolErrors } from '@kaopei/contract'
import type { Context, DataScope, Db, Handlers } from '@kaopei/server'
import type { DepartmentNode, department } from '../../contract/department.ts'
import { departmentErrors } from '../../contract/errors.ts'
import { noteStaffChanged } from '../events.ts'
import { departmentTree, levelOf, matchingTree } from '../rules/department-tree.ts'
import { withoutGrowth } from '../staff/change.service.ts'
import { peopleOfDepartment } from '../staff/change.sql.ts'
import { departmentInfo, moveBelow, newDepartment, removeInto, requireHead } from './tree.service.ts'
import {
  coveredDepartments,
  type Department,
  findDepartment,
  lockTree,
  placeDepartment,
  searchDepartments,
  selectLevel,
  selectScopedTree,
  selectTree,
  updateDepartment,
} from './tree.sql.ts'

interface Asked {
  readonly parentId?: string | null | undefined
  readonly lazy: boolean
  readonly keyWords?: string | undefined
}

async function treeFor(db: Db, scope: DataScope, { parentId, lazy, keyWords }: Asked): Promise<DepartmentNode[]> {
  if (scope.kind === 'some') {
    const tree = departmentTree(await selectScopedTree(db, scope))
    if (keyWords) return matchingTree(tree, keyWords)
    return lazy ? levelOf(tree, parentId ?? null) : tree
  }
  if (keyWords) return foundTree(await searchDepartments(db, keyWords))
  if (!lazy) return departmentTree(await selectTree(db))
  const level = await selectLevel(db, parentId ?? null)
  return level.map(({ path: _path, ...node }) => ({ ...node, isSelectable: true }))
}

/** Found departments know their true sums already. */
function foundTree(rows: Awaited<ReturnType<typeof searchDepartments>>): DepartmentNode[] {
  const known = new Map(rows.map((row) => [row.id, row]))
  const withSums = (node: DepartmentNode): DepartmentNode => {
    const row = known.get(node.id)
    const children = (node.children ?? []).map(withSums)
    return { ...node, totalCount: row?.totalCount ?? node.totalCount, hasChildren: row?.hasChildren ?? false, children }
  }
  return departmentTree(rows).map(withSums)
}

/** A department outside the caller's data scope is not found, as if it were not there. */
async function findInScope(db: Db, scope: DataScope, id: string): Promise<Department | undefined> {
  const found = await findDepartment(db, id)
  if (!found || scope.kind === 'all') return found
  return (await coveredDepartments(db, scope, [id])).has(id) ? found : undefined
}

const info: Handlers<typeof department>['getDepartmentInfo'] = async ({ id }, { db, fail, scope }) => {
  const found = await findInScope(db, scope, id)
  return found ? departmentInfo(db, found) : fail(protocolErrors.notFound)
}

type DeleteContext = Context<(typeof department)['delete']>

async function remove(
  { id, targetDepartmentId }: { id: string; targetDepartmentId?: string | null | undefined },
  context: Pick<DeleteContext, 'actor' | 'after' | 'db' | 'fail' | 'now' | 'record' | 'scope'>,
) {
  const { actor, db, fail, now, record, scope } = context
  await lockTree(db)
  const found = await findInScope(db, scope, id)
  if (!found) return fail(protocolErrors.notFound)
  const target = targetDepartmentId ? await findInScope(db, scope, targetDepartmentId) : undefined
  if (targetDepartmentId && !target) return fail(protocolErrors.notFound, { text: '接收部门不存在或已被删除' })
  if (target?.path.startsWith(found.path)) return fail(departmentErrors.badTarget)
  const { totalCount, childCount } = await departmentInfo(db, found)
  if (!target && (totalCount > 0 || childCount > 0)) {
    return fail(departmentErrors.notEmpty, { data: { staffCount: totalCount, childCount } })
  }
  const people = actor.isAdmin ? [] : await peopleOfDepartment(db, id)
  const change = () => removeInto(db, { removed: found, target, now })
  const { staffIds, ...moved } = await withoutGrowth(context, people, change)
  await noteStaffChanged(context, staffIds)
  record({ targetId: id, targetName: found.name, before: found, after: { targetDepartmentId: target?.id ?? null, ...moved } })
  return moved
}

export const departmentHandlers: Handlers<typeof department> = {
  getDepartmentTree: (input, { db, scope }) => treeFor(db, scope, input),
  getDepartmentInfo: info,
  getDepartmentInfoByPost: info,

  save: async (input, { db, fail, record, scope }) => {
    await lockTree(db)
    const parent = input.parentId ? await findInScope(db, scope, input.parentId) : undefined
    if (input.parentId && !parent) return fail(protocolErrors.notFound, { text: '上级部门不存在或已被删除' })
    // A department at the top is outside every part of the tree.
    if (!parent && scope.kind === 'some') return fail(protocolErrors.noPermission)
    if (input.headStaffId) await requireHead(db, scope, input.headStaffId)
    const id = await newDepartment(db, parent, input)
    if (id === undefined) return fail(departmentErrors.tooDeep)
    record({ targetId: id, targetName: input.name, after: input })
    return { id }
  },

  update: async (input, context) => {
    const { db, fail, record, scope } = context
    await lockTree(db)
    const before = await findInScope(db, scope, input.id)
    if (!before) return fail(protocolErrors.notFound)
    if (before.version !== input.version) return fail(protocolErrors.changed, { data: await departmentInfo(db, before) })
    if (input.headStaffId && input.headStaffId !== before.headStaffId) await requireHead(db, scope, input.headStaffId)
    const parentId = input.parentId === undefined ? before.parentId : input.parentId
    if (parentId !== before.parentId) {
      if (parentId === null && scope.kind === 'some') return fail(protocolErrors.noPermission)
      const parent = parentId === null ? undefined : await findInScope(db, scope, parentId)
      if (parentId !== null && !parent) return fail(protocolErrors.notFound, { text: '上级部门不存在或已被删除' })
      if (parent?.path.startsWith(before.path)) return fail(departmentErrors.intoItself)
      const move = () => moveBelow(db, before, parent)
      if (!(await withoutGrowth(context, null, move))) return fail(departmentErrors.tooDeep)
      await noteStaffChanged(context, null)
    }
    const after = await updateDepartment(db, input, {
      name: input.name ?? before.name,
      parentId,
      code: input.code === undefined ? before.code : input.code || null,
      sort: input.sort ?? before.sort,
      headStaffId: input.headStaffId === undefined ? before.headStaffId : input.headStaffId,
    })
    if (!after) return fail(protocolErrors.changed, { data: await departmentInfo(db, before) })
    record({ targetId: after.id, targetName: after.name, before, after })
    return departmentInfo(db, after)
  },

  move: async ({ id, parentId, beforeId = null, fromParentId }, context) => {
    const { db, fail, record, scope } = context
    await lockTree(db)
    const before = await findInScope(db, scope, id)
    if (!before) return fail(protocolErrors.notFound)
    if (fromParentId !== undefined && fromParentId !== before.parentId) {
      return fail(protocolErrors.changed, { data: await departmentInfo(db, before) })
    }
    if (parentId !== before.parentId) {
      if (parentId === null && scope.kind === 'some') return fail(protocolErrors.noPermission)
      const parent = parentId === null ? undefined : await findInScope(db, scope, parentId)
      if (parentId !== null && !parent) return fail(protocolErrors.notFound, { text: '上级部门不存在或已被删除' })
      if (parent?.path.startsWith(before.path)) return fail(departmentErrors.intoItself)
      const move = () => moveBelow(db, before, parent)
      if (!(await withoutGrowth(context, null, move))) return fail(departmentErrors.tooDeep)
      await noteStaffChanged(context, null)
    }
    await placeDepartment(db, { id, parentId, beforeId })
    const after = await findDepartment(db, id)
    if (!after) return fail(protocolErrors.notFound)
    record({ targetId: id, targetName: after.name, before, after })
    return departmentInfo(db, after)
  },

  delete: remove,
  deleteByGet: remove,
}
