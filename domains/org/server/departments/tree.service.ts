import { protocolErrors } from '@kaopei/contract'
import { type DataScope, type Db, ProtocolFailure } from '@kaopei/server'
import type { DepartmentInfo } from '../../contract/department.ts'
import { newId } from '../new-id.ts'
import { staffInScope } from '../sight/scope.sql.ts'
import { movePeopleOfDepartment } from '../staff/change.sql.ts'
import { moveOtherMembers } from '../staff/membership.sql.ts'
import {
  type Department,
  heightOf,
  insertDepartments,
  moveChildren,
  movePaths,
  movePathsBelow,
  type NewDepartment,
  removeDepartment,
  selectFacts,
} from './tree.sql.ts'

export const mostLevels = 20

export function levelsOf(path: string): number {
  return path.split('/').length - 2
}

export async function departmentInfo(db: Db, found: Department): Promise<DepartmentInfo> {
  const { path: _path, ...shown } = found
  return { ...shown, ...(await selectFacts(db, found.id)) }
}

/** Undefined when it would stand too deep. */
export async function newDepartment(
  db: Db,
  parent: Department | undefined,
  wanted: Omit<NewDepartment, 'id' | 'path' | 'parentId'>,
): Promise<string | undefined> {
  const id = newId()
  const path = `${parent?.path ?? '/'}${id}/`
  if (levelsOf(path) > mostLevels) return undefined
  const { name, code, sort, headStaffId } = wanted
  await insertDepartments(db, [{ id, name, code, sort, headStaffId, path, parentId: parent?.id ?? null }])
  return id
}

/** Gives a department and all below it their new paths; false when they would stand too deep. The parent itself is written by the caller. */
export async function moveBelow(db: Db, moved: Department, parent: Department | undefined): Promise<boolean> {
  const to = `${parent?.path ?? '/'}${moved.id}/`
  if (levelsOf(to) - 1 + (await heightOf(db, moved.path)) > mostLevels) return false
  await movePaths(db, moved.path, to)
  return true
}

/** Removes a department; its people and the departments right below go to the target. */
export async function removeInto(
  db: Db,
  { removed, target, now }: { removed: Department; target: Department | undefined; now: Date },
) {
  const besides = await moveOtherMembers(db, { from: removed.id, to: target?.id ?? null, now })
  if (!target) {
    await removeDepartment(db, removed.id)
    return { staffIds: besides, movedStaffCount: 0, movedDepartmentCount: 0 }
  }
  const moved = await movePeopleOfDepartment(db, { from: removed.id, to: target.id, now })
  const movedDepartmentCount = await moveChildren(db, removed.id, target.id)
  await movePathsBelow(db, removed.path, target.path)
  await removeDepartment(db, removed.id)
  return { staffIds: [...moved, ...besides], movedStaffCount: moved.length, movedDepartmentCount }
}

/** Whoever heads a department is one of the people whom the caller may name. */
export async function requireHead(db: Db, scope: DataScope, headStaffId: string): Promise<void> {
  if ((await staffInScope(db, scope, [headStaffId])).length > 0) return
  const message = '负责人不存在、已离职或不在您的数据范围内，请重新选择'
  throw new ProtocolFailure(protocolErrors.invalid, { text: message, data: { fields: [{ path: 'headStaffId', message }] } })
}
