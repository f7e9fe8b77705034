import { type MenuNode, menuType } from '@kaopei/identity/contract/permission'

export interface MenuItem {
  readonly name: string
  readonly title: string
  readonly icon: string
  /** Where it leads; a group leads to its first entry. */
  readonly to: string
  readonly children: readonly MenuItem[]
}

/** Always there, whatever the server's tree holds. */
const userCentre: MenuItem = {
  name: 'userInfo',
  title: '个人中心',
  icon: 'user',
  to: '/userInfo/PersonalData',
  children: [
    { name: 'PersonalData', title: '个人资料', icon: 'idcard', to: '/userInfo/PersonalData', children: [] },
    { name: 'AccountSecurity', title: '账号安全', icon: 'safety', to: '/userInfo/AccountSecurity', children: [] },
  ],
}

/** The menu as it is drawn: the server's titles, icons and order, without hidden entries and empty groups, the user centre at its end. */
export function drawnMenu(tree: readonly MenuNode[], knows: (path: string) => boolean): readonly MenuItem[] {
  return [...tree.filter((node) => node.name !== userCentre.name).flatMap((node) => drawn(node, knows)), userCentre]
}

function drawn(node: MenuNode, knows: (path: string) => boolean): MenuItem[] {
  if (node.type === menuType.hidden) return []
  const children = [...node.children].sort((a, b) => a.sort - b.sort).flatMap((child) => drawn(child, knows))
  if (node.type === menuType.group && children.length === 0) return []
  // An entry without a screen is shown all the same and leads to /404.
  const own = knows(node.url) ? node.url : '/404'
  const to = children[0]?.to ?? own
  return [{ name: node.name, title: node.title, icon: node.icon, to, children }]
}

export interface SearchEntry {
  readonly to: string
  readonly text: string
}

/** What the header search finds: every entry that leads somewhere by itself, with the titles above it. */
export function searchEntries(menu: readonly MenuItem[], above: readonly string[] = []): readonly SearchEntry[] {
  return menu.flatMap((item) => {
    const titles = [...above, item.title]
    if (item.children.length > 0) return searchEntries(item.children, titles)
    return [{ to: item.to, text: titles.join(' > ') }]
  })
}

/** The entries around and including the one of this name, outermost first. */
export function pathTo(menu: readonly MenuItem[], name: string): readonly MenuItem[] {
  for (const item of menu) {
    if (item.name === name) return [item]
    const below = pathTo(item.children, name)
    if (below.length > 0) return [item, ...below]
  }
  return []
}
