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

/** The last line of a choice that lists only the first of what was found: how many more there are, and the way to them. Goes at the end of the options. */
export function moreChoices(count: number, by = '名称') {
  return count > 0 ? [{ value: 'more', label: `还有 ${count} 个，请输入${by}查找`, disabled: true }] : []
}
