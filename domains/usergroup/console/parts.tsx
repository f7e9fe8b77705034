import { whenOpened } from '@kaopei/web'

export type { AssociatedGroup, AssociatedGroupsDrawerProps } from './associated-groups.drawer.tsx'
export { AudiencePicker, type AudiencePickerProps, type PickedAudience } from './audience-picker.tsx'
export { groupIdsOf } from './group-picked.ts'
export { UserGroupTab } from './tabs.tsx'
export type { UserGroupTabProps } from './user-group-tab.tsx'
/** 关联用户组, 500 px. */
export const AssociatedGroupsDrawer = whenOpened(() => import('./associated-groups.drawer.tsx'))
