import { type KeyboardEvent, type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { keepChoice, keptChoices } from './kept-choices.ts'
import { type FilmSource, type QualityChoice, useFilmSource } from './use-film-source.ts'

export const rates = [0.5, 1, 1.5, 2] as const
const jumpSeconds = 5
/** A step of the clock within which a player moves on by playing; farther is a jump. */
const longestStepSeconds = 3

export interface PlayerWish {
  readonly source: FilmSource
  /** Languages of its subtitles, as its tracks name them. */
  readonly languages?: readonly string[]
  /** Where it was left, in seconds; whoever saw the end begins again. */
  readonly startSeconds?: number
  /** Whoever may not skip gets no farther than this, and what they play on from there; undefined: anywhere. */
  readonly reached?: number | undefined
  /** It is here, and whether it plays. */
  readonly onMoved?: (at: { readonly seconds: number; readonly rate: number; readonly isPlaying: boolean }) => void
  /** It pauses, jumps or ends. */
  readonly onStopped?: () => void
  readonly onEnded?: () => void
  /** What the key f does. */
  readonly onFullScreen?: () => void
}

export interface SubtitleChoice {
  /** The language that shows; '' shows none. */
  readonly value: string
  readonly choose: (language: string) => void
}

export interface Player {
  readonly seconds: number
  readonly isPlaying: boolean
  readonly hasFailed: boolean
  /** The furthest second that may be gone to; undefined: any. */
  readonly limit: number | undefined
  readonly rate: number
  readonly quality: QualityChoice
  readonly subtitles: SubtitleChoice
  readonly toggle: () => void
  readonly pause: () => void
  readonly seek: (seconds: number) => void
  readonly chooseRate: (rate: number) => void
  /** Of the part of the page that the player fills: space plays and pauses, the arrows go back and forth and change the volume. */
  readonly onKeyDown: (event: KeyboardEvent) => void
  /** Of the element. */
  readonly listeners: Readonly<Record<ListenerName, (event: SyntheticEvent<HTMLMediaElement>) => void>>
}
type ListenerName =
  | 'onLoadedMetadata'
  | 'onTimeUpdate'
  | 'onPlay'
  | 'onPause'
  | 'onSeeking'
  | 'onSeeked'
  | 'onRateChange'
  | 'onEnded'

/** How a film or sound behaves, whoever draws it: rates, qualities, subtitles, keys, and where one may go. */
export function usePlayer(media: RefObject<HTMLVideoElement | null>, wish: PlayerWish): Player {
  const { source, startSeconds = 0, reached, onMoved, onStopped, onEnded, onFullScreen } = wish
  const [now, setNow] = useState({ seconds: startSeconds, isPlaying: false })
  const [rate, setRate] = useState(keptRate)
  const [hasFailed, setFailed] = useState(false)
  const subtitles = useSubtitles(media, wish.languages ?? none)
  const resume = useRef({ seconds: startSeconds, isPlaying: false })
  const reach = useReach(reached)
  const fail = () => setFailed(true)
  const remember = () => {
    const element = media.current
    if (element) resume.current = { seconds: element.currentTime, isPlaying: !element.paused }
  }
  const quality = useFilmSource(media, source, { onFailed: fail, onExchange: remember })
  const { limitOf, within } = reach
  const play = (element: HTMLMediaElement) => void element.play().catch(fail)
  const seek = (seconds: number) => {
    const element = media.current
    if (!element) return
    onStopped?.()
    element.currentTime = Math.min(within(seconds), element.duration || Number.POSITIVE_INFINITY)
  }
  const moved = () => {
    const element = media.current
    if (!element) return
    const { currentTime: seconds, playbackRate, seeking, paused } = element
    const isPlaying = !paused && !seeking
    if (isPlaying) reach.played(seconds, playbackRate)
    setNow({ seconds, isPlaying: !paused })
    onMoved?.({ seconds, rate: playbackRate, isPlaying })
  }
  const stopped = () => {
    moved()
    onStopped?.()
  }
  const begin = ({ currentTarget: element }: SyntheticEvent<HTMLMediaElement>) => {
    const { seconds, isPlaying } = resume.current
    element.playbackRate = rate
    setFailed(false)
    if (seconds > 0 && seconds < element.duration - 1) element.currentTime = within(seconds)
    if (isPlaying) play(element)
  }
  /** Media keys and players of the system's own ask nobody. */
  const seeking = ({ currentTarget: element }: SyntheticEvent<HTMLMediaElement>) => {
    onStopped?.()
    if (element.currentTime > within(element.currentTime) + 1) element.currentTime = within(element.currentTime)
  }
  const toggle = () => {
    const element = media.current
    if (element?.paused) play(element)
    else element?.pause()
  }
  const keyActs = {
    ...{ ArrowLeft: () => seek(now.seconds - jumpSeconds), ArrowRight: () => seek(now.seconds + jumpSeconds) },
    ...{ ArrowUp: () => louder(media.current, 0.1), ArrowDown: () => louder(media.current, -0.1) },
    ...{ ' ': toggle, f: () => onFullScreen?.() },
  }
  return {
    ...now,
    ...{ hasFailed, limit: limitOf(), rate, quality, subtitles, toggle, seek },
    pause: () => media.current?.pause(),
    chooseRate: (next) => {
      setRate(next)
      keepChoice({ rate: next })
      if (media.current) media.current.playbackRate = next
    },
    onKeyDown: (event) => {
      const act = new Map(Object.entries(keyActs)).get(event.key)
      if (!act || isOthersKey(event)) return
      event.preventDefault()
      act()
    },
    listeners: {
      ...{ onLoadedMetadata: begin, onTimeUpdate: moved, onPlay: moved, onSeeked: moved, onPause: stopped, onSeeking: seeking },
      onRateChange: ({ currentTarget: element }) => {
        if (element.playbackRate > Math.max(...rates)) element.playbackRate = rate
      },
      onEnded: () => {
        stopped()
        onEnded?.()
      },
    },
  }
}

const none: readonly string[] = []

/** How far one may go: as far as is known, and on from there by playing. */
function useReach(reached: number | undefined) {
  const further = useRef(0)
  const limitOf = () => (reached === undefined ? undefined : Math.max(reached, further.current))
  return {
    limitOf,
    within: (seconds: number) => Math.min(Math.max(0, seconds), limitOf() ?? Number.POSITIVE_INFINITY),
    played: (seconds: number, rate: number) => {
      if (seconds <= (limitOf() ?? 0) + longestStepSeconds * Math.max(1, rate))
        further.current = Math.max(further.current, seconds)
    },
  }
}

function keptRate(): number {
  const { rate } = keptChoices()
  return rates.find((one) => one === rate) ?? 1
}

function useSubtitles(media: RefObject<HTMLVideoElement | null>, languages: readonly string[]): SubtitleChoice {
  const [chosen, setChosen] = useState(() => keptChoices().subtitles)
  const shown = chosen === '' ? '' : (languages.find((language) => language === chosen) ?? languages[0] ?? '')
  // Which subtitles show is a state of the text tracks, which have no attribute for it.
  useEffect(() => {
    for (const track of media.current?.textTracks ?? []) track.mode = track.language === shown ? 'showing' : 'disabled'
  }, [media, shown])
  return {
    value: shown,
    choose: (language) => {
      setChosen(language)
      keepChoice({ subtitles: language })
    },
  }
}

/** Fields, buttons and the browser's own controls hear their keys themselves; with a modifier a key is the browser's. */
function isOthersKey({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return true
  if (target instanceof HTMLMediaElement) return target.controls
  if (!(target instanceof HTMLElement)) return false
  if (target.closest('input, select, textarea, [role="combobox"], [role="listbox"]')) return true
  return key === ' ' && target.closest('button, a') !== null
}

function louder(media: HTMLMediaElement | null, by: number): void {
  if (media) media.volume = Math.min(1, Math.max(0, media.volume + by))
}
