import type { RouteSpec } from '@kaopei/web'

export const routes: readonly RouteSpec[] = [
  {
    path: '/business/messageTemplate',
    name: 'messageTemplate',
    title: '消息模板',
    redirect: '/business/messageTemplate/notifyTemplateListMessage',
    children: [
      {
        path: '/business/messageTemplate/notifyTemplateListMessage',
        name: 'notifyTemplateListMessage',
        title: '短信模板',
        page: () => import('./sms-template.list.tsx'),
      },
      {
        path: '/business/messageTemplate/notifyTemplateListEmail',
        name: 'notifyTemplateListEmail',
        title: '邮件模板',
        page: () => import('./mail-template.list.tsx'),
      },
    ],
  },
  {
    path: '/business/reviewTemplate',
    name: 'reviewTemplate',
    title: '审核模板',
    page: () => import('./review-template.list.tsx'),
  },
  { path: '/business/outbox', name: 'messageOutbox', title: '消息发件箱', page: () => import('./outbox.list.tsx') },
]
