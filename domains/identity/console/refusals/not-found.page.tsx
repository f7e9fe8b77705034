import type { ReactNode } from 'react'
import { BlankResult } from './blank-result.tsx'

export default function NotFoundPage(): ReactNode {
  return (
    <BlankResult
      status="404"
      title="页面不存在"
      text="您访问的页面不存在，或者已经被移动。"
      actions={[{ label: '返回首页', to: '/home' }]}
    />
  )
}
