import { ViewAsBanner } from '@kaopei/access/parts'
import { usePerson } from '@kaopei/identity/parts'
import { PageSkeleton, type RouteSpec, uiSettings, useIsNarrow, useUiSettings, warmUpMessages } from '@kaopei/web'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router'
import { findRoute } from '../route-index.ts'
import { BackToTop } from './back-to-top.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { Header } from './header.tsx'
import { drawnMenu, type MenuItem, pathTo } from './menu-model.ts'
import { routeIndex, useShownRoute } from './shown-route.ts'
import { SideMenu } from './side-menu.tsx'

const MobileMenu = lazy(() => import('./mobile-menu.tsx'))
const knows = (path: string) => findRoute(routeIndex, path) !== undefined

/** Header, sidebar, main area. */
export function Shell(): ReactNode {
  const person = usePerson()
  const isMobile = useIsNarrow()
  const { isSidebarOpen } = useUiSettings()
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const [hasOpened, setOpened] = useState(false)
  if (isDrawerOpen && !hasOpened) setOpened(true)
  const route = useShownRoute()
  const { pathname } = useLocation()
  const menu = useMemo(() => drawnMenu(person?.menus ?? [], knows), [person?.menus])
  const around = useMemo(() => entriesAround(menu, route, pathname), [menu, route, pathname])
  // After the first picture: what nearly every screen needs next.
  useEffect(warmUp, [])
  if (!person) return <PageSkeleton />
  const section = around[0]
  const current = new Set(around.map(({ name }) => name))
  const hasSidebar = !isMobile && !isWithoutSidebar(route) && (section?.children.length ?? 0) > 0
  const toggle = () => (isMobile ? setDrawerOpen(true) : uiSettings.change({ isSidebarOpen: !isSidebarOpen }))
  return (
    <div className="kp-shell">
      <a className="kp-skip" href="#main">
        跳到主要内容
      </a>
      <Header menu={menu} current={current} isMobile={isMobile} hasSidebar={hasSidebar} onToggle={toggle} />
      {hasSidebar && isSidebarOpen && section && (
        <aside className="kp-sidebar">
          <SideMenu label={section.title} items={section.children} current={current} />
        </aside>
      )}
      {isMobile && hasOpened && (
        <Suspense>
          <MobileMenu open={isDrawerOpen} onClose={() => setDrawerOpen(false)} menu={menu} current={current} />
        </Suspense>
      )}
      <main id="main" className="kp-main" data-sidebar={hasSidebar && isSidebarOpen} tabIndex={-1}>
        <ViewAsBanner />
        {!isWithoutSidebar(route) && <Breadcrumbs />}
        <Outlet />
      </main>
      <BackToTop />
      <ScrollRestoration getKey={({ pathname: path }) => path} />
    </div>
  )
}

function warmUp(): void {
  const later = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 1_000))
  later(() => {
    warmUpMessages()
    void import('@kaopei/web/list/list-page')
  })
}

function isWithoutSidebar(route: RouteSpec | undefined): boolean {
  return Boolean(route?.fullScreen || route?.mandatoryFullScreen || route?.microApp)
}

/** The menu entries that the open screen belongs to. A hidden screen belongs to the menu whose right it needs. */
function entriesAround(menu: readonly MenuItem[], route: RouteSpec | undefined, path: string): readonly MenuItem[] {
  for (const name of [route?.activeMenu, route?.name, route?.menu]) {
    const found = name === undefined ? [] : pathTo(menu, name)
    if (found.length > 0) return found
  }
  const section = menu.find(({ name }) => path.startsWith(`/${name}/`))
  return section ? [section] : []
}
