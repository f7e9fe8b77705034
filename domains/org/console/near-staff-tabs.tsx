import { listOf } from '@kaopei/web'
import type { ReactNode } from 'react'
import { directStaff } from '../contract/direct-staff.ts'
import StaffTab, { type StaffTabProps } from './staff-tab.tsx'

type Props = Omit<StaffTabProps, 'hasTree' | 'hasSelectAll' | 'source' | 'extraInput'>

const direct = listOf(directStaff.listDirect)
const withSelf = { withSelf: true } as const

/** Tab 4, 直属: who reports to the person who picks. */
export function DirectStaffTab(props: Props): ReactNode {
  return <StaffTab {...props} hasTree={false} source={direct} />
}

/** Tab 5, 快速选人: a search for people without the departments. */
export function QuickStaffTab(props: Props & Pick<StaffTabProps, 'hasSelectAll'>): ReactNode {
  return <StaffTab {...props} hasTree={false} />
}

/** Tab 6, 个人: oneself and one's reports. */
export function PersonalTab(props: Props): ReactNode {
  return <StaffTab {...props} hasTree={false} source={direct} extraInput={withSelf} />
}
