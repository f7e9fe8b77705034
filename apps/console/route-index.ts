import type { RouteSpec } from '@kaopei/web'
import { matchPath } from 'react-router'

export interface FoundRoute {
  readonly route: RouteSpec
  /** Routes around it, outermost first, itself not among them. */
  readonly parents: readonly RouteSpec[]
}

/** All routes, children too, each with what it stands in. */
export function flatten(routes: readonly RouteSpec[], parents: readonly RouteSpec[] = []): readonly FoundRoute[] {
  return routes.flatMap((route) => [{ route, parents }, ...flatten(route.children ?? [], [...parents, route])])
}

/** The screen of a path; one with parameters only when none fits literally. */
export function findRoute(all: readonly FoundRoute[], path: string): FoundRoute | undefined {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') : path
  return all.find(({ route }) => route.path === plain) ?? all.find(({ route }) => matchPath(route.path, plain) !== null)
}
