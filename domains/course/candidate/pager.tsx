import type { ReactNode } from 'react'
import './learn.css'

export function Pager({
  pageIndex,
  pageCount,
  onChange,
}: {
  pageIndex: number
  pageCount: number
  onChange: (page: number) => void
}): ReactNode {
  if (pageCount <= 1) return null
  return (
    <nav className="learn-pager" aria-label="分页">
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
