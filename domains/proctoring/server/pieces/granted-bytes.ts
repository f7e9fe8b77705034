/** How many bytes of an attempt this process has given addresses for: what is put and never reported has a bound too. */
const mostAttempts = 20_000
/** A piece may be tried again. */
const triesOfEach = 3

export class GrantedBytes {
  readonly #granted = new Map<string, number>()

  take(attemptId: string, sizeBytes: number, mostBytes: number): boolean {
    const granted = (this.#granted.get(attemptId) ?? 0) + sizeBytes
    if (granted > mostBytes * triesOfEach) return false
    if (this.#granted.size >= mostAttempts) this.#granted.clear()
    this.#granted.set(attemptId, granted)
    return true
  }
}
