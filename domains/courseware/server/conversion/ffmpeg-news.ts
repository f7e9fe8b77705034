/** What `-progress` prints that grows with what ffmpeg has written. */
const growing = new Set(['frame', 'out_time_us', 'total_size', 'dup_frames', 'drop_frames'])

/** Twice a second ffmpeg tells how far it is, also when it gets nowhere. */
export class FfmpegNews {
  readonly #told = new Map<string, string>()

  isProgress(line: string): boolean {
    const [name = '', value = ''] = line.split('=', 2)
    if (!growing.has(name) || this.#told.get(name) === value) return false
    this.#told.set(name, value)
    return true
  }
}
