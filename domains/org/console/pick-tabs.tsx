import { whenShown } from '@kaopei/web'

/** The tabs of pickers that this room owns; their code comes when they are shown. */
export const DepartmentTab = whenShown(() => import('./department-tab.tsx'))
export const StaffTab = whenShown(() => import('./staff-tab.tsx'))
