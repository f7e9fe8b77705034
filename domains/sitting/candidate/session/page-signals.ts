/** What the browser says about network and visibility of the page, as far as a sitting must know. */
export interface PageSignals {
  readonly online: () => void
  readonly offline: () => void
  /** The page is hidden or goes away: it may be the last moment. */
  readonly leave: () => void
  readonly back: () => void
}

/** Answers how to stop listening. */
export function hearPage({ online, offline, leave, back }: PageSignals): () => void {
  const visibility = () => (document.visibilityState === 'hidden' ? leave() : back())
  window.addEventListener('online', online)
  window.addEventListener('offline', offline)
  window.addEventListener('pagehide', leave)
  document.addEventListener('visibilitychange', visibility)
  return () => {
    window.removeEventListener('online', online)
    window.removeEventListener('offline', offline)
    window.removeEventListener('pagehide', leave)
    document.removeEventListener('visibilitychange', visibility)
  }
}
