import type { MenuNode } from '@kaopei/identity/contract/permission'
import type { FoundRoute } from '../route-index.ts'

export interface Crumb {
  readonly title: string
  /** Absent for plain text: the last crumb, and those that lead nowhere. */
  readonly to?: string
}

interface Step {
  readonly name: string
  readonly title: string
  readonly path: string
  readonly leadsNowhere: boolean
  readonly isHidden: boolean
}

const home: Step = { name: 'home', title: '首页', path: '/home', leadsNowhere: false, isHidden: false }

/** The way to a screen: home, the menus above it, itself. `knows` tells whether a path has a screen. */
export function crumbsOf(found: FoundRoute, menus: readonly MenuNode[], knows: (path: string) => boolean): readonly Crumb[] {
  const steps = stepsTo(found, menus, knows)
  const all = steps[0]?.name === 'home' ? steps : [home, ...steps]
  const shown = all.filter((step) => step.title !== '' && !step.isHidden)
  return shown.map(({ title, path, leadsNowhere }, index) =>
    leadsNowhere || index === shown.length - 1 ? { title } : { title, to: path },
  )
}

function stepsTo({ route, parents }: FoundRoute, menus: readonly MenuNode[], knows: (path: string) => boolean): readonly Step[] {
  const above = ancestors(menus, route.menu ?? route.name).map(
    (node): Step => ({
      name: node.name,
      title: node.title,
      path: node.url,
      leadsNowhere: !knows(node.url),
      isHidden: false,
    }),
  )
  const own = [...parents, route]
    .filter(({ name }) => !above.some((step) => step.name === name))
    .map(
      ({ name, title, path, redirect, noBreadcrumb, page }): Step => ({
        name,
        title,
        path,
        leadsNowhere: redirect === 'noRedirect' || (!page && !redirect),
        isHidden: noBreadcrumb ?? false,
      }),
    )
  return [...above, ...own]
}

/** The menu of this name with those above it, outermost first; empty when the tree has none. */
export function ancestors(menus: readonly MenuNode[], name: string): readonly MenuNode[] {
  for (const node of menus) {
    if (node.name === name) return [node]
    const below = ancestors(node.children, name)
    if (below.length > 0) return [node, ...below]
  }
  return []
}
