import type { RouteSpec } from '@kaopei/web'

/** Every shared piece with its states, for those who build screens. Development builds only: see vite.config.ts. */
export const kitDocsRoutes: readonly RouteSpec[] = [
  {
    path: '/docs/kit',
    name: 'kitDocs',
    title: '界面组件',
    access: 'signedIn',
    hidden: true,
    page: () => import('./kit-docs.page.tsx'),
  },
]
