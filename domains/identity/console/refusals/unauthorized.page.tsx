import type { ReactNode } from 'react'
import { BlankResult } from './blank-result.tsx'

export default function UnauthorizedPage(): ReactNode {
  return (
    <BlankResult
      status="403"
      title="请先登录"
      text="您还没有登录，或者登录已过期。"
      actions={[{ label: '去登录', to: '/login' }]}
    />
  )
}
