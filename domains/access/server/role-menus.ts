import { type Endpoint, type Menu, scopedMenus } from '@kaopei/contract'
import { dataScope } from '@kaopei/identity/contract/role'
import { menusOfPackage } from '@kaopei/identity/server'
import type { Actor, Db } from '@kaopei/server'
import type { CompanyMenu } from '../contract/role-menu.ts'
import { selectPackage } from './role.sql.ts'
import { companyMenus, grantableMenus } from './rules/company-menus.ts'
import type { Grants } from './rules/may-grant.ts'

/** What can be granted at all: the menus of every room, and which of them show people by a data scope. */
export class RoleMenus {
  readonly all: readonly Menu[]
  readonly scoped: ReadonlySet<string>

  constructor(all: readonly Menu[], endpoints: readonly Endpoint[]) {
    this.all = all
    this.scoped = scopedMenus(endpoints)
  }

  /** The company's package as the actor may grant it. */
  async ofCompany(db: Db, actor: Actor): Promise<CompanyMenu[]> {
    return companyMenus(await this.inPackage(db), this.scoped, actor)
  }

  async inPackage(db: Db): Promise<readonly Menu[]> {
    return menusOfPackage(this.all, await selectPackage(db))
  }
}

/** The administrators' role spelled out, for a copy of it. */
export function grantsOfEverything(tree: readonly CompanyMenu[]): Grants {
  const menus = [...grantableMenus(tree).values()]
  return {
    menus: menus.map(({ id }) => ({ menu: id, scope: dataScope.all, departmentIds: [] })),
    rights: menus.flatMap(({ rights }) => rights.map(({ code }) => code)),
  }
}
