/** A menu as the calls list it: flat, with the name of the menu above. */
export interface FlatMenu {
  readonly name: string
  readonly title: string
  readonly parent: string | null
  readonly isGroup: boolean
  readonly isHidden?: boolean
  readonly sort?: number
}

export type MenuBranch<Menu extends FlatMenu> = Menu & { readonly children?: readonly MenuBranch<Menu>[] }

/** The pages that come with another page and are no choice of their own: hidden ones below a page. */
function attachedTo<Menu extends FlatMenu>(menus: readonly Menu[]): ReadonlyMap<string, string> {
  const byName = new Map(menus.map((menu) => [menu.name, menu]))
  const attached = new Map<string, string>()
  for (const menu of menus) {
    let above = menu.isHidden && menu.parent !== null ? byName.get(menu.parent) : undefined
    while (above?.isHidden && above.parent !== null) above = byName.get(above.parent)
    if (above && !above.isGroup && !above.isHidden) attached.set(menu.name, above.name)
  }
  return attached
}

/** The choices as a tree in the order of the menu. A menu whose parent is not among them stands at the top. */
export function menuTree<Menu extends FlatMenu>(menus: readonly Menu[]): readonly MenuBranch<Menu>[] {
  const attached = attachedTo(menus)
  const shown = menus.filter(({ name }) => !attached.has(name))
  const names = new Set(shown.map(({ name }) => name))
  const above = (menu: Menu) => (menu.parent !== null && names.has(menu.parent) ? menu.parent : null)
  const branches = (parent: string | null): readonly MenuBranch<Menu>[] =>
    shown
      .filter((menu) => above(menu) === parent)
      .sort((a, b) => (a.sort ?? 0) - (b.sort ?? 0))
      .map((menu) => {
        const children = branches(menu.name)
        return children.length > 0 ? { ...menu, children } : menu
      })
  // A group without anything in it is no choice.
  const pruned = (list: readonly MenuBranch<Menu>[]): readonly MenuBranch<Menu>[] =>
    list.flatMap((branch) => {
      const children = pruned(branch.children ?? [])
      if (branch.isGroup && children.length === 0) return []
      return [children.length > 0 ? { ...branch, children } : branch]
    })
  return pruned(branches(null))
}

/** Chosen pages with the hidden pages that come with them; groups are left out, they come by themselves. */
export function withAttached<Menu extends FlatMenu>(menus: readonly Menu[], chosen: readonly string[]): string[] {
  const groups = new Set(menus.filter(({ isGroup }) => isGroup).map(({ name }) => name))
  const pages = new Set(chosen.filter((name) => !groups.has(name)))
  for (const [name, page] of attachedTo(menus)) if (pages.has(page)) pages.add(name)
  return [...pages]
}

/** What of a stored choice is ticked in the tree. */
export function tickedOf<Menu extends FlatMenu>(menus: readonly Menu[], stored: readonly string[]): string[] {
  const attached = attachedTo(menus)
  const known = new Map(menus.map((menu) => [menu.name, menu]))
  return stored.filter((name) => known.has(name) && !known.get(name)?.isGroup && !attached.has(name))
}
