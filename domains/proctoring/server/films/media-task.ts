/** What the thread of films is asked and answers; types alone, for whatever the thread loads costs more than a film that is joined. */

export interface JoinTask {
  readonly pieces: readonly { readonly path: string; readonly at: number; readonly seconds: number }[]
  readonly out: string
  readonly type: 'video/webm' | 'video/mp4'
}

export type MediaTask = { readonly do: 'facts'; readonly paths: readonly string[] } | ({ readonly do: 'join' } & JoinTask)

export interface MediaFacts {
  readonly codec: string
  readonly width: number
  readonly height: number
  /** What decoders are told apart from the packets, as hex: pieces that differ in it cannot follow each other unchanged. */
  readonly setup: string
  readonly packets: number
  /** Of the first and of the end of the last packet, seconds. */
  readonly first: number
  readonly end: number
}
