import type { RouteSpec } from '@kaopei/web'

export const routes: readonly RouteSpec[] = [
  { path: '/business/companyInfo', name: 'companyInfo', title: '企业信息', page: () => import('./company-info.page.tsx') },
  {
    path: '/business/partnerConfig',
    name: 'partnerConfig',
    title: '合作方配置',
    page: () => import('./partner-config.page.tsx'),
  },
  {
    path: '/business/thirdauth',
    name: 'thirdauth',
    title: '第三方平台',
    redirect: '/business/thirdauth/thirdauthIndex',
    children: [
      {
        path: '/business/thirdauth/thirdauthIndex',
        name: 'thirdauthIndex',
        title: '平台接入',
        page: () => import('./thirdauth-index.page.tsx'),
      },
      {
        path: '/business/thirdauth/thirdauthDD',
        name: 'thirdauthDD',
        title: '钉钉接入',
        page: () => import('./thirdauth-dd.page.tsx'),
      },
    ],
  },
  // The specification has this page at two places.
  {
    path: '/business/thirdauthDD',
    name: 'thirdauthDDEntry',
    title: '钉钉接入',
    menu: 'thirdauthDD',
    hidden: true,
    noBreadcrumb: true,
    page: () => import('./thirdauth-dd.page.tsx'),
  },
  { path: '/business/operationLog', name: 'operationLog', title: '操作日志', page: () => import('./operation-log.list.tsx') },
  { path: '/docs', name: 'apiDocs', title: '接口文档', page: () => import('./api-docs.page.tsx') },
]
