import { whenOpened } from '@kaopei/web'

export type { InfoCollectDrawerProps } from './info-collect.drawer.tsx'
/** What outside candidates of an exam, or by default, fill in: three lists. */
export const InfoCollectDrawer = whenOpened(() => import('./info-collect.drawer.tsx'))
