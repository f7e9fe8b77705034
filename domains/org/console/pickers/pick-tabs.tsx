import { whenShown } from '@kaopei/web'
import type { ReactNode } from 'react'
import type { NearStaffTabProps } from './near-staff-tab.tsx'

// The tabs of pickers that this room owns; their code comes when they are shown.

/** Type 1, tab '1'. */
export const DepartmentTab = whenShown(() => import('./department-tab.tsx'))
/** Type 2, tab '2'. */
export const StaffTab = whenShown(() => import('./staff-tab.tsx'))
/** Type 3, tab '3'. */
export const JobTab = whenShown(() => import('./post-tab.tsx'))
/** Type 11, tab '9'. */
export const SingleAddTab = whenShown(() => import('./single-add-tab.tsx'))
/** Type 12, tab '10'. */
export const ImportTab = whenShown(() => import('./import-tab.tsx'))

const NearStaffTab = whenShown(() => import('./near-staff-tab.tsx'))

/** Type 2, tab '4': 直属, who reports to the person who picks. */
export function DirectStaffTab(props: NearStaffTabProps): ReactNode {
  return <NearStaffTab {...props} who="direct" />
}

/** Type 2, tab '5': 快速选人, a search without the departments. */
export function QuickStaffTab(props: NearStaffTabProps): ReactNode {
  return <NearStaffTab {...props} who="anybody" />
}

/** Type 6, tab '6': 个人, oneself and one's reports. */
export function PersonalTab(props: NearStaffTabProps): ReactNode {
  return <NearStaffTab {...props} who="self" />
}
