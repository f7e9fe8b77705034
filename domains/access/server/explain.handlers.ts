import { protocolErrors } from '@kaopei/contract'
import { menusOfEverybody } from '@kaopei/identity/contract/menus'
import { findGrants } from '@kaopei/identity/server'
import { peopleInScope } from '@kaopei/org/server'
import type { DataScope, Db, Handlers } from '@kaopei/server'
import { type explainCalls, recordKind } from '../contract/explain.ts'
import { departmentNames } from './coverage.sql.ts'
import { findDepartmentRecord, findStaffRecord, heldRoles } from './explain.sql.ts'
import type { RoleMenus } from './role-menus.ts'
import { grantableMenus, viewOf } from './rules/company-menus.ts'
import { explain } from './rules/explain.ts'

export const explainHandlers = (menus: RoleMenus): Handlers<typeof explainCalls> => ({
  explainAccess: async ({ staffId, menu: name, right: code, record }, { db, fail, scope }) => {
    const person = await findGrants(db, staffId)
    const isShown = (await peopleInScope(db, scope, [staffId])).length > 0
    const menu = menus.all.find((one) => one.name === name)
    const right = Object.values(menu?.rights ?? {}).find((one) => one.code === code)
    if (!person || !isShown || !menu || (code && !right)) return fail(protocolErrors.notFound)
    const row = record ? await findRecord(db, scope, record) : null
    if (row === undefined) return fail(protocolErrors.notFound)
    const roles = await heldRoles(db, staffId)
    const ofPackage = await menus.inPackage(db)
    const departmentIds = roles.flatMap((role) => role.menus.flatMap((grant) => grant.departmentIds))
    const names = await departmentNames(db, [...departmentIds, ...(person.departmentId ? [person.departmentId] : [])])
    const departments = new Map(names.map((department) => [department.id, department.name]))
    const { allowed, because } = explain(
      {
        person: { id: staffId, ...person, departmentName: departments.get(person.departmentId ?? '') ?? null },
        roles,
        menu: {
          name,
          title: menu.title,
          isInPackage: ofPackage.includes(menu),
          isEverybodys: menusOfEverybody.includes(name),
          hasScope: menus.scoped.has(name),
        },
        departmentNames: departments,
      },
      { right: right && right.code !== viewOf(name) ? right : null, record: row },
    )
    return { allowed, person: { id: staffId, name: person.name }, because: [...because] }
  },

  listExplainMenu: async (_input, { actor, db }) => {
    const tree = await menus.ofCompany(db, actor)
    return [...grantableMenus(tree).values()].map(({ id, title, hasScope, rights }) => ({ id, title, hasScope, rights }))
  },
})

function findRecord(db: Db, scope: DataScope, { kind, id }: { kind: number; id: string }) {
  return kind === recordKind.staff ? findStaffRecord(db, scope, id) : findDepartmentRecord(db, scope, id)
}
