import { FilterDrawer, type FilterDrawerProps, type Picked, type PickTab, whenShown } from '@kaopei/web'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'

/** Type 10. */
export const BankTab = whenShown(() => import('./bank-tab.tsx'))

const tabs: readonly PickTab[] = [{ key: 'bank', title: '题库', content: (pick) => <BankTab pick={pick} /> }]

/** Picks question banks. One that the address names (`questionBankId`, `questionBankName`) is picked already. */
export function QuestionBankPicker({ selected, ...props }: Omit<FilterDrawerProps, 'tabs'>): ReactNode {
  const [params] = useSearchParams()
  const id = params.get('questionBankId')
  const named: readonly Picked[] = id ? [{ kind: 'bank', id, name: params.get('questionBankName') || '当前题库' }] : []
  return <FilterDrawer title="选择题库" {...props} selected={selected && selected.length > 0 ? selected : named} tabs={tabs} />
}
