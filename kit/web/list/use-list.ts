import type { Endpoint, InputOf, OutputOf } from '@kaopei/contract'
import { useCallback, useMemo, useState } from 'react'
import { isRecord } from '../client/api-error.ts'
import { useCall } from '../query.ts'
import { useRouteName } from '../route-context.ts'
import { useAddress } from '../use-address.ts'
import { type FilterShape, inputOfState, type ListState, readListState, writeListState } from './list-state.ts'

/** The rows that a list endpoint answers: `{ dataList, totalCount }` or a plain array. */
export type RowOf<E extends Endpoint> =
  OutputOf<E> extends { dataList: readonly (infer Row)[] } ? Row : OutputOf<E> extends readonly (infer Row)[] ? Row : never

export interface UseListOptions<E extends Endpoint> {
  readonly shapes?: readonly FilterShape[]
  /** Fixed parts of the input. */
  readonly extraInput?: Readonly<Partial<InputOf<E>>>
  /** Before the keys in the address, where one screen has two lists. */
  readonly prefix?: string
  /** `memory` for lists in drawers, whose state need not outlive them. */
  readonly stateIn?: 'url' | 'memory'
  readonly enabled?: boolean
  /** A function is asked with the rows that are shown. */
  readonly refetchInterval?: number | false | ((rows: readonly RowOf<E>[]) => number | false)
}

export interface List<Row, Answer = unknown> {
  readonly state: ListState
  readonly change: (state: ListState) => void
  readonly rows: readonly Row[]
  readonly totalCount: number
  readonly isPending: boolean
  readonly isFetching: boolean
  readonly error: Error | null
  readonly refetch: () => void
  /** What was asked, for exports of the same rows. */
  readonly input: Readonly<Record<string, unknown>>
  /** The whole answer, for lists that say more than their rows. */
  readonly answer: Answer | undefined
}

const noShapes: readonly FilterShape[] = []

/** A list whose state is the address: what a reload, a link or the back button must keep. */
export function useList<E extends Endpoint>(endpoint: E, options: UseListOptions<E> = {}): List<RowOf<E>, OutputOf<E>> {
  const { shapes = noShapes, extraInput, prefix = '', stateIn = 'url', enabled = true, refetchInterval = false } = options
  const [params, setParams] = useAddress()
  const [memory, setMemory] = useState(() => new URLSearchParams())
  const current = stateIn === 'url' ? params : memory
  const state = useMemo(() => readListState(current, shapes, prefix), [current, shapes, prefix])
  const change = useCallback(
    (next: ListState) => {
      const write = (before: URLSearchParams) => writeListState(before, next, shapes, prefix)
      if (stateIn === 'memory') setMemory(write)
      else setParams(write, { preventScrollReset: true })
    },
    [setParams, shapes, prefix, stateIn],
  )
  const routeName = useRouteName()
  const headers = { 'route-name': encodeURIComponent(routeName), 'permission-flag': endpoint.facts.scope ? '1' : '0' }
  const input = { ...inputOfState(state, shapes), ...extraInput }
  // Filters of the address are texts that only the server's schema can judge; it names the field when one is nonsense.
  const asked = useCall(endpoint, input as InputOf<E>, {
    enabled,
    keepPrevious: true,
    headers,
    refetchInterval: (data) =>
      typeof refetchInterval === 'function' ? refetchInterval(pageOf<RowOf<E>>(data).rows) : refetchInterval,
  })
  const { rows, totalCount } = pageOf<RowOf<E>>(asked.data)
  const { isPending, isFetching, error, refetch } = asked
  return { state, change, rows, totalCount, isPending, isFetching, error, refetch, input, answer: asked.data }
}

export function pageOf<Row>(answer: unknown): { rows: readonly Row[]; totalCount: number } {
  const list: unknown = isRecord(answer) ? answer.dataList : answer
  const rows: readonly Row[] = Array.isArray(list) ? list : []
  return { rows, totalCount: isRecord(answer) && typeof answer.totalCount === 'number' ? answer.totalCount : rows.length }
}
