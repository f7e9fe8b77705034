import type { RouteSpec } from '@kaopei/web'
import { useLocation, useMatches } from 'react-router'
import { routeOfMatches } from '../matches.ts'
import { allRoutes } from '../rooms.ts'
import { findRoute, flatten } from '../route-index.ts'

export const routeIndex = flatten(allRoutes)

/** The screen that is shown, of its path or for the type that the address names. */
export function useShownRoute(): RouteSpec | undefined {
  const { search } = useLocation()
  const route = routeOfMatches(useMatches())
  return route && (findRoute(routeIndex, route.path, search)?.route ?? route)
}
