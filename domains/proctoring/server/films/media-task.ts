import { runApart } from '@kaopei/server'
import { z } from 'zod'

export const mediaTask = z.discriminatedUnion('do', [
  z.object({ do: z.literal('facts'), paths: z.array(z.string()) }),
  z.object({
    do: z.literal('join'),
    pieces: z.array(z.object({ path: z.string(), at: z.number(), seconds: z.number() })),
    out: z.string(),
    type: z.enum(['video/webm', 'video/mp4']),
  }),
])
export type JoinTask = Extract<z.output<typeof mediaTask>, { do: 'join' }>

const facts = z.object({
  codec: z.string(),
  width: z.int(),
  height: z.int(),
  /** What decoders are told apart from the packets, as hex: pieces that differ in it cannot follow each other unchanged. */
  setup: z.string(),
  packets: z.int(),
  /** Of the first and of the end of the last packet, seconds. */
  first: z.number(),
  end: z.number(),
})
export type MediaFacts = z.output<typeof facts>

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
