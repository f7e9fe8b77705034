import { Button } from 'antd'
import { type ReactNode, useEffect } from 'react'
import { type ApiError, apiCodes, isApiError } from './client/api-error.ts'
import { isRefusal } from './client/error-policy.ts'
import { createStore } from './client/store.ts'
import { useStore } from './client/use-store.ts'

/** A read without an answer, whose failure nobody draws: what stands on the screen looks as if there were nothing. */
export interface Unshown {
  readonly error: Error
  readonly retry: () => void
}

const failed = createStore<readonly Unshown[]>([])
/** Said and put away: they come back with another failure only. */
const seen = new WeakSet<Error>()

/** Asked after each picture of whoever reads: by then all that it draws has had its say. */
export function useUnshown(find: () => readonly Unshown[]): void {
  useEffect(() => {
    const mine = find().filter(({ error }) => isTrouble(error) && !seen.has(error))
    if (mine.length === 0) return
    failed.set([...failed.get(), ...mine])
    return () => failed.set(failed.get().filter((one) => !mine.includes(one)))
  })
}

/** What a person may not see or what is no longer there is an answer; only what broke is told. */
function isTrouble(error: Error): boolean {
  return !isApiError(error) || !isAnswer(error)
}

const isAnswer = ({ code }: ApiError) => isRefusal(code) || code === apiCodes.cancelled

/** At the top of every screen, above its drawers: that something on it is missing, and the way to it. */
export function UnshownFailures(): ReactNode {
  const all = useStore(failed)
  if (all.length === 0) return null
  const readAgain = () => {
    for (const { retry } of all) retry()
  }
  const putAway = () => {
    for (const { error } of all) seen.add(error)
    failed.set([])
  }
  return (
    <div className="kp-unshown" role="alert">
      部分内容加载失败，页面显示的可能不完整
      <Button size="small" type="primary" onClick={readAgain}>
        重新加载
      </Button>
      <Button size="small" onClick={putAway}>
        知道了
      </Button>
    </div>
  )
}
