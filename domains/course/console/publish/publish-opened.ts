import { whenShown } from '@kaopei/web'

// Their code comes with the first opening.
export const PublishDialog = whenShown(async () => ({ default: (await import('./publish.dialog.tsx')).PublishDialog }), null)
export const HistoryDrawer = whenShown(async () => ({ default: (await import('./history.drawer.tsx')).HistoryDrawer }), null)
