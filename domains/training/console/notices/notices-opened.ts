import { whenShown } from '@kaopei/web'
import type { SendProps } from './send.drawer.tsx'

/** Its code comes with the first opening. */
export const SendDrawer = whenShown<SendProps>(() => import('./send.drawer.tsx'), null)
