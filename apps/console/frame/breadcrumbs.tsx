import { usePerson } from '@kaopei/identity/parts'
import { type ReactNode, useMemo, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { type FoundRoute, findRoute } from '../route-index.ts'
import { type Crumb, crumbsOf } from './breadcrumb.ts'
import { routeIndex } from './shown-route.ts'

const knows = (path: string) => findRoute(routeIndex, path) !== undefined

/** The way to the open screen. While a view is being refreshed (/redirect/…) it stays as it was. */
export function Breadcrumbs(): ReactNode {
  const { pathname, search } = useLocation()
  const menus = usePerson()?.menus
  const [last, setLast] = useState<{ found: FoundRoute | undefined; menus: unknown; crumbs: readonly Crumb[] }>()
  const found = useMemo(() => findRoute(routeIndex, pathname, search), [pathname, search])
  if (!pathname.startsWith('/redirect/') && menus && (last?.found !== found || last?.menus !== menus)) {
    setLast({ found, menus, crumbs: found ? crumbsOf(found, menus, knows) : [] })
  }
  const crumbs = last?.crumbs ?? []
  if (crumbs.length < 2) return null
  return (
    <nav className="kp-breadcrumb" aria-label="面包屑">
      <ol>
        {crumbs.map(({ title, to }, index) => (
          <li key={`${title}${to ?? ''}`} aria-current={index === crumbs.length - 1 ? 'page' : undefined}>
            {to ? <Link to={to}>{title}</Link> : title}
          </li>
        ))}
      </ol>
    </nav>
  )
}
