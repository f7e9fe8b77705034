import { VerticalAlignTopOutlined } from '@ant-design/icons'
import { scrollToTop } from '@kaopei/web'
import { type ReactNode, useEffect, useState } from 'react'

const shownAfterPx = 400
const durationMs = 500

export function BackToTop(): ReactNode {
  const [isShown, setShown] = useState(false)
  // The window's scroll position lies outside of React.
  useEffect(() => {
    const look = () => setShown(window.scrollY > shownAfterPx)
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [])
  if (!isShown) return null
  return (
    <button
      type="button"
      className="kp-back-to-top"
      aria-label="回到顶部"
      title="回到顶部"
      onClick={() => scrollToTop(durationMs)}
    >
      <VerticalAlignTopOutlined />
    </button>
  )
}
