/** 90 → 1 小时 30 分 */
export function minutesText(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  const sign = minutes < 0 ? '−' : ''
  if (hours === 0) return `${sign}${rest} 分`
  return rest === 0 ? `${sign}${hours} 小时` : `${sign}${hours} 小时 ${rest} 分`
}

export const yuanText = (yuan: number | null): string =>
  yuan === null ? '-' : yuan.toLocaleString('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

export const meanText = (rating: { readonly mean: number; readonly count: number } | null): string =>
  rating === null ? '不足 3 份' : `${rating.mean.toFixed(2)}（n=${rating.count}）`
