import { menu } from '@kaopei/contract'

export const shortLinkMenu = menu(
  { name: 'shortLink', title: '短链接与分享', path: '/business/shortLink', parent: 'business', icon: 'api', sort: 75 },
  { manage: '查看和停用全部链接', upload: '创建上传链接' },
)

export const shareMenus = [shortLinkMenu]
