import { useEffect, useRef, useState } from 'react'
import { ApiError, apiCodes } from './api-error.ts'
import { report } from './error-policy.ts'
import { isOverrun, isUnanswered, pause, pauseMs } from './patience.ts'

export interface Line {
  /** When the waiting began, by this device's clock; undefined: nobody waits. */
  readonly since: number | undefined
  /** Makes the call, again and again while the server has no time for it. Shows what else it answers (`show`, else as every call does), and throws it. `where` is its path, for the error log. */
  readonly enter: <T>(where: string, ask: () => Promise<T>, show?: (error: unknown, where: string) => void) => Promise<T>
  /** Ends the waiting; `enter` throws that it was cancelled. */
  readonly leave: () => void
}

/**
 * A place in line for whoever wants to come in (log in, begin an exam) when thousands do. `ask` must be silent and may be repeated; only a server that
 * is overrun begins the waiting, so a network that is down is told at once.
 */
export function useLine(): Line {
  const [since, setSince] = useState<number>()
  const controller = useRef<AbortController>(undefined)
  // A page that is left asks for nothing more.
  useEffect(() => () => controller.current?.abort(), [])

  const enter: Line['enter'] = async (where, ask, show = report) => {
    controller.current?.abort()
    const mine = new AbortController()
    controller.current = mine
    const { signal } = mine
    try {
      for (let tries = 1; ; tries++) {
        const tried = await ask().then(
          (answer) => ({ answer }),
          (error: unknown) => ({ error }),
        )
        if (signal.aborted) throw new ApiError(apiCodes.cancelled, '已取消')
        if ('answer' in tried) return tried.answer
        const mayWait = tries === 1 ? isOverrun(tried.error) : isUnanswered(tried.error)
        if (!mayWait) throw tried.error
        setSince((before) => before ?? Date.now())
        await pause(pauseMs(tried.error, tries), signal)
        if (signal.aborted) throw new ApiError(apiCodes.cancelled, '已取消')
      }
    } catch (error) {
      show(error, where)
      throw error
    } finally {
      if (!signal.aborted) setSince(undefined)
    }
  }
  const leave = () => {
    controller.current?.abort()
    setSince(undefined)
  }
  return { since, enter, leave }
}
