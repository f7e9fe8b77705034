import type { Menu } from '@kaopei/contract'
import { menusOfEverybody } from '@kaopei/identity/contract/menus'
import type { MenuWords } from '@kaopei/platform/server'
import type { KnownMenu, PackageEntry } from '../../contract/menu-package.ts'

/** Every menu that a role or package can hold, groups marked: they come with whatever is in them. */
export function knownMenus(menus: readonly Menu[]): KnownMenu[] {
  const parents = new Set(menus.filter(({ hidden }) => !hidden).flatMap(({ parent }) => (parent === undefined ? [] : [parent])))
  return menus
    .filter(({ name }) => !menusOfEverybody.includes(name))
    .map((menu) => ({
      name: menu.name,
      title: menu.title,
      parent: menu.parent ?? null,
      sort: menu.sort,
      path: menu.path,
      isHidden: menu.hidden ?? false,
      isOfPlatform: menu.platformOnly ?? false,
      isGroup: parents.has(menu.name),
      rights: Object.values(menu.rights)
        .filter(({ code }) => !code.endsWith(':view'))
        .map(({ code, label }) => ({ code, label })),
    }))
}

/** Names in a package that are no menu a company can have. */
export function unknownEntries(entries: readonly PackageEntry[], known: readonly KnownMenu[]): string[] {
  const allowed = new Set(known.filter(({ isOfPlatform }) => !isOfPlatform).map(({ name }) => name))
  return entries.filter(({ name }) => !allowed.has(name)).map(({ name }) => name)
}

export function menusOfEntries(entries: readonly PackageEntry[]): string[] {
  return [...new Set(entries.map(({ name }) => name))]
}

/** Only what differs from the menus' own words. */
export function wordsOfEntries(entries: readonly PackageEntry[]): MenuWords {
  const own = entries.filter(({ title, sort }) => title !== null || sort !== null)
  return Object.fromEntries(own.map(({ name, title, sort }) => [name, { title, sort }]))
}
