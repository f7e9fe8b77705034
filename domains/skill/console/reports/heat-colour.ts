/** A mean level as a colour: lighter is lower, so that the map reads without colours too. */
const shades = ['#eaf3ff', '#c6e0ff', '#8cc1ff', '#409eff', '#1f6fc4'] as const

export function shadeOf(mean: number | null): { background: string; color: string } {
  if (mean === null) return { background: '#f5f7fa', color: '#606266' }
  const at = Math.min(4, Math.max(0, Math.round(mean) - 1))
  return { background: shades[at] ?? shades[0], color: at >= 4 ? '#fff' : '#1d2129' }
}
