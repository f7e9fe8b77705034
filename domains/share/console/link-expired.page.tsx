import { Result } from 'antd'
import type { ReactNode } from 'react'

/** Where short links end that lead nowhere any more. */
export default function LinkExpiredPage(): ReactNode {
  return (
    <main>
      <Result status="warning" title="链接已失效" subTitle="链接无效、已过期或已停用，请联系分享人重新获取。" />
    </main>
  )
}
