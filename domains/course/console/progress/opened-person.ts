import { whenShown } from '@kaopei/web'

/** Its code comes with the first opening. */
export const PersonDrawer = whenShown(async () => ({ default: (await import('./person.drawer.tsx')).PersonDrawer }), null)
