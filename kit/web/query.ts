import type { Endpoint, InputOf, OutputOf } from '@kaopei/contract'
import { keepPreviousData, QueryClient, type UseQueryResult, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, apiCodes, isApiError } from './client/api-error.ts'
import { callUntyped, isCreating } from './client/call.ts'
import { report } from './client/error-policy.ts'
import { randomId } from './client/random-id.ts'
import { type Unshown, useUnshown } from './client/unshown.tsx'
import { toast } from './notify.tsx'

/** Reads are retried once when no answer came; a refusal is an answer. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < 1 && isApiError(error) && mayPass(error),
      refetchOnWindowFocus: false,
      networkMode: 'always',
    },
  },
})

const mayPass = (error: ApiError) =>
  error.code === apiCodes.unreachable || error.code === apiCodes.cancelled || error.httpStatus === 503

export interface UseCallOptions<Data = unknown> {
  readonly enabled?: boolean
  /** Show the last answer while the next one is under way (lists). */
  readonly keepPrevious?: boolean
  /** Ask again every so many milliseconds; `false` stops. A function is asked with each answer. */
  readonly refetchInterval?: number | false | ((data: Data | undefined) => number | false)
  /** How long an answer is taken as fresh. */
  readonly staleMs?: number
  readonly headers?: Readonly<Record<string, string>>
  /** How long an answer is waited for. */
  readonly timeoutMs?: number
}

export interface CallState<Data> {
  readonly data: Data | undefined
  readonly isPending: boolean
  readonly isFetching: boolean
  readonly error: Error | null
  readonly refetch: () => void
}

/**
 * Reads through an endpoint. Failures are shown in place by whoever draws (`error`, `refetch`), not as toasts; of what nobody asks for its `error` the top of
 * the page says that something is missing.
 */
export function useCall<E extends Endpoint>(
  endpoint: E,
  input?: InputOf<E>,
  options: UseCallOptions<OutputOf<E>> = {},
): CallState<OutputOf<E>> {
  const query = useQuery({
    ...readingOf(endpoint, input, options),
    ...(options.keepPrevious && { placeholderData: keepPreviousData }),
  })
  const watched = watch(query, options)
  useUnshown(() => [watched.unshown()])
  return watched.state
}

/** Reads the same endpoint for several inputs at once, e.g. the open branches of a tree; the answers are in the inputs' order. */
export function useCalls<E extends Endpoint>(
  endpoint: E,
  inputs: readonly InputOf<E>[],
  options: Omit<UseCallOptions<OutputOf<E>>, 'keepPrevious'> = {},
): readonly CallState<OutputOf<E>>[] {
  const watched = useQueries({ queries: inputs.map((input) => readingOf(endpoint, input, options)) }).map((query) =>
    watch(query, options),
  )
  useUnshown(() => watched.map(({ unshown }) => unshown()))
  return watched.map(({ state }) => state)
}

function readingOf<E extends Endpoint>(endpoint: E, input: InputOf<E> | undefined, options: UseCallOptions<OutputOf<E>>) {
  const { headers, timeoutMs, refetchInterval = false } = options
  return {
    queryKey: queryKeyOf(endpoint, input),
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<OutputOf<E> | null> =>
      // An answer without data is null here: the cache does not keep undefined.
      callUntyped(endpoint, input, {
        ...{ signal, silent: true, join: true },
        ...(headers && { headers }),
        ...(timeoutMs !== undefined && { timeoutMs }),
      }).then((data) => data ?? null),
    enabled: options.enabled ?? true,
    staleTime: options.staleMs ?? 0,
    refetchInterval: (query: { state: { data: OutputOf<E> | null | undefined } }) =>
      typeof refetchInterval === 'function' ? refetchInterval(query.state.data ?? undefined) : refetchInterval,
  }
}

interface Watched<Data> {
  readonly state: CallState<Data>
  /** How it stands where there is nothing to show and nobody has asked for its failure by now. */
  readonly unshown: () => Unshown
}

function watch<Data>(
  query: UseQueryResult<Data | null>,
  { refetchInterval }: Pick<UseCallOptions<Data>, 'refetchInterval'>,
): Watched<Data> {
  let isAskedFor = false
  const refetch = () => void query.refetch()
  return {
    state: {
      data: query.data ?? undefined,
      isPending: query.isPending,
      isFetching: query.isFetching,
      get error() {
        isAskedFor = true
        return query.error
      },
      refetch,
    },
    unshown: () => {
      const isMissing = query.data === undefined && !isAskedFor
      return {
        error: isMissing ? query.error : null,
        isAgain: isMissing && query.isPending && query.errorUpdateCount > 0,
        isPolled: Boolean(refetchInterval),
        retry: refetch,
      }
    },
  }
}

