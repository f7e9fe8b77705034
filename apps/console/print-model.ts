import type { RouteSpec } from '@kaopei/web'

export interface PrintedRoute {
  readonly path: string
  readonly title: string
  readonly name: string
  /** Menu whose right it needs; null where none is needed. */
  readonly menu: string | null
  readonly hidden: boolean
  readonly access: 'public' | 'signedIn' | 'menu'
  readonly redirect: string | null
}

/** Every route, children too, as plain facts. */
export function allRoutesFlat(routes: readonly RouteSpec[]): readonly PrintedRoute[] {
  return routes.flatMap((route) => [printed(route), ...allRoutesFlat(route.children ?? [])])
}

function printed({ path, forType, title, name, menu, hidden, access = 'menu', redirect }: RouteSpec): PrintedRoute {
  return {
    path: addressOf({ path, forType }),
    title,
    name,
    menu: access === 'menu' ? (menu ?? name) : null,
    hidden: hidden ?? false,
    access,
    redirect: redirect ?? null,
  }
}

/** Of a screen for one type: with it. */
export function addressOf({ path, forType }: { readonly path: string; readonly forType?: string | undefined }): string {
  return forType === undefined ? path : `${path}?type=${forType}`
}
