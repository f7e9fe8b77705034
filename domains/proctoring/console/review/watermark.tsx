import { session } from '@kaopei/web/client'
import { Watermark } from 'antd'
import { type ReactNode, useState } from 'react'

/** Who looks, and since when, across what is looked at. */
export function viewerText(): string {
  const name = session.get()?.name ?? ''
  return `${name} ${new Date().toLocaleString('zh-CN', { hour12: false })}`.trim()
}

const font = { color: 'rgba(128, 128, 128, 0.36)', fontSize: 13 }
const gap: [number, number] = [40, 48]

export function Watermarked({ children }: { readonly children: ReactNode }): ReactNode {
  const [text] = useState(viewerText)
  return (
    <Watermark content={text} font={font} gap={gap} style={{ inlineSize: '100%' }}>
      {children}
    </Watermark>
  )
}
