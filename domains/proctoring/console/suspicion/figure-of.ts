/** Two digits that say something; what is rarer than a millionth is said to be. */
export function figureOf(value: number): string {
  if (value >= 0.001) return value.toFixed(3)
  return value < 0.000001 ? '< 0.000001' : value.toFixed(6).replace(/0+$/, '')
}
