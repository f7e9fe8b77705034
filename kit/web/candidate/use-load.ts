import { useCallback, useEffect, useRef, useState } from 'react'

export interface Loaded<T> {
  readonly data: T | undefined
  readonly isLoading: boolean
  readonly hasFailed: boolean
  readonly reload: () => void
}

/**
 * What `read` answers, read again when it changes or when asked to. The client has shown why it failed. `discard` gets an answer that came
 * when nobody waited for it any more.
 */
export function useLoad<T>(read: () => Promise<T>, discard?: (data: T) => void): Loaded<T> {
  const [state, setState] = useState<{ data: T | undefined; isLoading: boolean; hasFailed: boolean }>({
    data: undefined,
    isLoading: true,
    hasFailed: false,
  })
  const turn = useRef(0)
  const reload = useCallback(() => {
    const mine = ++turn.current
    setState((before) => ({ ...before, isLoading: true, hasFailed: false }))
    read().then(
      (data) => (mine === turn.current ? setState({ data, isLoading: false, hasFailed: false }) : discard?.(data)),
      () => mine === turn.current && setState((before) => ({ ...before, isLoading: false, hasFailed: true })),
    )
  }, [read, discard])
  // Reading from the server is what this is for.
  useEffect(() => {
    reload()
    return () => void turn.current++
  }, [reload])
  return { ...state, reload }
}
