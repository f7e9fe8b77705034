import type { ShownCourseware } from '@kaopei/courseware/contract/shown'
import { clockOf } from '@kaopei/learning/contract/ranges'
import { rates, type useFullScreen, type usePlayer } from '@kaopei/web/viewer-hooks'
import type { ReactNode } from 'react'

export interface FilmControlsProps {
  readonly player: ReturnType<typeof usePlayer>
  readonly subtitles: ShownCourseware['subtitles']
  readonly lengthSeconds: number
  /** Undefined: there is nothing to see. */
  readonly fullScreen: ReturnType<typeof useFullScreen> | undefined
  readonly children?: ReactNode
}

export function FilmControls({ player, subtitles, lengthSeconds, fullScreen, children }: FilmControlsProps): ReactNode {
  const { quality, subtitles: shown } = player
  return (
    <div className="learn-buttons">
      <button type="button" onClick={player.toggle}>
        {player.isPlaying ? '暂停' : '播放'}
      </button>
      <span className="learn-time">
        {clockOf(Math.floor(player.seconds))} / {clockOf(lengthSeconds)}
      </span>
      <Choice
        label="倍速"
        value={String(player.rate)}
        options={rates.map((value) => ({ value: String(value), label: `${value}x` }))}
        onChoose={(value) => player.chooseRate(Number(value))}
      />
      {quality.options.length > 0 && (
        <Choice label="清晰度" value={quality.value} options={quality.options} onChoose={quality.choose} />
      )}
      {subtitles.length > 0 && (
        <Choice
          label="字幕"
          value={shown.value}
          options={[{ value: '', label: '关闭' }, ...subtitles.map(({ language, label }) => ({ value: language, label }))]}
          onChoose={shown.choose}
        />
      )}
      {children}
      {fullScreen?.isPossible && (
        <button type="button" onClick={fullScreen.toggle}>
          {fullScreen.isOn ? '退出全屏' : '全屏'}
        </button>
      )}
    </div>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onChoose: (value: string) => void
}

function Choice({ label, value, options, onChoose }: ChoiceProps): ReactNode {
  return (
    <label>
      {label}
      <select value={value} onChange={({ target }) => onChoose(target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  )
}
