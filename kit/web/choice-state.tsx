import type { SelectProps } from 'antd'
import { ErrorState, type Loadable } from './states.tsx'

/** What an empty choice says: that its options are still read, that they could not be (with 重试), or that there are none. */
export function choiceState(
  { error, isPending, refetch }: Omit<Loadable<unknown>, 'data'> & { readonly isPending: boolean },
  emptyText = '暂无数据',
): Pick<SelectProps, 'loading' | 'notFoundContent'> {
  if (error) return { loading: false, notFoundContent: <ErrorState error={error} onRetry={refetch} /> }
  return { loading: isPending, notFoundContent: isPending ? '加载中…' : emptyText }
}
