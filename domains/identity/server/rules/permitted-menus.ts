import type { Menu } from '@kaopei/contract'
import { z } from 'zod'
import { menusOfEverybody } from '../../contract/menus.ts'
import { type MenuNode, menuType } from '../../contract/permission.ts'

export interface MenuPackage {
  readonly isPlatform: boolean
  /** Names of the menus that the company has; null: all but the platform's own. */
  readonly menuPackage: readonly string[] | null
}

/** The menus that a company may use at all. Groups come with whatever is in them. */
export function menusOfPackage(menus: readonly Menu[], { isPlatform, menuPackage }: MenuPackage): readonly Menu[] {
  const ofCompany = menus.filter((menu) => isPlatform || !menu.platformOnly)
  if (menuPackage === null || isPlatform) return ofCompany
  const wanted = new Set([...menuPackage, ...menusOfEverybody])
  return ofCompany.filter((menu) => wanted.has(menu.name) || isGroup(menu, menus))
}

/** Menu name → title and place in a company's package; null where the menu's own hold. */
export const menuWordsShape = z.record(z.string(), z.object({ title: z.string().nullable(), sort: z.int().nullable() }))
export type MenuWords = z.output<typeof menuWordsShape>

export function inWordsOf(menus: readonly Menu[], words: MenuWords): readonly Menu[] {
  return menus.map((menu) => {
    const { title, sort } = words[menu.name] ?? {}
    return { ...menu, title: title ?? menu.title, sort: sort ?? menu.sort }
  })
}

export function rightsOfMenus(menus: readonly Menu[]): string[] {
  return menus.flatMap((menu) => Object.values(menu.rights).map((right) => right.code))
}

/**
 * The tree of the menus that somebody with these rights may open: every menu whose `view` right they hold, what everybody has, and the groups
 * above them. A group without anything in it is left out. A page whose parent page is not permitted moves up to the next permitted menu.
 */
export function menuTree(menus: readonly Menu[], rights: ReadonlySet<string>): MenuNode[] {
  const byName = new Map(menus.map((menu) => [menu.name, menu]))
  const shown = new Set(
    menus
      .filter((menu) => !isGroup(menu, menus) && (rights.has(`${menu.name}:view`) || menusOfEverybody.includes(menu.name)))
      .map((menu) => menu.name),
  )
  for (const name of [...shown]) {
    for (const above of ancestorsOf(name, byName)) if (isGroup(above, menus)) shown.add(above.name)
  }
  const parentOf = (menu: Menu) => ancestorsOf(menu.name, byName).find((above) => shown.has(above.name))?.name ?? null
  const permitted = menus.filter((menu) => shown.has(menu.name))
  const childrenOf = (parent: string | null): MenuNode[] =>
    permitted
      .filter((menu) => parentOf(menu) === parent)
      .sort((a, b) => a.sort - b.sort)
      .map((menu) => node(menu, parent, childrenOf(menu.name), isGroup(menu, menus)))
  return childrenOf(null)
}

/** Groups have no page of their own: they lead to their first child. */
function isGroup(menu: Menu, menus: readonly Menu[]): boolean {
  return menus.some((child) => child.parent === menu.name && (!child.hidden || menu.hidden === true))
}

function ancestorsOf(name: string, byName: ReadonlyMap<string, Menu>): Menu[] {
  const above: Menu[] = []
  for (let menu = byName.get(name); menu?.parent !== undefined; ) {
    menu = byName.get(menu.parent)
    if (!menu || above.includes(menu)) break
    above.push(menu)
  }
  return above
}

function node(menu: Menu, parentId: string | null, children: MenuNode[], group: boolean): MenuNode {
  const { name, title, path, icon = '', sort, hidden } = menu
  const type = hidden ? menuType.hidden : group ? menuType.group : menuType.page
  return { id: name, name, parentId, sort, title, icon, type, url: path, children }
}
