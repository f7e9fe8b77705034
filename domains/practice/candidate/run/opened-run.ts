import { preloadPictures } from '@kaopei/question/candidate'
import type { Answer } from '@kaopei/question/contract/answer'
import type { Run } from '../../contract/learn-shapes.ts'
import { keptDrafts } from './drafts.ts'
import { type KeptAnswer, keptAnswers, sendKept } from './kept-answers.ts'
import { refusalOf } from './use-run.ts'

export interface OpenedRun {
  readonly run: Run
  readonly drafts: ReadonlyMap<number, Answer>
  readonly kept: readonly KeptAnswer[]
}
export type Opening =
  | { readonly kind: 'opened'; readonly opened: OpenedRun }
  | { readonly kind: 'refused'; readonly text: string }

/** A round with what this device still has of it. What was kept is told first, so that the round comes as it stands. */
export async function openRun(read: () => Promise<Run>): Promise<Opening> {
  await sendKept()
  try {
    const run = await read()
    preloadPictures(run.items.map(({ view, feedback }) => ({ view, answer: feedback?.answer ?? null })))
    return { kind: 'opened', opened: { run, drafts: keptDrafts(run.runId), kept: await keptAnswers() } }
  } catch (error) {
    const text = refusalOf(error)
    if (text === undefined) throw error
    return { kind: 'refused', text }
  }
}
