import type { CompanyMenu } from '../contract/role-menu.ts'

/** What is ticked: names of menus and codes of their buttons. */
export interface Ticks {
  readonly menus: ReadonlySet<string>
  readonly rights: ReadonlySet<string>
}

export function ticksOf({ menus, rights }: { menus: readonly { readonly menu: string }[]; rights: readonly string[] }): Ticks {
  return { menus: new Set(menus.map(({ menu }) => menu)), rights: new Set(rights) }
}

/** A menu and everything below it, groups left out. */
export function menusBelow(node: CompanyMenu): CompanyMenu[] {
  return [...(node.isGroup ? [] : [node]), ...node.children.flatMap(menusBelow)]
}

/** Menus bring their buttons when whole branches are ticked, and lose them when they are taken away. What the caller does not have stays as it is. */
export function tickBranch(ticks: Ticks, node: CompanyMenu, isOn: boolean): Ticks {
  const changed = menusBelow(node).filter((menu) => menu.mayGrant)
  const [menus, rights] = [new Set(ticks.menus), new Set(ticks.rights)]
  for (const { id, rights: all, grantable } of changed) {
    if (isOn) menus.add(id)
    else menus.delete(id)
    for (const code of isOn ? grantable : all.map((right) => right.code)) {
      if (isOn) rights.add(code)
      else rights.delete(code)
    }
  }
  return { menus, rights }
}

/** One menu alone: its buttons go with it, but do not come with it. */
export function tickMenu(ticks: Ticks, menu: CompanyMenu, isOn: boolean): Ticks {
  if (!isOn) return tickBranch(ticks, { ...menu, children: [] }, false)
  return { ...ticks, menus: new Set([...ticks.menus, menu.id]) }
}

/** A button needs its menu. */
export function tickRight(ticks: Ticks, menu: CompanyMenu, code: string, isOn: boolean): Ticks {
  const rights = new Set(ticks.rights)
  if (!isOn) {
    rights.delete(code)
    return { ...ticks, rights }
  }
  return { menus: new Set([...ticks.menus, menu.id]), rights: rights.add(code) }
}

export function stateOf({ menus }: Ticks, node: CompanyMenu): 'all' | 'some' | 'none' {
  const below = menusBelow(node)
  const count = below.filter(({ id }) => menus.has(id)).length
  if (count === 0) return 'none'
  return count === below.length ? 'all' : 'some'
}

export function isSame(first: Ticks, second: Ticks): boolean {
  return sameSet(first.menus, second.menus) && sameSet(first.rights, second.rights)
}

const sameSet = (first: ReadonlySet<string>, second: ReadonlySet<string>) =>
  first.size === second.size && [...first].every((item) => second.has(item))
