import { Button, Select } from 'antd'
import { type ReactNode, useId, useMemo, useRef } from 'react'
import { EmptyState } from '../states.tsx'
import { type FilmSource, fileSource } from './use-film-source.ts'
import { useFullScreen } from './use-full-screen.ts'
import { rates, usePlayer } from './use-player.ts'
import './viewers.css'

export interface MediaPlayerProps {
  readonly name: string
  /** A stored film or sound as it is. */
  readonly url?: string
  /** One in its qualities; the same value as long as it is the same film. */
  readonly source?: FilmSource
  readonly kind?: 'video' | 'audio'
  readonly poster?: string
  readonly subtitles?: readonly { readonly language: string; readonly label: string; readonly url: string }[]
  /** Where it was left, in seconds. */
  readonly startSeconds?: number
  /** Told as it plays, in seconds, at most once a second, and at the end. */
  readonly onProgress?: (seconds: number, durationSeconds: number) => void
}

/** Video and audio with rates and qualities, from where it was left, drawn with the browser's own controls. */
export default function MediaPlayer(props: MediaPlayerProps): ReactNode {
  const { url = '', source: given, name, kind = 'video', poster, subtitles = [], startSeconds = 0, onProgress } = props
  const media = useRef<HTMLVideoElement>(null)
  const frame = useRef<HTMLElement>(null)
  const told = useRef(-1)
  const source = useMemo(() => given ?? fileSource(url), [given, url])
  const fullScreen = useFullScreen(frame)
  const tell = (isEnd: boolean) => {
    const element = media.current
    if (!element) return
    const second = Math.floor(element.currentTime)
    if (second === told.current && !isEnd) return
    told.current = second
    onProgress?.(element.currentTime, element.duration)
  }
  const player = usePlayer(media, {
    ...{ source, startSeconds, languages: subtitles.map(({ language }) => language) },
    onMoved: () => tell(false),
    onEnded: () => tell(true),
    onFullScreen: fullScreen.toggle,
  })
  const { quality } = player
  const shared = { ref: media, controls: true, preload: 'metadata' as const, 'aria-label': name, ...player.listeners }
  return (
    <section ref={frame} className="kp-media" aria-label={name} onKeyDown={player.onKeyDown}>
      {player.hasFailed && <EmptyState text={`此${kind === 'audio' ? '音频' : '视频'}暂无法播放，请稍后再试`} />}
      {kind === 'video' ? (
        <video {...shared} hidden={player.hasFailed} {...(poster && { poster })}>
          {subtitles.map((one) => (
            <track key={one.language} kind="subtitles" srcLang={one.language} label={one.label} src={one.url} />
          ))}
        </video>
      ) : (
        <audio {...shared} hidden={player.hasFailed} />
      )}
      <div className="kp-media-tools">
        <Choice
          label="倍速"
          value={String(player.rate)}
          options={rates.map((value) => ({ value: String(value), label: `${value}x` }))}
          onChange={(value) => player.chooseRate(Number(value))}
        />
        {quality.options.length > 0 && (
          <Choice label="清晰度" value={quality.value} options={[...quality.options]} onChange={quality.choose} />
        )}
        {subtitles.length > 0 && (
          <Choice
            label="字幕"
            value={player.subtitles.value}
            options={[{ value: '', label: '关闭' }, ...subtitles.map((one) => ({ value: one.language, label: one.label }))]}
            onChange={player.subtitles.choose}
          />
        )}
        {kind === 'video' && fullScreen.isPossible && (
          <Button size="small" onClick={fullScreen.toggle}>
            {fullScreen.isOn ? '退出全屏' : '全屏'}
          </Button>
        )}
      </div>
    </section>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly options: { value: string; label: string }[]
  readonly onChange: (value: string) => void
}

function Choice({ label, ...choice }: ChoiceProps): ReactNode {
  const id = useId()
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <Select id={id} size="small" style={{ minWidth: 84 }} {...choice} />
    </>
  )
}
