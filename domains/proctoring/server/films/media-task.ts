/** What the thread of films is asked: it loads this and mediabunny, and nothing of the server, which would cost it most of its time. */
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

export const facts = z.object({
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
