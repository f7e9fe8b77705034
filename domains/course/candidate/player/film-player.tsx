import { coursewareType } from '@kaopei/courseware/contract/codes'
import { filmSourceOf } from '@kaopei/courseware/contract/playlist'
import { clockOf, gapsOf, reachedWithoutGap } from '@kaopei/learning/contract/ranges'
import { useStore } from '@kaopei/web/client'
import { useFullScreen, usePlayer } from '@kaopei/web/viewer-hooks'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import type { PlayerProps } from './courseware-task.tsx'
import { FilmControls } from './film-controls.tsx'
import { SeekBar } from './seek-bar.tsx'
import { useIdleQuestion } from './use-idle-question.ts'

/** A film or a sound with controls of our own: what counted is on the bar, and nothing counts but what was played. */
export default function FilmPlayer({ opened, reporter, title, stage, onRetry }: PlayerProps): ReactNode {
  const { shown, rule, lengthSeconds } = opened
  const media = useRef<HTMLVideoElement>(null)
  const recorded = useStore(reporter.recorded)
  const isBound = rule.noSkip && !recorded.isComplete
  const isFilm = shown.type === coursewareType.video
  const source = useMemo(() => filmSourceOf(shown.renditions, location.origin), [shown])
  const languages = useMemo(() => shown.subtitles.map(({ language }) => language), [shown])
  const fullScreen = useFullScreen(stage)
  const player = usePlayer(media, {
    ...{ source, languages, startSeconds: opened.position },
    // By the server's record, and by what is played here.
    reached: isBound ? reachedWithoutGap(recorded.watched) : undefined,
    onMoved: ({ seconds, rate, isPlaying }) => {
      reporter.state = { rate, position: seconds }
      if (isPlaying) reporter.log.moved(seconds, rate)
    },
    onStopped: () => reporter.log.stopped(),
    onEnded: () => void reporter.flush(),
    onFullScreen: fullScreen.toggle,
  })
  const { pause } = player
  const idle = useIdleQuestion(rule.idleSeconds, player.isPlaying, pause)
  // The browser has no event for this that React knows; the rule asks that a hidden player stands still.
  useEffect(() => {
    if (!rule.pauseWhenHidden) return
    const hide = () => document.visibilityState === 'hidden' && pause()
    document.addEventListener('visibilitychange', hide)
    return () => document.removeEventListener('visibilitychange', hide)
  }, [rule.pauseWhenHidden, pause])
  const firstGap = recorded.isComplete ? undefined : gapsOf(reporter.seen, lengthSeconds)[0]?.[0]
  // Whoever plays what they have not seen is there already.
  const isThere = firstGap === Math.floor(player.seconds) || firstGap === Math.ceil(player.seconds)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the controls inside, wherever among them the focus is
    <div className="learn-film" onKeyDown={player.onKeyDown}>
      <video
        ref={media}
        {...player.listeners}
        playsInline
        preload="metadata"
        aria-label={title}
        className={isFilm ? undefined : 'is-sound'}
        {...(shown.coverUrl && { poster: shown.coverUrl })}
        onClick={player.toggle}
      >
        {shown.subtitles.map(({ language, label, url }) => (
          <track key={language} kind="subtitles" srcLang={language} label={label} src={url} />
        ))}
      </video>
      {player.hasFailed && (
        <div className="learn-failed" role="alert">
          <p>暂时无法播放，请检查网络后重试，或换一个清晰度。</p>
          <button type="button" onClick={onRetry}>
            重新载入
          </button>
        </div>
      )}
      {idle.isAsking && (
        <IdleQuestion
          onAnswer={() => {
            idle.answer()
            player.toggle()
          }}
        />
      )}
      <div className="learn-controls">
        <SeekBar
          lengthSeconds={lengthSeconds}
          seconds={player.seconds}
          watched={recorded.watched}
          mayReach={player.limit ?? lengthSeconds}
          onSeek={player.seek}
        />
        <FilmControls
          player={player}
          subtitles={shown.subtitles}
          lengthSeconds={lengthSeconds}
          fullScreen={isFilm ? fullScreen : undefined}
        >
          {firstGap !== undefined && !isThere && (
            <button type="button" onClick={() => player.seek(firstGap)}>
              跳到未看处 {clockOf(firstGap)}
            </button>
          )}
        </FilmControls>
        {isBound && <p className="note">首次观看不能快进，看过的部分可以拖动。</p>}
      </div>
    </div>
  )
}

function IdleQuestion({ onAnswer }: { readonly onAnswer: () => void }): ReactNode {
  return (
    <div className="learn-idle" role="alertdialog" aria-label="是否还在学习">
      <p>您还在学习吗？播放已暂停。</p>
      <button type="button" className="primary" onClick={onAnswer}>
        继续学习
      </button>
    </div>
  )
}
