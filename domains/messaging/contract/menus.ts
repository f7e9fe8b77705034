import { menu } from '@kaopei/contract'

export const outboxMenu = menu(
  { name: 'messageOutbox', title: '消息发件箱', path: '/business/outbox', parent: 'business', icon: 'mail', sort: 70 },
  { resend: '重新发送' },
)

export const messageTemplateMenu = menu({
  name: 'messageTemplate',
  title: '消息模板',
  path: '/business/messageTemplate',
  parent: 'business',
  icon: 'mail',
  sort: 60,
})

export const smsTemplateMenu = menu(
  {
    name: 'notifyTemplateListMessage',
    title: '短信模板',
    path: '/business/messageTemplate/notifyTemplateListMessage',
    parent: 'messageTemplate',
    sort: 10,
  },
  { edit: '编辑、启停和测试发送' },
)

export const mailTemplateMenu = menu(
  {
    name: 'notifyTemplateListEmail',
    title: '邮件模板',
    path: '/business/messageTemplate/notifyTemplateListEmail',
    parent: 'messageTemplate',
    sort: 20,
  },
  { edit: '编辑、启停和测试发送' },
)

export const reviewTemplateMenu = menu(
  { name: 'reviewTemplate', title: '审核模板', path: '/business/reviewTemplate', parent: 'business', icon: 'exam', sort: 65 },
  { edit: '新增和编辑', remove: '删除' },
)

export const messagingMenus = [outboxMenu, messageTemplateMenu, smsTemplateMenu, mailTemplateMenu, reviewTemplateMenu]
