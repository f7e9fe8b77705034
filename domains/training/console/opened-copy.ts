import { whenShown } from '@kaopei/web'

/** Its code comes with the first opening. */
export const CopyDialog = whenShown(async () => ({ default: (await import('./copy.dialog.tsx')).CopyDialog }), null)
