import { menu } from '@kaopei/contract'

export const outboxMenu = menu(
  { name: 'messageOutbox', title: '消息发件箱', path: '/business/outbox', parent: 'business', icon: 'mail', sort: 70 },
  { resend: '重新发送' },
)

export const messagingMenus = [outboxMenu]
