/** WCAG 2.2 asks 4.5 of normal text on white; a little more keeps it readable on the soft ground of chosen entries too. */
const enough = 5.2

/** The colour itself, or the lightest darker shade of it that can be read on white (and white on it). */
export function readableShade(hex: string): string {
  const rgb = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  for (let factor = 1; factor > 0; factor -= 0.02) {
    const shade = rgb.map((part) => Math.round(part * factor))
    if (contrastWithWhite(shade) >= enough) return `#${shade.map((part) => part.toString(16).padStart(2, '0')).join('')}`
  }
  return '#000000'
}

export function contrastWithWhite(rgb: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((part) => {
    const share = part / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}

/** The colour on white, as strong as `share` says. */
export function tintOf(hex: string, share: number): string {
  const part = (at: number) => Math.round(255 - (255 - Number.parseInt(hex.slice(at, at + 2), 16)) * share)
  return `#${[1, 3, 5].map((at) => part(at).toString(16).padStart(2, '0')).join('')}`
}
