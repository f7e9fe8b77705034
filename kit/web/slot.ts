/**
 * A place in a room's screen for what rooms above it add. The room below declares it and draws what stands in it; the app fills it once, before
 * anything is drawn, so that nothing below knows what is above.
 */
export interface Slot<Part> {
  readonly fill: (parts: readonly Part[]) => void
  readonly parts: () => readonly Part[]
}

export function slot<Part>(): Slot<Part> {
  let filled: readonly Part[] = []
  return {
    fill: (parts) => {
      filled = parts
    },
    parts: () => filled,
  }
}
