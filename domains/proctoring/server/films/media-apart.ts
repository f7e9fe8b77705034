import { runApart } from '@kaopei/server'
import { z } from 'zod'
import { facts, type JoinTask, type MediaFacts } from './media-task.ts'

/** Reading a piece takes milliseconds; a film of a whole day has some ten thousand. */
const timeoutMs = 10 * 60_000
const module = new URL('./media.worker.ts', import.meta.url)

/** Of each file what it is; null: nothing that can be shown. */
export async function readFacts(party: string, paths: readonly string[]): Promise<(MediaFacts | null)[]> {
  return z.array(facts.nullable()).parse(await runApart(module, { do: 'facts', paths }, { party, timeoutMs }))
}

/** Joins without ffmpeg. */
export async function joinApart(party: string, task: Omit<JoinTask, 'do'>): Promise<void> {
  await runApart(module, { do: 'join', ...task }, { party, timeoutMs })
}
