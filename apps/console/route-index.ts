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

/** The screen of a path; one with parameters only when none fits literally. Of several with this path the one for the type in the address. */
export function findRoute(all: readonly FoundRoute[], path: string, search = ''): FoundRoute | undefined {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') : path
  const found =
    all.find(({ route }) => route.path === plain && route.forType === undefined) ??
    all.find(({ route }) => route.forType === undefined && matchPath(route.path, plain) !== null)
  return found && (all.find(({ route }) => isForType(route, found.route.path, search)) ?? found)
}

/** Is this the screen of the path for the type that the address names? */
export function isForType({ path, forType }: RouteSpec, wanted: string, search: string): boolean {
  return forType !== undefined && path === wanted && forType === new URLSearchParams(search).get('type')
}
