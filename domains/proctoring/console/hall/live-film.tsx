import { formatInstant } from '@kaopei/web'
import { call } from '@kaopei/web/client'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type LatestView, live } from '../../contract/live.ts'
import { Watermarked } from '../review/watermark.tsx'
import { LiveReel } from './live-reel.ts'
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

interface LatestProps extends Pick<LatestView, 'kind' | 'url'> {
  readonly label: string
}

/** The last that came: of a phone there are films alone, of which one stands still. */
export function LatestShown({ kind, url, label }: LatestProps): ReactNode {
  if (kind === 'picture') return <img src={url} alt={label} title={label} />
  return <video src={url} muted playsInline preload="metadata" aria-label={label} title={label} />
}

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
  const last = isFilmed ? undefined : latest
  return (
    <figure className="kp-live-film">
      <Watermarked>
        <video ref={video} hidden={last !== undefined} muted playsInline autoPlay aria-label={label} />
        {last && <LatestShown {...last} label={`${label}最新画面`} />}
      </Watermarked>
      <figcaption>
        <strong>{label}</strong>{' '}
        <span className="kp-hint">{last ? `${formatInstant(last.takenAt, 'HH:mm:ss')} 的画面` : words}</span>
      </figcaption>
    </figure>
  )
}
