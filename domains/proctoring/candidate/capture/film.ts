/**
 * A film of one track as pieces that each play alone: a new recorder every few seconds, begun before the one before it stops. The track itself is
 * recorded, never a canvas drawn by timers: a hidden tab would starve it.
 */
export interface FilmPiece {
  readonly from: number
  readonly until: number
  readonly mediaType: string
  readonly bytes: ArrayBuffer
  /** No picture came meanwhile: a file without one, which no player reads. */
  readonly isEmpty: boolean
}

export interface FilmHost {
  /** How long the next piece is, and how long nothing is recorded after it. */
  readonly rhythm: () => { readonly recordMs: number; readonly restMs: number }
  /** The server's clock. */
  readonly now: () => number
  /** Asked for each piece. */
  readonly bitsPerSecond: () => number
  readonly took: (piece: FilmPiece) => void
  readonly failed: () => void
}

/** More overlap than twice this is doubted (`span.ts`, `proctoring.add_pieces`). */
const mostOverlapMs = 1000

const types = ['video/webm;codecs=vp8', 'video/mp4;codecs=avc1', 'video/webm', 'video/mp4']

export function filmType(): string | undefined {
  return typeof MediaRecorder === 'undefined' ? undefined : types.find((type) => MediaRecorder.isTypeSupported(type))
}

export class FilmRecorder {
  readonly #track: MediaStreamTrack
  readonly #host: FilmHost
  #current: MediaRecorder | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #ending = new Set<Promise<void>>()
  /** When each was told to stop: what it has recorded ends there, however long a busy device takes to hand it on. */
  readonly #ends = new WeakMap<MediaRecorder, number>()
  #isResting = false
  #isStopped = false

  constructor(track: MediaStreamTrack, host: FilmHost) {
    this.#track = track
    this.#host = host
  }

  get track(): MediaStreamTrack {
    return this.#track
  }

  start(): void {
    this.#turn()
  }

  /** Answers when the last piece has been handed on. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#isResting = false
    clearTimeout(this.#timer)
    this.#end(this.#current)
    await Promise.all(this.#ending)
  }

  /** The rhythm has changed: a rest that it has no more is over. */
  follow(): void {
    if (!this.#isResting || this.#host.rhythm().restMs > 0) return
    clearTimeout(this.#timer)
    this.#turn()
  }

  #turn(): void {
    this.#isResting = false
    if (this.#isStopped || this.#track.readyState === 'ended') return
    const before = this.#current
    const begunAt = this.#host.now()
    const next = this.#begin()
    if (!next) {
      this.#host.failed()
      return
    }
    this.#current = next
    // What the old one still records overlaps the new one; nothing falls between them. A busy device is seconds late with it: that time is the new one's.
    if (before) next.addEventListener('start', () => this.#end(before, begunAt + mostOverlapMs), { once: true })
    const { recordMs, restMs } = this.#host.rhythm()
    this.#timer = setTimeout(() => (restMs > 0 ? this.#rest(restMs) : this.#turn()), recordMs)
  }

  #rest(restMs: number): void {
    this.#end(this.#current)
    this.#current = undefined
    this.#isResting = true
    this.#timer = setTimeout(() => this.#turn(), restMs)
  }

  #begin(): MediaRecorder | undefined {
    const mimeType = filmType()
    if (!mimeType) return undefined
    try {
      const recorder = new MediaRecorder(new MediaStream([this.#track]), {
        mimeType,
        videoBitsPerSecond: this.#host.bitsPerSecond(),
      })
      const piece = this.#pieceOf(recorder)
      this.#ending.add(piece)
      void piece.finally(() => this.#ending.delete(piece))
      recorder.start()
      return recorder
    } catch {
      return undefined
    }
  }

  async #pieceOf(recorder: MediaRecorder): Promise<void> {
    const parts: Blob[] = []
    const from = this.#host.now()
    recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
    await new Promise((resolve) => {
      recorder.addEventListener('stop', resolve, { once: true })
      recorder.addEventListener('error', resolve, { once: true })
    })
    const until = this.#ends.get(recorder) ?? this.#host.now()
    const bytes = await new Blob(parts).arrayBuffer()
    this.#host.took({ from, until, mediaType: plainType(recorder.mimeType), bytes, isEmpty: !holdsPictures(bytes) })
  }

  /** `atMost`: its piece is not said to go on longer. */
  #end(recorder: MediaRecorder | undefined, atMost = Infinity): void {
    if (!recorder || recorder.state === 'inactive') return
    this.#ends.set(recorder, Math.min(this.#host.now(), atMost))
    recorder.stop()
  }
}

function plainType(type: string): string {
  return type.split(';')[0] || 'video/webm'
}

/** What is shorter is between two recorders and no hole (`coverage.ts`). */
const briefMs = 2000

export function isBrief({ from, until }: Pick<FilmPiece, 'from' | 'until'>): boolean {
  return until - from < briefMs
}

/** What begins the first picture: a cluster of WebM, a fragment or the pictures themselves in MP4. */
const marks = [[0x1f, 0x43, 0xb6, 0x75], [...'moof'].map(codeOf), [...'mdat'].map(codeOf)]
/** What stands before it is small. */
const lookedAtBytes = 65_536

export function holdsPictures(bytes: ArrayBuffer): boolean {
  const head = new Uint8Array(bytes, 0, Math.min(bytes.byteLength, lookedAtBytes))
  return marks.some((mark) => head.some((_, at) => mark.every((byte, index) => head[at + index] === byte)))
}

function codeOf(letter: string): number {
  return letter.charCodeAt(0)
}
