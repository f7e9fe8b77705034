/** What somebody chose in a player: kept on this device, for every film to come. */
export interface PlayerChoices {
  readonly rate?: number
  /** Name of a quality; `auto`: what the line carries. */
  readonly quality?: string
  /** A language; '' shows none. */
  readonly subtitles?: string
}

const key = 'kaopei.player'

/** Nothing where the browser keeps nothing, or where somebody else has written. */
export function keptChoices(): PlayerChoices {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    return {
      ...('rate' in kept && typeof kept.rate === 'number' && { rate: kept.rate }),
      ...('quality' in kept && typeof kept.quality === 'string' && { quality: kept.quality }),
      ...('subtitles' in kept && typeof kept.subtitles === 'string' && { subtitles: kept.subtitles }),
    }
  } catch {
    return {}
  }
}

export function keepChoice(choice: PlayerChoices): void {
  try {
    localStorage.setItem(key, JSON.stringify({ ...keptChoices(), ...choice }))
  } catch {
    // then it lasts as long as the player
  }
}
