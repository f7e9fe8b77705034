import { whenShown } from '@kaopei/web'

/** Type 8 of pickers; its code comes when it is shown. */
export const UserGroupTab = whenShown(() => import('./user-group-tab.tsx'))
