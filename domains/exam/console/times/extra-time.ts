/** What somebody is given beyond the others: “25% + 10 分钟”. */
export function extraText({
  extraPercent,
  extraMinutes,
}: {
  readonly extraPercent: number
  readonly extraMinutes: number
}): string {
  const parts = [extraPercent > 0 ? `${extraPercent}%` : '', extraMinutes > 0 ? `${extraMinutes} 分钟` : ''].filter(Boolean)
  return parts.join(' + ')
}
