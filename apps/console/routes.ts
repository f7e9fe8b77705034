import type { RouteSpec } from '@kaopei/web'

/** Screens that belong to no single room. */
export const shellRoutes: readonly RouteSpec[] = [
  { path: '/home', name: 'home', title: '首页', fullScreen: true, page: () => import('./home/home.page.tsx') },
  {
    path: '/redirect/*',
    name: 'redirect',
    title: '',
    access: 'signedIn',
    hidden: true,
    noBreadcrumb: true,
    page: () => import('./redirect.page.tsx'),
  },
]
