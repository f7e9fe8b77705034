import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { type ApiError, apiCodes, isApiError } from './api-error.ts'
import { isRefusal } from './error-policy.ts'
import { createStore } from './store.ts'
import { useStore } from './use-store.ts'
import './unshown.css'

/** How one read stands of which nobody draws the failure: without an answer the screen looks as if there were nothing. */
export interface Unshown {
  /** Why there is nothing to show; null where there is, or where somebody draws why. */
  readonly error: Error | null
  /** Being read anew without ever having been answered: what came of it the last time stands until this is known. */
  readonly isAgain: boolean
  /** Read again by itself: what was put away does not come back with each turn. */
  readonly isPolled?: boolean
  readonly retry: () => void
}

interface Failed {
  readonly error: Error
  readonly retry: () => void
}

const failed = createStore<readonly Failed[]>([])
/** Said and put away: they come back with another failure only. */
const seen = new WeakSet<Error>()

/** Asked after each picture of whoever reads: by then all that it draws has had its say. The reads are told in the same order each time. */
export function useUnshown(find: () => readonly Unshown[]): void {
  const last = useRef<readonly (Error | undefined)[]>([])
  useEffect(() => {
    const reads = find()
    const errors = reads.map((read, index) => standingOf(read, last.current[index]))
    last.current = errors
    const mine = reads.flatMap(({ retry }, index) => {
      const error = errors[index]
      return error && isTrouble(error) && !seen.has(error) ? [{ error, retry }] : []
    })
    if (mine.length === 0) return
    failed.set([...failed.get(), ...mine])
    return () => failed.set(failed.get().filter((one) => !mine.includes(one)))
  })
}

function standingOf({ error, isAgain, isPolled }: Unshown, before: Error | undefined): Error | undefined {
  if (!error) return isAgain ? before : undefined
  if (isPolled && before && seen.has(before)) seen.add(error)
  return error
}

/** What a person may not see or what is no longer there is an answer; only what broke is told. */
function isTrouble(error: Error): boolean {
  return !isApiError(error) || !isAnswer(error)
}

const isAnswer = ({ code }: ApiError) => isRefusal(code) || code === apiCodes.cancelled

export interface ActProps {
  readonly isMain?: boolean
  readonly isRunning?: boolean
  readonly onClick: () => void
  readonly children: string
}

/** At the top of every screen, above its drawers: that something on it is missing, and the way to it. `Act` is how the client draws a button. */
export function UnshownBar({ Act }: { readonly Act: ComponentType<ActProps> }): ReactNode {
  const all = useStore(failed)
  const [tried, setTried] = useState<ReadonlySet<Error>>(new Set())
  if (all.length === 0) return null
  const readAgain = () => {
    setTried(new Set(all.map(({ error }) => error)))
    for (const { retry } of all) retry()
  }
  const putAway = () => {
    for (const { error } of all) seen.add(error)
    failed.set([])
  }
  return (
    <div className="kp-unshown" role="alert">
      部分内容加载失败，页面显示的可能不完整
      <Act isMain isRunning={all.some(({ error }) => tried.has(error))} onClick={readAgain}>
        重新加载
      </Act>
      <Act onClick={putAway}>知道了</Act>
    </div>
  )
}
