import type { RouteSpec } from '@kaopei/web'
import { base, designerPath } from './paths.ts'

export const routes: readonly RouteSpec[] = [
  {
    path: base,
    name: 'certificateManage',
    title: '证书管理',
    redirect: `${base}/issued`,
    children: [
      { path: `${base}/issued`, name: 'certificateIssued', title: '已发证书', page: () => import('./issued.list.tsx') },
      { path: `${base}/proposals`, name: 'certificateProposals', title: '证书待处理', page: () => import('./proposal.list.tsx') },
      { path: `${base}/portraits`, name: 'certificatePortraits', title: '持证人照片', page: () => import('./portrait.list.tsx') },
      { path: `${base}/rules`, name: 'certificateRules', title: '签发规则', page: () => import('./rule.list.tsx') },
      { path: `${base}/templates`, name: 'certificateTemplates', title: '证书模板', page: () => import('./template.list.tsx') },
      {
        path: designerPath,
        name: 'certificateDesigner',
        title: '证书设计',
        menu: 'certificateTemplates',
        hidden: true,
        page: () => import('./designer/designer.page.tsx'),
      },
    ],
  },
]
