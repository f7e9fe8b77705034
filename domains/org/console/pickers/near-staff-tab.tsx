import { listOf } from '@kaopei/web'
import type { ReactNode } from 'react'
import { directStaff } from '../../contract/direct-staff.ts'
import StaffTab, { type StaffTabProps } from './staff-tab.tsx'

export type NearStaffTabProps = Omit<StaffTabProps, 'hasTree' | 'source' | 'extraInput'>

const direct = listOf(directStaff.listDirect)
const withSelf = { withSelf: true } as const

/** People without the tree of departments: who reports to the person who picks, the same with oneself, or a search for anybody. */
export default function NearStaffTab({
  who,
  ...tab
}: NearStaffTabProps & { readonly who: 'direct' | 'self' | 'anybody' }): ReactNode {
  switch (who) {
    case 'direct':
      return <StaffTab {...tab} hasTree={false} source={direct} />
    case 'self':
      return <StaffTab {...tab} hasTree={false} source={direct} extraInput={withSelf} />
    case 'anybody':
      return <StaffTab {...tab} hasTree={false} />
  }
}
