import { formatInstant } from '@kaopei/web'
import { session } from '@kaopei/web/client'
import { Watermark } from 'antd'
import { type ReactNode, useState } from 'react'
import './review.css'

/** Who looks, and since when by the company's clocks, as all times beside it: across what is looked at. */
export function viewerText(): string {
  const name = session.get()?.name ?? ''
  return `${name} ${formatInstant(new Date(), 'YYYY-MM-DD HH:mm:ss')}`.trim()
}

const font = { color: 'rgba(128, 128, 128, 0.36)', fontSize: 13 }
const gap: [number, number] = [40, 48]

interface Props {
  readonly children: ReactNode
}

export function Watermarked({ children }: Props): ReactNode {
  return <Marked className="kp-watermarked">{children}</Marked>
}

/** A picture that was opened large: over the whole screen, so that it is there however the picture is turned, moved and zoomed. */
export function WatermarkedLarge({ children }: Props): ReactNode {
  return <Marked className="kp-watermarked-large">{children}</Marked>
}

function Marked({ className, children }: Props & { readonly className: string }): ReactNode {
  const [text] = useState(viewerText)
  return (
    <Watermark content={text} font={font} gap={gap} className={className}>
      {children}
    </Watermark>
  )
}
