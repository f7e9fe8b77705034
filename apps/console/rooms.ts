import { routes as identity } from '@kaopei/identity/routes'
import { routes as jobs } from '@kaopei/jobs/routes'
import type { RouteSpec } from '@kaopei/web'
import { shellRoutes } from './routes.ts'

/** Every screen of the console. A room's screens appear here and nowhere else. */
export const allRoutes: readonly RouteSpec[] = [...shellRoutes, ...identity, ...jobs]
