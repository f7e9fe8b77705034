import { exchangeTicket, loadPerson, person, signOut } from '@kaopei/identity/parts'
import { CurrentRoute, ErrorState, PageSkeleton, type RouteSpec } from '@kaopei/web'
import { isApiError, session } from '@kaopei/web/client'
import type { ComponentType, ReactNode } from 'react'
import {
  createBrowserRouter,
  type LoaderFunctionArgs,
  Outlet,
  type RouteObject,
  redirect,
  replace,
  useLocation,
  useRevalidator,
  useRouteError,
} from 'react-router'
import { routeIndex } from './frame/shown-route.ts'
import { judge, staysSignedIn, type Verdict } from './guard.ts'
import { allRoutes } from './rooms.ts'
import { Root } from './root.tsx'
import { findRoute, isForType } from './route-index.ts'

/** Screens for a type of their own stand in the place of the plain one. */
const plainRoutes = allRoutes.filter(({ forType }) => forType === undefined)

export const router = createBrowserRouter([
  {
    id: 'root',
    Component: Root,
    loader: guard,
    shouldRevalidate: () => true,
    HydrateFallback: PageSkeleton,
    ErrorBoundary: Broken,
    children: [
      {
        lazy: () => import('./frame/shell.tsx').then(({ Shell }) => ({ Component: Shell })),
        ErrorBoundary: Broken,
        children: plainRoutes.filter((route) => !route.bare).map(objectOf),
      },
      ...plainRoutes.filter((route) => route.bare).map(objectOf),
      // The guard has sent unknown paths on their way before this draws anything.
      { path: '*', element: null },
    ],
  },
])

/** Runs before every screen. */
async function guard({ request }: LoaderFunctionArgs): Promise<Response | null> {
  const { pathname: path, search } = new URL(request.url)
  const route = findRoute(routeIndex, path, search)?.route
  const ask = () => judge({ path, search, route, hasSession: session.get() !== undefined, known: known() })
  const verdict = ask()
  if (verdict.kind === 'exchange') return exchange(verdict.ticket)
  if (verdict.kind !== 'load') return answer(verdict)
  try {
    await loadPerson()
  } catch (error) {
    if (staysSignedIn(error)) throw error
    await signOut()
    return redirect('/login')
  }
  return answer(ask())
}

function answer(verdict: Verdict): Response | null {
  return verdict.kind === 'go' ? redirect(verdict.to) : null
}

/** The ticket leaves the address bar whether or not it is good. */
async function exchange(ticket: string): Promise<Response> {
  return exchangeTicket(ticket).then(
    () => replace('/home'),
    () => replace('/login'),
  )
}

function known() {
  const loaded = person.get()
  return loaded && { menuNames: loaded.menuNames, hasRoles: loaded.roles.length > 0 }
}

function objectOf(route: RouteSpec): RouteObject {
  const { path, page, redirect: to } = route
  const children = route.children?.map(objectOf) ?? []
  const handle = { route }
  if (!page && to && to !== 'noRedirect') {
    children.unshift({ index: true, loader: ({ request }) => redirect(to + new URL(request.url).search) })
  }
  if (!page) return { path, handle, ErrorBoundary: Broken, children, Component: Outlet }
  const others = routeIndex.flatMap(({ route: one }) => (one.forType !== undefined && one.path === path ? [one] : []))
  if (others.length > 0) return { path, handle, ErrorBoundary: Broken, children, ...screensByType(route, others) }
  const lazy = async () => {
    const { default: Page } = await page().catch(reloadOnce)
    const Component = () => (
      <CurrentRoute value={route}>
        <Page />
      </CurrentRoute>
    )
    return { Component }
  }
  return { path, handle, ErrorBoundary: Broken, children, lazy }
}

/** Of several screens with one path only the one that the address means is fetched. */
function screensByType(route: RouteSpec, others: readonly RouteSpec[]): Pick<RouteObject, 'loader' | 'Component'> {
  const pages = new Map<RouteSpec, ComponentType>()
  const meantBy = (search: string) => others.find((other) => isForType(other, route.path, search)) ?? route
  return {
    loader: async ({ request }) => {
      const meant = meantBy(new URL(request.url).search)
      const loaded = await meant.page?.().catch(reloadOnce)
      if (loaded) pages.set(meant, loaded.default)
      return null
    },
    Component: () => {
      const meant = meantBy(useLocation().search)
      const Page = pages.get(meant)
      return <CurrentRoute value={meant}>{Page && <Page />}</CurrentRoute>
    },
  }
}

const reloadMark = 'kaopei.reloadedAt'
/** A screen's file is gone after an update of the server: the page is loaded anew, once. */
function reloadOnce(error: unknown): never | Promise<never> {
  const last = Number(sessionStorage.getItem(reloadMark) ?? 0)
  if (Date.now() - last < 60_000) throw error
  sessionStorage.setItem(reloadMark, String(Date.now()))
  window.location.reload()
  return new Promise(() => {})
}

function Broken(): ReactNode {
  const error = useRouteError()
  const { revalidate } = useRevalidator()
  if (isApiError(error)) return <ErrorState error={error} onRetry={() => void revalidate()} />
  console.error(error)
  return <ErrorState error={new Error('页面加载失败，请检查网络后重试')} onRetry={() => window.location.reload()} />
}
