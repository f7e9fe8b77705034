import type { OutputOf } from '@kaopei/contract'
import { call, isApiError } from '@kaopei/web/client'
import { capture } from '../../contract/capture.ts'

export type Plan = OutputOf<typeof capture.plan>

const retryMs = 15_000

export function planOf(attemptId: string): Promise<Plan> {
  return call(capture.plan, { attemptId }, { silent: true, timeoutMs: 10_000 })
}

/** The plan, whenever it can be had: a page that starts without network asks on until there is one. A word of the server ends the asking. */
export async function waitForPlan(attemptId: string, isWanted: () => boolean): Promise<Plan | undefined> {
  while (isWanted()) {
    try {
      return await planOf(attemptId)
    } catch (error) {
      if (isApiError(error) && !error.isForeign && error.code > 0 && error.httpStatus < 500) return undefined
      await new Promise((resolve) => setTimeout(resolve, retryMs))
    }
  }
  return undefined
}
