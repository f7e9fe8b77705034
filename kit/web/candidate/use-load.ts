import { useCallback, useEffect, useRef, useState } from 'react'
import { isApiError } from '../client/api-error.ts'

export interface Loaded<T> {
  readonly data: T | undefined
  readonly isLoading: boolean
  readonly hasFailed: boolean
  /** What the server said why not; undefined where nothing came of it. */
  readonly refusal: string | undefined
  readonly reload: () => void
}

const fine = { hasFailed: false, refusal: undefined } as const

/**
 * What `read` answers, read again when it changes or when asked to. The client has shown why it failed. `discard` gets an answer that came
 * when nobody waited for it any more.
 */
export function useLoad<T>(read: () => Promise<T>, discard?: (data: T) => void): Loaded<T> {
  const [state, setState] = useState<Omit<Loaded<T>, 'reload'>>({ data: undefined, isLoading: true, ...fine })
  const turn = useRef(0)
  const reload = useCallback(() => {
    const mine = ++turn.current
    setState((before) => ({ ...before, isLoading: true, ...fine }))
    read().then(
      (data) => (mine === turn.current ? setState({ data, isLoading: false, ...fine }) : discard?.(data)),
      (error: unknown) => {
        const refusal = isApiError(error) && error.code > 0 && !error.isForeign ? error.message : undefined
        if (mine === turn.current) setState((before) => ({ ...before, isLoading: false, hasFailed: true, refusal }))
      },
    )
  }, [read, discard])
  // Reading from the server is what this is for.
  useEffect(() => {
    reload()
    return () => void turn.current++
  }, [reload])
  return { ...state, reload }
}
