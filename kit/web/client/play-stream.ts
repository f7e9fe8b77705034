import type { LoaderCallbacks, LoaderConfiguration, PlaylistLoaderContext } from 'hls.js'

const playlistType = 'application/vnd.apple.mpegurl'

/**
 * Plays a film by a playlist that the page holds itself: it was made of what a guarded call answered, and has no address that could be passed on. Answers
 * how to let go of the element again. The player's code is a chunk of its own, loaded by whoever plays first; Safari on phones without it plays
 * the playlist itself.
 */
export function playStream(element: HTMLMediaElement, playlist: string, onFailed: () => void): () => void {
  const stream = { isOver: false, stop: () => {} }
  const begin = async () => {
    const { default: Hls } = await import('hls.js/light')
    if (stream.isOver) return
    if (!Hls.isSupported()) {
      stream.stop = playNatively(element, playlist, onFailed)
      return
    }
    const player = new Hls({
      // A worker would be one more request, and spares nothing where nothing is turned from one container into another.
      enableWorker: false,
      maxBufferLength: 30,
      backBufferLength: 60,
      pLoader: heldPlaylist(playlist),
    })
    player.on(Hls.Events.ERROR, (_event, { fatal, type }) => {
      if (!fatal) return
      if (type === Hls.ErrorTypes.MEDIA_ERROR) player.recoverMediaError()
      else onFailed()
    })
    stream.stop = () => player.destroy()
    player.loadSource(`${location.origin}/held.m3u8`)
    player.attachMedia(element)
  }
  begin().catch(onFailed)
  return () => {
    stream.isOver = true
    stream.stop()
  }
}

/** Answers the one playlist; nothing is asked of anybody. */
function heldPlaylist(text: string) {
  return class {
    context: PlaylistLoaderContext | null = null
    readonly stats = {
      aborted: false,
      loaded: text.length,
      retry: 0,
      total: text.length,
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
      const now = performance.now()
      this.stats.loading = { start: now, first: now, end: now }
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

function playNatively(element: HTMLMediaElement, playlist: string, onFailed: () => void): () => void {
  if (element.canPlayType(playlistType) === '') {
    onFailed()
    return () => {}
  }
  const url = URL.createObjectURL(new Blob([playlist], { type: playlistType }))
  element.src = url
  return () => URL.revokeObjectURL(url)
}
