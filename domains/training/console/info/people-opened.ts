import { whenShown } from '@kaopei/web'
import type { ImportProps } from './import.drawer.tsx'
import type { PersonProps } from './person.drawer.tsx'

// Their code comes with the first opening.
export const PersonDrawer = whenShown<PersonProps>(() => import('./person.drawer.tsx'), null)
export const ImportDrawer = whenShown<ImportProps>(() => import('./import.drawer.tsx'), null)
