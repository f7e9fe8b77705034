import { whenOpened } from '@kaopei/web'

export const PublishDialog = whenOpened(() => import('./publish.dialog.tsx'))
