import { whenShown } from '@kaopei/web'

// The tabs of pickers that this room owns; their code comes when they are shown.

/** Type 1, tab '1'. */
export const DepartmentTab = whenShown(() => import('./department-tab.tsx'))
/** Type 2, tab '2'. */
export const StaffTab = whenShown(() => import('./staff-tab.tsx'))
/** Type 2, tab '4'. */
export const DirectStaffTab = whenShown(() => import('./near-staff-tabs.tsx').then((tabs) => ({ default: tabs.DirectStaffTab })))
/** Type 2, tab '5'. */
export const QuickStaffTab = whenShown(() => import('./near-staff-tabs.tsx').then((tabs) => ({ default: tabs.QuickStaffTab })))
/** Type 3, tab '3'. */
export const JobTab = whenShown(() => import('./post-tab.tsx'))
/** Type 6, tab '6'. */
export const PersonalTab = whenShown(() => import('./near-staff-tabs.tsx').then((tabs) => ({ default: tabs.PersonalTab })))
/** Type 11, tab '9'. */
export const SingleAddTab = whenShown(() => import('./single-add-tab.tsx'))
/** Type 12, tab '10'. */
export const ImportTab = whenShown(() => import('./import-tab.tsx'))
