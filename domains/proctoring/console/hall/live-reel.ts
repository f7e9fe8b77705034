import type { LivePiece } from '../../contract/live.ts'

/** Seconds that are kept behind the picture. */
const keptSeconds = 60
/** The picture runs so far behind the end of what is there, so that the next piece comes in time. */
const behindSeconds = 3
const farSeconds = 14

export class LiveReel {
  readonly #video: HTMLVideoElement
  /** iPhones have none: there each piece is played by itself. */
  readonly #media = typeof MediaSource === 'undefined' ? undefined : new MediaSource()
  readonly #address: string | undefined
  readonly #opened: Promise<void>
  /** Where pieces cannot be joined each is played by itself: the newest. */
  #single: string | undefined
  #buffer: SourceBuffer | undefined
  #base: number | undefined
  #until = 0
  last = 0

  constructor(video: HTMLVideoElement) {
    this.#video = video
    const media = this.#media
    this.#opened = new Promise((resolve) => media?.addEventListener('sourceopen', () => resolve(), { once: true }))
    this.#address = media && URL.createObjectURL(media)
    if (this.#address !== undefined) video.src = this.#address
  }

  async add(piece: LivePiece): Promise<void> {
    this.last = Math.max(this.last, piece.number)
    this.#until = Math.max(this.#until, Date.parse(piece.until))
    if (piece.isStill) return
    const response = await fetch(piece.url)
    if (!response.ok) return
    const bytes = await response.arrayBuffer()
    const isMp4 = piece.contentType.startsWith('video/mp4')
    const media = this.#media
    if (!media || this.#single !== undefined || (isMp4 && !isFragmented(bytes))) return this.#playAlone(bytes, piece.contentType)
    await this.#opened
    const type = isMp4 ? typeOfMp4(bytes, piece.contentType) : typeOf(piece.contentType)
    if (!MediaSource.isTypeSupported(type)) return this.#playAlone(bytes, piece.contentType)
    this.#buffer ??= media.addSourceBuffer(type)
    this.#base ??= Date.parse(piece.from)
    await this.#append(bytes, (Date.parse(piece.from) - this.#base) / 1000)
    this.#follow()
  }

  close(): void {
    if (this.#single) URL.revokeObjectURL(this.#single)
    if (this.#address !== undefined) URL.revokeObjectURL(this.#address)
    this.#video.removeAttribute('src')
    this.#video.load()
  }

  wordsAt(now: number): string {
    if (this.#until === 0) return '暂时没有录像'
    const seconds = Math.round((now - this.#until) / 1000)
    return seconds > 45 ? `${seconds} 秒没有新录像` : '实时，约晚十秒'
  }

  #playAlone(bytes: ArrayBuffer, contentType: string): void {
    if (this.#single) URL.revokeObjectURL(this.#single)
    this.#single = URL.createObjectURL(new Blob([bytes], { type: contentType.split(';')[0] ?? contentType }))
    this.#video.src = this.#single
    void this.#video.play().catch(() => undefined) // the next piece tries again
  }

  async #append(bytes: ArrayBuffer, at: number): Promise<void> {
    const buffer = this.#buffer
    if (!buffer || this.#media?.readyState !== 'open') return
    if (this.#video.currentTime > keptSeconds * 2)
      await settled(buffer, () => buffer.remove(0, this.#video.currentTime - keptSeconds))
    await settled(buffer, () => {
      buffer.timestampOffset = Math.max(0, at)
      buffer.appendBuffer(bytes)
    })
  }

  /** Over holes, and to the end where it has fallen behind. */
  #follow(): void {
    const { buffered, currentTime } = this.#video
    if (buffered.length === 0) return
    const end = buffered.end(buffered.length - 1)
    if (end - currentTime > farSeconds) this.#video.currentTime = Math.max(buffered.start(buffered.length - 1), end - 10)
    else {
      const next = rangesOf(buffered).find(([start, until]) => until > currentTime + 0.2 && start > currentTime - 0.1)
      const isInside = rangesOf(buffered).some(([start, until]) => start <= currentTime && currentTime < until - 0.2)
      if (!isInside && next && end - next[0] > behindSeconds) this.#video.currentTime = next[0] + 0.01
    }
    if (this.#video.paused) void this.#video.play().catch(() => undefined) // the next piece tries again
  }
}

function rangesOf(buffered: TimeRanges): [number, number][] {
  return Array.from({ length: buffered.length }, (_, index) => [buffered.start(index), buffered.end(index)])
}

/** A buffer takes one thing at a time, and says when it is done. A piece that it does not take is a hole. */
function settled(buffer: SourceBuffer, work: () => void): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      buffer.removeEventListener('updateend', done)
      resolve()
    }
    buffer.addEventListener('updateend', done)
    try {
      work()
    } catch {
      done()
    }
  })
}

/** Of boxes of an MP4: only one that is cut into fragments can be fed to a buffer. */
function isFragmented(bytes: ArrayBuffer): boolean {
  return placeOf(bytes, 'moof') >= 0
}

/** The codec as the film itself says it (`avcC`: version, profile, constraints, level). */
function typeOfMp4(bytes: ArrayBuffer, contentType: string): string {
  const at = placeOf(bytes, 'avcC')
  if (at < 0) return typeOf(contentType)
  const facts = new Uint8Array(bytes, at + 5, 3)
  return `video/mp4; codecs="avc1.${[...facts].map((byte) => byte.toString(16).padStart(2, '0')).join('')}"`
}

function placeOf(bytes: ArrayBuffer, name: string): number {
  const all = new Uint8Array(bytes)
  const wanted = [...name].map((letter) => letter.charCodeAt(0))
  return all.findIndex((_byte, at) => wanted.every((letter, index) => all[at + index] === letter))
}

function typeOf(contentType: string): string {
  if (contentType.includes('codecs=')) return contentType.replace(/codecs=([^"]+)$/, 'codecs="$1"')
  return contentType.startsWith('video/mp4') ? 'video/mp4; codecs="avc1.42E01E"' : 'video/webm; codecs="vp8"'
}
