import { formatInstant } from '@kaopei/web'
import { call } from '@kaopei/web/client'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type LatestView, type LivePiece, live } from '../../contract/live.ts'
import { Watermarked } from '../review/watermark.tsx'
import './live.css'

interface Props {
  readonly examId: string
  readonly attemptId: string
  readonly source: 1 | 2 | 3
  readonly label: string
  /** Shown while there is no film. */
  readonly latest?: LatestView | undefined
}

const askEveryMs = 3000

/** A film as it comes, some ten to fifteen seconds behind: each piece is put where its clock says, holes are jumped over. */
export function LiveFilm({ examId, attemptId, source, label, latest }: Props): ReactNode {
  const video = useRef<HTMLVideoElement>(null)
  const [words, setWords] = useState('等待录像…')
  const [isFilmed, setFilmed] = useState(false)
  // The player is the browser's own; pieces are fed to it as they come.
  useEffect(() => {
    const element = video.current
    if (!element) return
    const reel = new LiveReel(element)
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const turn = async () => {
      try {
        const asked = { examId, attemptId, source, after: reel.last }
        const { dataList, serverTime } = await call(live.film, asked, { silent: true, timeoutMs: 10_000 })
        for (const piece of dataList) if (!isOver) await reel.add(piece)
        if (isOver) return
        setWords(reel.wordsAt(Date.parse(serverTime)))
        setFilmed(reel.last > 0)
      } catch {
        if (!isOver) setWords('连接中断，正在重试')
      }
      if (!isOver) timer = setTimeout(() => void turn(), askEveryMs)
    }
    void turn()
    return () => {
      isOver = true
      clearTimeout(timer)
      reel.close()
    }
  }, [examId, attemptId, source])
  const isPictured = !isFilmed && latest !== undefined
  return (
    <figure className="kp-live-film">
      <Watermarked>
        <video ref={video} hidden={isPictured} muted playsInline autoPlay aria-label={label} />
        {isPictured && latest && <img src={latest.url} alt={`${label}最新照片`} />}
      </Watermarked>
      <figcaption>
        <strong>{label}</strong>{' '}
        <span className="kp-hint">{isPictured && latest ? `${formatInstant(latest.takenAt, 'HH:mm:ss')} 的照片` : words}</span>
      </figcaption>
    </figure>
  )
}

/** Seconds that are kept behind the picture. */
const keptSeconds = 60
/** The picture runs so far behind the end of what is there, so that the next piece comes in time. */
const behindSeconds = 3
const farSeconds = 14

export class LiveReel {
  readonly #video: HTMLVideoElement
  readonly #media = new MediaSource()
  readonly #address: string
  readonly #opened: Promise<void>
  #buffer: SourceBuffer | undefined
  #base: number | undefined
  #until = 0
  last = 0

  constructor(video: HTMLVideoElement) {
    this.#video = video
    this.#opened = new Promise((resolve) => this.#media.addEventListener('sourceopen', () => resolve(), { once: true }))
    this.#address = URL.createObjectURL(this.#media)
    video.src = this.#address
  }

  async add(piece: LivePiece): Promise<void> {
    this.last = Math.max(this.last, piece.number)
    this.#until = Math.max(this.#until, Date.parse(piece.until))
    if (piece.isStill) return
    const response = await fetch(piece.url)
    if (!response.ok) return
    const bytes = await response.arrayBuffer()
    await this.#opened
    this.#buffer ??= this.#media.addSourceBuffer(typeOf(piece.contentType))
    this.#base ??= Date.parse(piece.from)
    await this.#append(bytes, (Date.parse(piece.from) - this.#base) / 1000)
    this.#follow()
  }

  close(): void {
    URL.revokeObjectURL(this.#address)
    this.#video.removeAttribute('src')
    this.#video.load()
  }

  wordsAt(now: number): string {
    if (this.#until === 0) return '暂时没有录像'
    const seconds = Math.round((now - this.#until) / 1000)
    return seconds > 45 ? `${seconds} 秒没有新录像` : '实时，约晚十秒'
  }

  async #append(bytes: ArrayBuffer, at: number): Promise<void> {
    const buffer = this.#buffer
    if (!buffer || this.#media.readyState !== 'open') return
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

function typeOf(contentType: string): string {
  if (contentType.includes('codecs=')) return contentType.replace(/codecs=([^"]+)$/, 'codecs="$1"')
  return contentType.startsWith('video/mp4') ? 'video/mp4; codecs="avc1.42E01E"' : 'video/webm; codecs="vp8"'
}
