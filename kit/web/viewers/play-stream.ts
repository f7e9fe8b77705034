import type HlsPlayer from 'hls.js'
import type { LoaderCallbacks, LoaderConfiguration, PlaylistLoaderContext } from 'hls.js'

const playlistType = 'application/vnd.apple.mpegurl'
/** A film that cannot be decoded fails as often as it is begun again. */
const mostRecoveries = 3

/** A film in its qualities, best first. `master` names the playlist of each as `<name>.m3u8`. */
export interface HeldFilm {
  readonly master: string
  readonly qualities: readonly { readonly name: string; readonly playlist: string }[]
}

export interface StreamWatch {
  readonly onFailed: () => void
  /** This quality is played from now on. */
  readonly onShown: (name: string) => void
}

export interface FilmStream {
  /** Undefined: what the line carries and the player's size shows. */
  readonly choose: (name: string | undefined) => void
  readonly stop: () => void
}

/**
 * Plays a film by playlists that the page holds itself: they were made of what a guarded call answered, and have no address that could be passed on.
 * The player's code is a chunk of its own, loaded by whoever plays first; Safari on phones without it plays one quality's playlist itself.
 */
export function playStream(element: HTMLMediaElement, film: HeldFilm, watch: StreamWatch): FilmStream {
  let chosen: string | undefined
  let isOver = false
  let played: FilmStream | undefined
  const begin = async () => {
    const { default: Hls } = await import('hls.js/light')
    if (isOver) return
    played = Hls.isSupported() ? playByHls(Hls, { element, film, watch }) : playNatively(element, film, watch)
    played.choose(chosen)
  }
  begin().catch(watch.onFailed)
  return {
    choose: (name) => {
      chosen = name
      played?.choose(name)
    },
    stop: () => {
      isOver = true
      played?.stop()
    },
  }
}

interface Place {
  readonly element: HTMLMediaElement
  readonly film: HeldFilm
  readonly watch: StreamWatch
}

function playByHls(Hls: typeof HlsPlayer, { element, film, watch }: Place): FilmStream {
  const player = new Hls({
    // A worker would be one more request, and spares nothing where nothing is turned from one container into another.
    enableWorker: false,
    maxBufferLength: 30,
    backBufferLength: 60,
    capLevelToPlayerSize: true,
    // A piece that only measures the line: while it is on its way, a choice leaves the player waiting for it for ever.
    testBandwidth: false,
    pLoader: heldPlaylists(film),
  })
  let wanted: string | undefined
  const levelOf = (name: string | undefined) => player.levels.findIndex(({ url }) => url.some((one) => nameIn(one) === name))
  let isBegun = false
  const apply = () => {
    const level = levelOf(wanted)
    if (level === player.manualLevel) return
    // What is there in another quality is thrown away and loaded anew from where it plays.
    if (isBegun && level !== -1) player.currentLevel = level
    else player.loadLevel = level
  }
  const onFirstPiece = () => {
    if (isBegun) return
    isBegun = true
    apply()
  }
  let recoveries = 0
  player.on(Hls.Events.MANIFEST_PARSED, apply)
  // A choice made while the first piece is on its way waits for it: taken from under a player that is opening a film, nothing ever came.
  player.on(Hls.Events.FRAG_BUFFERED, onFirstPiece)
  player.on(Hls.Events.LEVEL_SWITCHED, (_event, { level }) => watch.onShown(nameIn(player.levels[level]?.url[0] ?? '')))
  player.on(Hls.Events.ERROR, (_event, { fatal, type }) => {
    if (!fatal) return
    recoveries += 1
    if (type === Hls.ErrorTypes.MEDIA_ERROR && recoveries <= mostRecoveries) player.recoverMediaError()
    else watch.onFailed()
  })
  player.loadSource(`${location.origin}/held/master.m3u8`)
  player.attachMedia(element)
  return {
    choose: (name) => {
      wanted = name
      if (isBegun) apply()
    },
    stop: () => player.destroy(),
  }
}

const nameIn = (address: string) => decodeURIComponent(address.slice(address.lastIndexOf('/') + 1).replace(/\.m3u8$/, ''))

/** Answers the playlists that are held; nothing is asked of anybody. */
function heldPlaylists({ master, qualities }: HeldFilm) {
  const texts = new Map([['master', master], ...qualities.map(({ name, playlist }): [string, string] => [name, playlist])])
  return class {
    context: PlaylistLoaderContext | null = null
    readonly stats = {
      aborted: false,
      loaded: 0,
      retry: 0,
      total: 0,
      chunkCount: 0,
      bwEstimate: 0,
      loading: { start: 0, first: 0, end: 0 },
      parsing: { start: 0, end: 0 },
      buffering: { start: 0, first: 0, end: 0 },
    }

    load(
      context: PlaylistLoaderContext,
      _config: LoaderConfiguration,
      { onSuccess }: LoaderCallbacks<PlaylistLoaderContext>,
    ): void {
      this.context = context
      const text = texts.get(nameIn(context.url)) ?? ''
      const now = performance.now()
      this.stats.loading = { start: now, first: now, end: now }
      this.stats.loaded = text.length
      this.stats.total = text.length
      queueMicrotask(() => {
        if (!this.stats.aborted) onSuccess({ url: context.url, data: text }, this.stats, context, null)
      })
    }

    abort(): void {
      this.stats.aborted = true
    }

    destroy(): void {
      this.stats.aborted = true
      this.context = null
    }
  }
}

/** One quality at a time: the chosen, else the middle one. */
function playNatively(element: HTMLMediaElement, { qualities }: HeldFilm, { onFailed, onShown }: StreamWatch): FilmStream {
  let url: string | undefined
  const letGo = () => url !== undefined && URL.revokeObjectURL(url)
  return {
    choose: (name) => {
      const quality = qualities.find((one) => one.name === name) ?? qualities[Math.floor(qualities.length / 2)]
      if (!quality || element.canPlayType(playlistType) === '') return onFailed()
      letGo()
      url = URL.createObjectURL(new Blob([quality.playlist], { type: playlistType }))
      element.src = url
      onShown(quality.name)
    },
    stop: letGo,
  }
}
