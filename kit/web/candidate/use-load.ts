import { useCallback, useEffect, useRef, useState } from 'react'
import { isApiError } from '../client/api-error.ts'
import { useUnshown } from '../client/unshown.tsx'

export interface Loaded<T> {
  readonly data: T | undefined
  readonly isLoading: boolean
  readonly hasFailed: boolean
  /** What the server said why not; undefined where nothing came of it. */
  readonly refusal: string | undefined
  readonly reload: () => void
}

interface State<T> {
  readonly data: T | undefined
  readonly isLoading: boolean
  readonly error: Error | null
}

/**
 * What `read` answers, read again when it changes or when asked to. A failure is drawn in place by whoever asks for `hasFailed` or `refusal`, as `Show`
 * does; of what nobody asks the top of the page says that something is missing. `discard` gets an answer that came when nobody waited for it any more.
 */
export function useLoad<T>(read: () => Promise<T>, discard?: (data: T) => void): Loaded<T> {
  const [{ data, isLoading, error }, setState] = useState<State<T>>({ data: undefined, isLoading: true, error: null })
  const turn = useRef(0)
  const reload = useCallback(() => {
    const mine = ++turn.current
    setState((before) => ({ ...before, isLoading: true, error: null }))
    read().then(
      (answer) => (mine === turn.current ? setState({ data: answer, isLoading: false, error: null }) : discard?.(answer)),
      (reason: unknown) => {
        // Another each time, where a browser gives the same for ever: each is told once.
        const failure = isApiError(reason) ? reason : new Error(String(reason))
        if (mine === turn.current) setState((before) => ({ ...before, isLoading: false, error: failure }))
      },
    )
  }, [read, discard])
  // Reading from the server is what this is for.
  useEffect(() => {
    reload()
    return () => void turn.current++
  }, [reload])
  let isAskedFor = false
  useUnshown(() => {
    const isMissing = data === undefined && !isAskedFor
    return [{ error: isMissing ? error : null, isAgain: isMissing && isLoading, retry: reload }]
  })
  return {
    data,
    isLoading,
    get hasFailed() {
      isAskedFor = true
      return error !== null
    },
    get refusal() {
      isAskedFor = true
      return isApiError(error) && error.code > 0 && !error.isForeign ? error.message : undefined
    },
    reload,
  }
}
