import { type RefObject, useEffect, useRef, useState } from 'react'
import { keepChoice, keptChoices } from './kept-choices.ts'
import { type FilmStream, playStream } from './play-stream.ts'

export interface FilmQuality {
  readonly name: string
  readonly label: string
  readonly url: string
  /** Null: the object is played as it is. */
  readonly playlist: string | null
}

/** A film or sound in its qualities, best first. The same value as long as it is the same film. */
export interface FilmSource {
  readonly qualities: readonly FilmQuality[]
  /** Names the playlists of all qualities; null: each is played by itself. */
  readonly master: string | null
}

export const fileSource = (url: string): FilmSource => ({
  qualities: [{ name: 'original', label: '原画', url, playlist: null }],
  master: null,
})

const automatic = 'auto'

export interface QualityChoice {
  /** Empty where there is nothing to choose. */
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly value: string
  readonly choose: (value: string) => void
}

export interface SourceWatch {
  readonly onFailed: () => void
  /** The element is about to forget where it is. */
  readonly onExchange: () => void
}

/** Puts a film into the element, in the quality that was chosen, and answers the choice there is; it says what plays. */
export function useFilmSource(media: RefObject<HTMLMediaElement | null>, source: FilmSource, watch: SourceWatch): QualityChoice {
  const { qualities, master } = source
  const [value, setValue] = useState(() => keptChoices().quality ?? automatic)
  const [shown, setShown] = useState<string>()
  const stream = useRef<FilmStream>(undefined)
  const told = useRef(watch)
  told.current = watch
  const known = qualities.find(({ name }) => name === value)
  const isStreamed = master !== null
  const chosen = known?.name ?? (isStreamed ? automatic : qualities[0]?.name)
  const wish = chosen === automatic ? undefined : chosen
  const first = useRef(wish)
  first.current = wish
  const file = isStreamed ? undefined : (known ?? qualities[0])?.url
  // A media element's source is set by hand: React would load it anew with each drawing.
  useEffect(() => {
    const element = media.current
    if (!element || file === undefined) return
    const fail = () => told.current.onFailed()
    element.addEventListener('error', fail)
    if (element.src !== '') told.current.onExchange()
    element.src = file
    return () => element.removeEventListener('error', fail)
  }, [media, file])
  // What plays a stream outlives every drawing, and is told of choices.
  useEffect(() => {
    const element = media.current
    if (!element || master === null) return
    const held = qualities.map(({ name, playlist }) => ({ name, playlist: playlist ?? '' }))
    const watchers = { onFailed: () => told.current.onFailed(), onShown: setShown }
    const playing = playStream(element, { master, qualities: held }, watchers)
    stream.current = playing
    playing.choose(first.current)
    return () => playing.stop()
  }, [media, master, qualities])
  // It is told of each choice.
  useEffect(() => stream.current?.choose(wish), [wish])
  const labelOf = (name: string | undefined) => qualities.find((one) => one.name === name)?.label
  const now = chosen === automatic ? labelOf(shown) : undefined
  const all = qualities.map(({ name, label }) => ({ value: name, label }))
  const options = isStreamed ? [{ value: automatic, label: now === undefined ? '自动' : `自动（${now}）` }, ...all] : all
  return {
    options: qualities.length > 1 ? options : [],
    value: chosen ?? automatic,
    choose: (next) => {
      setValue(next)
      keepChoice({ quality: next })
    },
  }
}
