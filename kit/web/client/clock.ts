/** The server's clock as far as this browser knows it: local clocks are wrong by minutes more often than one thinks. */
let offsetMs = 0

/** Milliseconds since the epoch by the server's clock. */
export function serverNow(): number {
  return Date.now() + offsetMs
}

/** Takes over the server's time; `roundTripMs` is how long the answer that carried it took. */
export function rebaseClock(serverTime: string | number, roundTripMs = 0): void {
  const at = typeof serverTime === 'number' ? serverTime : Date.parse(serverTime)
  if (Number.isFinite(at)) offsetMs = at + roundTripMs / 2 - Date.now()
}
