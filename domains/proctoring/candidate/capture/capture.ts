/** What is recorded of one open attempt: records what its plan wants, while this tab is where it is answered, and hands pieces to the queue. */
import type { OpenRoom } from '@kaopei/sitting/candidate'
import { createStore } from '@kaopei/web/client'
import { source, type WantedStream } from '../../contract/capture.ts'
import { type FilmPiece, FilmRecorder, isBrief } from './film.ts'
import { GapBook } from './gaps.ts'
import { filmRhythm, paceOf, pictureDistance } from './pace.ts'
import { takePicture } from './picture.ts'
import { streamOf } from './piece.ts'
import type { Post } from './post.ts'
import { type SourceName, sources } from './sources.ts'

export interface CaptureView {
  readonly wanted: readonly SourceName[]
  readonly sent: number
  readonly waiting: number
  readonly load: number
}

interface Running {
  readonly track: MediaStreamTrack
  readonly stop: () => Promise<void>
  /** The load has changed. */
  readonly follow: () => void
}

export class Capture {
  readonly view
  readonly #room: OpenRoom
  readonly #post: Post
  readonly #streams: readonly WantedStream[]
  readonly #running = new Map<string, Running>()
  readonly #lostSince = new Map<SourceName, number>()
  readonly #thinSince = new Map<string, number>()
  readonly #gaps: GapBook
  readonly #release: () => void
  readonly #unsubscribe: readonly (() => void)[]
  #isActive = false

  constructor(room: OpenRoom, post: Post, streams: readonly WantedStream[]) {
    this.#room = room
    this.#post = post
    this.#streams = streams.filter((stream) => nameOf(stream) !== undefined)
    const wanted = [...new Set(this.#streams.flatMap((stream) => nameOf(stream) ?? []))]
    this.view = createStore<CaptureView>({ wanted, ...post.standingOf(room.attemptId) })
    this.#gaps = new GapBook((stream, seconds, reason) =>
      room.report('captureGap', { durationMs: Math.round(seconds * 1000), detail: `${stream}:${reason}` }),
    )
    this.#release = sources.hold()
    sources.keepOnly(wanted)
    this.#unsubscribe = [
      sources.view.subscribe(() => this.#follow()),
      post.subscribe(() => {
        this.view.set({ ...this.view.get(), ...post.standingOf(room.attemptId) })
        this.#follow()
      }),
    ]
  }

  /** Recorded is while the attempt is answered here. */
  setActive(isActive: boolean): void {
    this.#isActive = isActive
    this.#follow()
  }

  dispose(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
    this.#isActive = false
    for (const stream of this.#streams) this.#noteThin(stream, false)
    const stopping = [...this.#running.values()].map(({ stop }) => stop())
    this.#running.clear()
    this.#gaps.close()
    void Promise.all(stopping).finally(() => this.#release())
  }

  /** Whatever changed: what should run runs, what should not stops. */
  #follow(): void {
    const states = sources.view.get()
    for (const { follow } of this.#running.values()) follow()
    for (const name of this.view.get().wanted) this.#noteLoss(name, states[name].track !== null && states[name].loss === null)
    for (const stream of this.#streams) {
      const name = nameOf(stream)
      const track = name && this.#isActive && this.#isWanted(stream) ? states[name].track : null
      this.#keepRunning(stream, track)
      const isFilming = stream.kind === 'film' && name !== undefined && this.#isActive && states[name].track !== null
      this.#noteThin(stream, isFilming && !paceOf(this.view.get().load).hasFilms)
    }
  }

  /** Under load films give way to pictures, where the plan has both of a source. */
  #isWanted(stream: WantedStream): boolean {
    if (!this.#post.isWanted(this.#room.attemptId, stream)) return false
    return stream.kind === 'picture' || paceOf(this.view.get().load).hasFilms || !this.#hasPictures(stream)
  }

  #hasPictures({ source: of }: WantedStream): boolean {
    return this.#streams.some((stream) => stream.kind === 'picture' && stream.source === of)
  }

  /** What is thinned out because the server is busy is a gap with that reason, told when it begins and when it is over. */
  #noteThin(stream: WantedStream, isThin: boolean): void {
    const key = streamOf(stream)
    const since = this.#thinSince.get(key)
    if (isThin === (since !== undefined)) return
    const durationMs = since === undefined ? 0 : Math.round(performance.now() - since)
    if (isThin) this.#thinSince.set(key, performance.now())
    else this.#thinSince.delete(key)
    this.#room.report('captureGap', { durationMs, detail: `${key}:load` })
  }

  #keepRunning(stream: WantedStream, track: MediaStreamTrack | null): void {
    const key = streamOf(stream)
    const running = this.#running.get(key)
    if (running?.track === track || (!running && !track)) return
    void running?.stop()
    this.#running.delete(key)
    if (track) this.#running.set(key, { track, ...this.#start(stream, track) })
  }

  #start(stream: WantedStream, track: MediaStreamTrack): Omit<Running, 'track'> {
    return stream.kind === 'film' ? this.#startFilm(stream, track) : this.#startPictures(stream, track)
  }

