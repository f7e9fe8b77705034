import type { ReactNode } from 'react'
import './pages.css'

interface PagerProps {
  readonly pageIndex: number
  readonly pageCount: number
  readonly onChange: (pageIndex: number) => void
}

/** One page back, one page on; nothing where there is one page. */
export function Pager({ pageIndex, pageCount, onChange }: PagerProps): ReactNode {
  if (pageCount <= 1) return null
  return (
    <nav className="pager" aria-label="分页">
      <button type="button" disabled={pageIndex <= 1} onClick={() => onChange(pageIndex - 1)}>
        上一页
      </button>
      <span>
        第 {pageIndex} / {pageCount} 页
      </span>
      <button type="button" disabled={pageIndex >= pageCount} onClick={() => onChange(pageIndex + 1)}>
        下一页
      </button>
    </nav>
  )
}
