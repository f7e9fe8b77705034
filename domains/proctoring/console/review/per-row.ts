/** How many pictures stand side by side; 10 where the width is not known (yet). */
export function perRow(width: number | undefined): number {
  return width === undefined ? 10 : Math.max(1, Math.floor((width - 44) / 235))
}
