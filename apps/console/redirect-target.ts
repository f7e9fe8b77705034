import { allRoutes } from './rooms.ts'
import { findRoute, flatten } from './route-index.ts'

const index = flatten(allRoutes)

/** Only a screen of this app is entered again; whatever else stands behind /redirect/ leads to /404. */
export function redirectTarget(rest: string, search: string): string {
  const path = `/${rest}`
  const isInApp = !/^\/[/\\]/.test(path) && !path.startsWith('/redirect') && findRoute(index, path) !== undefined
  return isInApp ? path + search : '/404'
}
