import type { Endpoint, InputOf } from '@kaopei/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { callUntyped } from '../client/call.ts'
import { useRouteName } from '../route-context.ts'
import { type FilterShape, inputOfState, type ListState, readListState, writeListState } from './list-state.ts'
import { type List, pageOf, type RowOf } from './use-list.ts'

export interface RowPage<Row> {
  readonly dataList: readonly Row[]
  readonly totalCount: number
}

/** Where a picker's list comes from: an endpoint (`listOf`), or any request of the caller's. */
export interface ListSource<Row, Input = unknown> {
  /** Unlike that of every other list. */
  readonly key: string
  /** Gets the filters that are set, `pageIndex` and `pageSize`. */
  /** Only in types: what it is asked. */
  readonly asked?: Input
  readonly read: (
    input: Readonly<Record<string, unknown>>,
    call: { readonly signal: AbortSignal; readonly headers: Readonly<Record<string, string>> },
  ) => Promise<RowPage<Row>>
}

/** The rows that an endpoint answers, in the data scope of the screen that picks. */
export function listOf<E extends Endpoint>(endpoint: E): ListSource<RowOf<E>, NonNullable<InputOf<E>>> {
  return {
    key: endpoint.facts.path,
    read: async (input, { signal, headers }) => {
      const answer: unknown = await callUntyped(endpoint, input, { signal, headers, silent: true, join: true })
      const { rows, totalCount } = pageOf<RowOf<E>>(answer)
      return { dataList: rows, totalCount }
    },
  }
}

export interface UseRowsOptions {
  readonly shapes: readonly FilterShape[]
  readonly extraInput?: Readonly<Record<string, unknown>>
  /** Conditions that it begins with, by the fields' names. */
  readonly initial?: Readonly<Record<string, string>>
  readonly enabled?: boolean
}

/** A list of a drawer: its state lives as long as the drawer is open. `shapes` must stay the same object. */
export function useRows<Row, Input>(
  source: ListSource<Row, Input>,
  { shapes, extraInput, initial, enabled = true }: UseRowsOptions,
): List<Row> {
  const [memory, setMemory] = useState(() => new URLSearchParams(initial))
  const routeName = useRouteName()
  const state = readListState(memory, shapes)
  const input = { ...inputOfState(state, shapes), ...extraInput }
  const query = useQuery({
    queryKey: ['call', source.key, input],
    queryFn: ({ signal }) => source.read(input, { signal, headers: { 'route-name': encodeURIComponent(routeName) } }),
    placeholderData: keepPreviousData,
    enabled,
  })
  return {
    state,
    change: useCallback((next: ListState) => setMemory((before) => writeListState(before, next, shapes)), [shapes]),
    rows: query.data?.dataList ?? [],
    totalCount: query.data?.totalCount ?? 0,
    isPending: query.isPending,
    isFetching: query.isFetching,
    error: query.error,
    refetch: () => void query.refetch(),
    input,
    answer: query.data,
  }
}

const mostOnPage = 100

/** Every row of a list that is short by its nature, page by page; undefined until all are read. */
export function useAllRows<Row, Input>(
  source: ListSource<Row, Input>,
  { extraInput, enabled = true }: Pick<UseRowsOptions, 'extraInput' | 'enabled'>,
): { readonly rows: readonly Row[] | undefined; readonly refetch: () => void } {
  const routeName = useRouteName()
  const query = useQuery({
    queryKey: ['call', source.key, 'all', extraInput],
    queryFn: async ({ signal }) => {
      const call = { signal, headers: { 'route-name': encodeURIComponent(routeName) } }
      const rows: Row[] = []
      for (let pageIndex = 1; ; pageIndex++) {
        const page = await source.read({ ...extraInput, pageIndex, pageSize: mostOnPage }, call)
        rows.push(...page.dataList)
        if (page.dataList.length === 0 || rows.length >= page.totalCount) return rows
      }
    },
    enabled,
  })
  return { rows: query.data, refetch: () => void query.refetch() }
}
