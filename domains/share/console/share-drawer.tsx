import { FocusReturn } from '@kaopei/web'
import { Drawer } from 'antd'
import { lazy, type ReactNode, Suspense } from 'react'

export interface ShareDrawerProps {
  readonly open: boolean
  /** A page of this product: path, or full address of this site. */
  readonly originUrl: string
  /** What is shared: the link's name in the list, and the picture's file name. */
  readonly title: string
  /** The short link that there is already; without it the page gets one. */
  readonly link?: string
  readonly onClose: () => void
}

const Canvas = lazy(() => import('./share-canvas.tsx'))

/** 分享: QR code, short link, and the code as a picture of 200, 400 or 800 px. */
export function ShareDrawer({ open, onClose, ...shared }: ShareDrawerProps): ReactNode {
  if (!open) return null
  return (
    <>
      <FocusReturn />
      <Drawer open title="分享" size={480} onClose={onClose}>
        <Suspense fallback={null}>
          <Canvas {...shared} />
        </Suspense>
      </Drawer>
    </>
  )
}
