import type { ReactNode } from 'react'
import type { Loaded } from './use-load.ts'
import { shownAt } from './wall-clock.ts'

/** Skeleton, failure with a way to try again, or what was loaded. */
export function Show<T>({ loaded, children }: { loaded: Loaded<T>; children: (data: T) => ReactNode }): ReactNode {
  const { data, hasFailed, reload } = loaded
  if (data !== undefined) return children(data)
  if (hasFailed)
    return (
      <div className="empty">
        <p>加载失败，请检查网络后重试。</p>
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

/** By the company's clocks, to the minute. */
export function dateTime(instant: string | null): string {
  if (instant === null) return '-'
  return shownAt(instant).slice(0, 16).replace('T', ' ')
}

export function duration(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  const seconds = Math.round(ms / 1000) % 60
  return minutes > 0 ? `${minutes} 分 ${seconds} 秒` : `${seconds} 秒`
}
