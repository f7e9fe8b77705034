import { usePerson } from '@kaopei/identity/parts'
import { type ReactNode, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { type Crumb, crumbsOf } from './breadcrumb.ts'
import { findRoute } from './route-index.ts'
import { routeIndex } from './router.tsx'

const knows = (path: string) => findRoute(routeIndex, path) !== undefined

/** The way to the open screen. While a view is being refreshed (/redirect/…) it stays as it was. */
export function Breadcrumbs(): ReactNode {
  const { pathname } = useLocation()
  const menus = usePerson()?.menus
  const [last, setLast] = useState<{ path: string; menus: unknown; crumbs: readonly Crumb[] }>()
  if (!pathname.startsWith('/redirect/') && menus && (last?.path !== pathname || last.menus !== menus)) {
    const found = findRoute(routeIndex, pathname)
    setLast({ path: pathname, menus, crumbs: found ? crumbsOf(found, menus, knows) : [] })
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
