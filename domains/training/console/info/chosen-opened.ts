import { whenShown } from '@kaopei/web'
import type { ChosenDrawerProps } from './chosen.drawer.tsx'

export const ChosenDrawer = whenShown<ChosenDrawerProps>(() => import('./chosen.drawer.tsx'), null)
