import { Button, Empty } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { isApiError } from './client/api-error.ts'
import { textOf } from './client/error-policy.ts'

/** Nothing for 200 ms, then the skeleton: quick answers must not flicker. */
export function Delayed({ children, ms = 200 }: { readonly children: ReactNode; readonly ms?: number }): ReactNode {
  const [isShown, setShown] = useState(false)
  // A timer is the subject here.
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return isShown ? children : null
}

export function PageSkeleton(): ReactNode {
  return (
    <Delayed>
      <div className="kp-card" role="status" aria-label="加载中">
        <Bones />
      </div>
    </Delayed>
  )
}

/** Grey lines where text will be. */
export function Bones({ rows = 8 }: { readonly rows?: number }): ReactNode {
  return (
    <div className="kp-bones" aria-hidden="true">
      {Array.from({ length: rows + 1 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines without content never move
        <span key={row} />
      ))}
    </div>
  )
}

/** 暂无数据, with the next thing to do where there is one. */
export function EmptyState({ text = '暂无数据', action }: { readonly text?: string; readonly action?: ReactNode }): ReactNode {
  return (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text}>
      {action}
    </Empty>
  )
}

/** What happened, and 重试. */
export function ErrorState({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }): ReactNode {
  const otherwise = '请稍后重试'
  const text = isApiError(error) ? textOf(error, otherwise) : otherwise
  return (
    <div className="kp-failure" role="alert">
      <strong>加载失败</strong>
      <p>{text}</p>
      {onRetry && <Button onClick={onRetry}>重试</Button>}
    </div>
  )
}

export interface Loadable<Data> {
  readonly data: Data | undefined
  readonly error: Error | null
  readonly refetch: () => void
}

/** Beside what goes on without it: says that `what` could not be loaded, and loads it again. Nothing while all is well. */
export function LoadAgain({ of, what }: { readonly of: Loadable<unknown>; readonly what: string }): ReactNode {
  if (of.data !== undefined || !of.error) return null
  return (
    <span role="alert">
      {what}加载失败
      <Button type="link" size="small" onClick={of.refetch}>
        重试
      </Button>
    </span>
  )
}

/** Draws an answer, its skeleton while it is under way, and its failure: `<Loaded of={useCall(…)}>{(data) => …}</Loaded>`. */
export function Loaded<Data>(props: {
  readonly of: Loadable<Data>
  readonly skeleton?: ReactNode
  readonly children: (data: Data) => ReactNode
}): ReactNode {
  const { of, skeleton, children } = props
  if (of.data !== undefined) return children(of.data)
  if (of.error) return <ErrorState error={of.error} onRetry={of.refetch} />
  return skeleton ?? <PageSkeleton />
}
