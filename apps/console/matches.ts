import type { RouteSpec } from '@kaopei/web'
import { isRecord } from '@kaopei/web/client'
import type { UIMatch } from 'react-router'

/** The innermost screen of the current address. */
export function routeOfMatches(matches: readonly UIMatch[]): RouteSpec | undefined {
  for (const { handle } of matches.toReversed()) {
    if (isRecord(handle) && isRouteSpec(handle.route)) return handle.route
  }
  return undefined
}

function isRouteSpec(value: unknown): value is RouteSpec {
  return isRecord(value) && typeof value.path === 'string' && typeof value.name === 'string'
}
