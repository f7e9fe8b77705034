import type { ReactNode } from 'react'
import type { Loaded } from './use-load.ts'
import './pages.css'

/** Skeleton, failure with a way to try again, or what was loaded. */
export function Show<T>({ loaded, children }: { loaded: Loaded<T>; children: (data: T) => ReactNode }): ReactNode {
  const { data, hasFailed, refusal, reload } = loaded
  if (data !== undefined) return children(data)
  if (hasFailed)
    return (
      <div className="empty">
        <p>{refusal ?? '加载失败，请检查网络后重试。'}</p>
        <button type="button" className="primary" onClick={reload}>
          重试
        </button>
      </div>
    )
  return (
    <div className="skeleton" role="status" aria-busy="true" aria-label="正在加载">
      <i />
      <i />
      <i />
    </div>
  )
}
