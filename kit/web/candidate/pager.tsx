import type { MouseEvent, ReactNode } from 'react'
import './pages.css'

interface PagerProps {
  readonly pageIndex: number
  readonly pageCount: number
  readonly onChange: (pageIndex: number) => void
}

/** One page back, one page on; nothing where there is one page. */
export function Pager({ pageIndex, pageCount, onChange }: PagerProps): ReactNode {
  if (pageCount <= 1) return null
  /** The page that comes is read from its beginning, and the button is at its end. */
  const turn = (to: number, { currentTarget }: MouseEvent) => {
    onChange(to)
    currentTarget.closest('details, section, main')?.scrollIntoView?.()
  }
  return (
    <nav className="pager" aria-label="分页">
      <button type="button" disabled={pageIndex <= 1} onClick={(event) => turn(pageIndex - 1, event)}>
        上一页
      </button>
      <span>
        第 {pageIndex} / {pageCount} 页
      </span>
      <button type="button" disabled={pageIndex >= pageCount} onClick={(event) => turn(pageIndex + 1, event)}>
        下一页
      </button>
    </nav>
  )
}
