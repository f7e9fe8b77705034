import { whenOpened, whenShown } from '@kaopei/web'

export type { InfoCollectDrawerProps } from './info-collect.drawer.tsx'
export type { StaffValuesDrawerProps } from './staff-values.drawer.tsx'
/** What outside candidates of an exam, or by default, fill in: three lists. */
export const InfoCollectDrawer = whenOpened(() => import('./info-collect.drawer.tsx'))
/** What is known of one person beyond the roster's columns. */
export const StaffValuesDrawer = whenOpened(() => import('./staff-values.drawer.tsx'))
/** What the signed-in person is asked for by their company, on their own page. */
export const OwnInfoCard = whenShown(() => import('./own-info.card.tsx'), null)
