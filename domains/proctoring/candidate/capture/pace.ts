/** How a client thins out what it records and sends, by the load that the server tells (0 at rest to 10). Answers go first. */
export interface Pace {
  /** Films are recorded; otherwise pictures take their place. */
  readonly hasFilms: boolean
  /** Of a film's bit rate, and of the pictures' frequency. */
  readonly share: number
  /** Nothing is sent. */
  readonly isHeld: boolean
}

const slowPictureSeconds = 60

export function paceOf(load: number): Pace {
  if (load >= 10) return { hasFilms: false, share: 0.5, isHeld: true }
  if (load >= 7) return { hasFilms: false, share: 0.5, isHeld: false }
  if (load >= 4) return { hasFilms: true, share: 0.5, isHeld: false }
  return { hasFilms: true, share: 1, isHeld: false }
}

/** Seconds until the next picture of a stream. */
export function pictureDistance(everySeconds: number, load: number): number {
  const { hasFilms, share } = paceOf(load)
  return hasFilms ? everySeconds / share : Math.max(everySeconds, slowPictureSeconds)
}

/** A moment of film now and then, where films should give way to pictures and the plan has none of this source: never nothing at all. */
const thinFilmSeconds = 2

export interface Rhythm {
  readonly recordMs: number
  readonly restMs: number
}

export function filmRhythm(everySeconds: number, load: number): Rhythm {
  if (paceOf(load).hasFilms) return { recordMs: everySeconds * 1000, restMs: 0 }
  return { recordMs: thinFilmSeconds * 1000, restMs: (slowPictureSeconds - thinFilmSeconds) * 1000 }
}

const shortestWaitMs = 2000
const longestWaitMs = 60_000

/** How long a stream rests after so many tries that got no answer; `random` (0 ≤ … < 1) keeps a hall from coming back as one. */
export function restAfter(failures: number, random: number): number {
  return Math.min(longestWaitMs, shortestWaitMs * 2 ** Math.min(failures, 6)) * (0.75 + random / 2)
}
