import { runApart } from '@kaopei/server'
import { z } from 'zod'
import type { JoinTask, MediaFacts, MediaTask } from './media-task.ts'

/** Reading a piece takes milliseconds; a film of a whole day has some ten thousand. */
const timeoutMs = 10 * 60_000
const module = new URL('./media.worker.ts', import.meta.url)

const facts = z
  .object({
    codec: z.string(),
    width: z.int(),
    height: z.int(),
    setup: z.string(),
    packets: z.int(),
    first: z.number(),
    end: z.number(),
  })
  .nullable()
const factsOfEach = z.array(facts)

const run = (party: string, task: MediaTask) => runApart(module, task, { party, timeoutMs })

/** Of each file what it is; null: nothing that can be shown. */
export async function readFacts(party: string, paths: readonly string[]): Promise<(MediaFacts | null)[]> {
  return factsOfEach.parse(await run(party, { do: 'facts', paths }))
}

/** Joins without ffmpeg. Answers what came out, by reading it: in the same thread, for starting another one costs as much as a quarter of the film. */
export async function joinApart(party: string, task: JoinTask): Promise<MediaFacts | null> {
  return facts.parse(await run(party, { do: 'join', ...task }))
}
