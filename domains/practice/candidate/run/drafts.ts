/** What is being written in a round, so that a reload loses none of it. */
import { type Answer, answer } from '@kaopei/question/contract/answer'
import { z } from 'zod'

const kept = z.array(z.tuple([z.number(), answer]))
const keyOf = (runId: string) => `kaopei.practice.drafts.${runId}`

export function keptDrafts(runId: string): ReadonlyMap<number, Answer> {
  try {
    const text = sessionStorage.getItem(keyOf(runId))
    const parsed = kept.safeParse(text === null ? [] : JSON.parse(text))
    return new Map(parsed.success ? parsed.data : [])
  } catch {
    return new Map()
  }
}

/** Where the browser keeps nothing, they last as long as the page. */
export function keepDrafts(runId: string, drafts: ReadonlyMap<number, Answer>): void {
  try {
    if (drafts.size === 0) sessionStorage.removeItem(keyOf(runId))
    else sessionStorage.setItem(keyOf(runId), JSON.stringify([...drafts]))
  } catch {
    // nothing is kept
  }
}