  #startFilm(stream: WantedStream, track: MediaStreamTrack): Omit<Running, 'track'> {
    const { maxWidth, framesPerSecond, kilobitsPerSecond, everySeconds } = stream
    // A track that cannot be made smaller is recorded as it is; the bit rate bounds it all the same.
    const size = { width: { max: maxWidth }, frameRate: { max: framesPerSecond } }
    void track.applyConstraints(size).catch(() => undefined)
    const recorder = new FilmRecorder(track, {
      rhythm: () => filmRhythm(everySeconds, this.view.get().load),
      now: this.#room.now,
      bitsPerSecond: () => kilobitsPerSecond * 1000 * paceOf(this.view.get().load).share,
      took: (piece) => this.#keepFilm(stream, piece),
      failed: () => this.#gaps.add(streamOf(stream), everySeconds, 'recorder'),
    })
    recorder.start()
    return { stop: () => recorder.stop(), follow: () => recorder.follow() }
  }

  /** A screen that does not change gives no pictures: that is a still one. A camera always gives some. */
  #keepFilm(stream: WantedStream, { bytes, isEmpty, ...span }: FilmPiece): void {
    const isStill = isEmpty && stream.source === source.screen
    if (!isEmpty || isStill) void this.#keep(stream, span, { bytes: isStill ? new ArrayBuffer(0) : bytes, thumb: null })
    else if (!isBrief(span)) this.#gaps.add(streamOf(stream), Math.round((span.until - span.from) / 1000), 'recorder')
  }

  #startPictures(stream: WantedStream, track: MediaStreamTrack): Omit<Running, 'track'> {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isStopped = false
    let takenAt = 0
    const waitForNext = () => {
      clearTimeout(timer)
      const dueMs = takenAt + pictureDistance(stream.everySeconds, this.view.get().load) * 1000
      timer = setTimeout(() => void take(), Math.max(0, dueMs - performance.now()))
    }
    // What the stream's rate allows for one.
    const mostBytes = stream.kilobitsPerSecond * 125 * stream.everySeconds
    const take = async () => {
      timer = undefined
      takenAt = performance.now()
      const at = this.#room.now()
      const picture = await takePicture(track, stream.maxWidth, mostBytes).catch(() => undefined)
      if (isStopped) return
      const span = { from: at, until: at, mediaType: 'image/jpeg' }
      if (picture) await this.#keep(stream, span, picture)
      if (!isStopped) waitForNext()
    }
    void take()
    return {
      stop: async () => {
        isStopped = true
        clearTimeout(timer)
      },
      follow: () => timer !== undefined && waitForNext(),
    }
  }

  async #keep(
    stream: WantedStream,
    span: { from: number; until: number; mediaType: string },
    bytes: { bytes: ArrayBuffer; thumb: ArrayBuffer | null },
  ): Promise<void> {
    const { attemptId } = this.#room
    const { source, kind } = stream
    const sizeBytes = bytes.bytes.byteLength + (bytes.thumb?.byteLength ?? 0)
    const isKept = await this.#post.keep({ attemptId, source, kind, ...span, sizeBytes, hasThumb: bytes.thumb !== null }, bytes)
    if (isKept) this.#gaps.mend(streamOf(stream))
    else this.#gaps.add(streamOf(stream), Math.max(stream.everySeconds, (span.until - span.from) / 1000), this.#post.whyFull)
  }

  #noteLoss(name: SourceName, isThere: boolean): void {
    const since = this.#lostSince.get(name)
    if (isThere && since !== undefined) {
      this.#lostSince.delete(name)
      this.#room.report('captureBack', { durationMs: Math.round(performance.now() - since), detail: name })
    }
    if (isThere || since !== undefined || !this.#isActive || sources.view.get()[name].isOpening) return
    this.#lostSince.set(name, performance.now())
    this.#room.report('captureLost', { detail: `${name}:${sources.view.get()[name].loss ?? 'notShared'}` })
  }
}

/** The second camera is another device's. */
export function nameOf(stream: Pick<WantedStream, 'source'>): SourceName | undefined {
  if (stream.source === source.screen) return 'screen'
  return stream.source === source.first ? 'first' : undefined
}
