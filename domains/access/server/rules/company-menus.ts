import type { Menu } from '@kaopei/contract'
import { menusOfEverybody } from '@kaopei/identity/contract/menus'
import { type MenuNode, menuType } from '@kaopei/identity/contract/permission'
import { menuTree, rightsOfMenus } from '@kaopei/identity/server'
import type { CompanyMenu } from '../../contract/role-menu.ts'

export interface Grantable {
  readonly isAdmin: boolean
  readonly rights: ReadonlySet<string>
}

/**
 * The menus of a package as a tree with their buttons, for ticking. Groups are no menus to grant: they come with what is in them. What everybody has is
 * left out.
 */
export function companyMenus(ofPackage: readonly Menu[], scoped: ReadonlySet<string>, granter: Grantable): CompanyMenu[] {
  const byName = new Map(ofPackage.map((menu) => [menu.name, menu]))
  const has = (code: string) => granter.isAdmin || granter.rights.has(code)
  const drawn = (node: MenuNode): CompanyMenu[] => {
    const menu = byName.get(node.name)
    const children = node.children.flatMap(drawn)
    const isGroup = node.type === menuType.group
    if (!menu || menusOfEverybody.includes(node.name) || (isGroup && children.length === 0)) return []
    const rights = isGroup ? [] : Object.values(menu.rights).filter(({ code }) => code !== viewOf(node.name))
    return [
      {
        id: node.name,
        parentId: node.parentId,
        title: node.title,
        path: node.url,
        isGroup,
        isHidden: node.type === menuType.hidden,
        hasScope: scoped.has(node.name),
        rights: rights.map(({ code, label }) => ({ code, label })),
        mayGrant: has(viewOf(node.name)),
        grantable: rights.map(({ code }) => code).filter(has),
        children,
      },
    ]
  }
  return menuTree(ofPackage, new Set(rightsOfMenus(ofPackage))).flatMap(drawn)
}

export const viewOf = (menu: string) => `${menu}:view`

/** Menus that can be granted, by name, with the codes of their buttons. */
export function grantableMenus(tree: readonly CompanyMenu[]): Map<string, CompanyMenu> {
  const found = new Map<string, CompanyMenu>()
  const walk = (nodes: readonly CompanyMenu[]): void => {
    for (const node of nodes) {
      if (!node.isGroup) found.set(node.id, node)
      walk(node.children)
    }
  }
  walk(tree)
  return found
}
