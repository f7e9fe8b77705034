import { whenShown } from '@kaopei/web'

/** Its code comes with the first opening. */
export const PublishDialog = whenShown(async () => ({ default: (await import('./publish.dialog.tsx')).PublishDialog }), null)