export function queryKeyOf(endpoint: Endpoint, input?: unknown): readonly unknown[] {
  return input === undefined ? ['call', endpoint.facts.path] : ['call', endpoint.facts.path, input]
}

/** Reads again what is on the screen: everything, or only these endpoints. */
export function useListRefresh(): (...endpoints: readonly Endpoint[]) => void {
  const client = useQueryClient()
  return (...endpoints) => {
    if (endpoints.length === 0) return void client.invalidateQueries({ queryKey: ['call'] })
    for (const endpoint of endpoints) void client.invalidateQueries({ queryKey: queryKeyOf(endpoint) })
  }
}

export type Outcome<Data> = { readonly ok: true; readonly data: Data } | { readonly ok: false; readonly error: unknown }

/** A warning where not everything went as asked. */
type Said = string | { readonly warning: string }

/** What is said when it is done; a function of the answer where that decides. */
export type Told<E extends Endpoint> = string | ((data: OutputOf<E>) => Said)

export interface UseActionOptions<E extends Endpoint> {
  readonly onDone?: (data: OutputOf<E>) => void
  /** 操作成功 unless given; empty shows nothing. */
  readonly successText?: Told<E>
  /** What is read again afterwards; everything on the screen unless given. */
  readonly refreshes?: readonly Endpoint[]
  /** The caller shows failures itself. */
  readonly silent?: boolean
  /** Refusals by code that the caller answers itself, by asking somebody: they are not shown. */
  readonly answers?: readonly number[]
  /** What failed, said before the reason. */
  readonly failText?: string
}

export interface Action<E extends Endpoint> {
  /** Never throws: a failure has been shown and is answered as an outcome. A second call while one runs does nothing. */
  readonly run: (input: InputOf<E>) => Promise<Outcome<OutputOf<E>>>
  readonly isRunning: boolean
}

/** Runs calls that write, whichever endpoint they are of. */
export interface Runner {
  readonly run: <E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    options?: UseActionOptions<E>,
  ) => Promise<Outcome<OutputOf<E>>>
  readonly isRunning: boolean
}

/** Writes through endpoints: locked against double submits, shows success and failure, reads the screen's lists again. */
export function useRunner(): Runner {
  const [isRunning, setRunning] = useState(false)
  const lock = useRef(false)
  const tried = useRef<Try>(undefined)
  const refresh = useListRefresh()
  const run: Runner['run'] = async (endpoint, input, options = {}) => {
    if (lock.current) return { ok: false, error: new ApiError(apiCodes.cancelled, '正在提交') }
    lock.current = true
    setRunning(true)
    try {
      const data = await callUntyped(endpoint, input, { silent: true, ...keyFor(endpoint, input, tried) })
      tried.current = undefined
      const { successText = '操作成功' } = options
      say(typeof successText === 'string' ? successText : successText(data))
      refresh(...(options.refreshes ?? []))
      options.onDone?.(data)
      return { ok: true, data }
    } catch (error) {
      const isAnswered = error instanceof ApiError && options.answers?.includes(error.code)
      if (!options.silent && !isAnswered) report(error, endpoint.facts.path, options.failText)
      return { ok: false, error }
    } finally {
      lock.current = false
      setRunning(false)
    }
  }
  return { run, isRunning }
}

function say(said: Said): void {
  if (typeof said !== 'string') toast.warning(said.warning)
  else if (said) toast.success(said)
}

interface Try {
  readonly body: string
  readonly key: string
}

/** Trying the same input again after a lost answer must not create twice: it goes under the key of the first try. */
function keyFor(endpoint: Endpoint, input: unknown, tried: { current: Try | undefined }): { idempotencyKey?: string } {
  if (!isCreating(endpoint)) return {}
  const body = JSON.stringify([endpoint.facts.path, input ?? null])
  if (tried.current?.body !== body) tried.current = { body, key: randomId() }
  return { idempotencyKey: tried.current.key }
}

/** Writes through one endpoint. */
export function useAction<E extends Endpoint>(endpoint: E, options: UseActionOptions<E> = {}): Action<E> {
  const { run, isRunning } = useRunner()
  return { run: (input) => run(endpoint, input, options), isRunning }
}
