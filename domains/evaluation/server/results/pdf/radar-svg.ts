/** The radar of a report as a drawing: percentiles where there is a norm for all, otherwise means on the range of an item. */
import type { Report, ReportDimension } from '../../../contract/report.ts'

const [size, middle, radius] = [420, 210, 140] as const

export function radarSvg({ dimensions, totalCount }: Report): string {
  if (dimensions.length < 3) return ''
  const isByPercentile = dimensions.every(({ compared }) => compared?.percentile != null)
  const within = (share: number) => Math.min(1, Math.max(0, share))
  const shareOf = (mean: number | null, { max, itemCount }: ReportDimension) => (mean ?? 0) / (max / Math.max(1, itemCount))
  const shares = dimensions.map((one) => within(isByPercentile ? (one.compared?.percentile ?? 0) / 100 : shareOf(one.mean, one)))
  const hasSelf = totalCount !== null && !isByPercentile && dimensions.some(({ selfMean }) => selfMean !== null)
  const place = (at: number, share: number) => {
    const angle = (2 * Math.PI * at) / dimensions.length - Math.PI / 2
    return [middle + radius * share * Math.cos(angle), middle + radius * share * Math.sin(angle)].map((value) => value.toFixed(1))
  }
  const ring = (share: number) => dimensions.map((_, at) => place(at, share).join(',')).join(' ')
  const rings = [0.25, 0.5, 0.75, 1].map((share) => `<polygon points="${ring(share)}" fill="none" stroke="#dcdfe6"/>`)
  const names = dimensions.map(({ name }, at) => {
    const [x = '0', y = '0'] = place(at, 1.16)
    return `<text x="${x}" y="${y}" font-family="Noto Sans SC" font-size="14" text-anchor="middle">${escaped(name.slice(0, 10))}</text>`
  })
  const polygon = (of: readonly number[]) => of.map((share, at) => place(at, share).join(',')).join(' ')
  const own = polygon(shares)
  const self = polygon(dimensions.map((one) => within(shareOf(one.selfMean, one))))
  const drawn = `<polygon points="${own}" fill="#409eff" fill-opacity="0.2" stroke="#409eff" stroke-width="2"/>`
  const key = (at: number, dash: string, says: string) =>
    `<line x1="8" y1="${at - 5}" x2="36" y2="${at - 5}" stroke="${dash ? '#e6a23c' : '#409eff'}" stroke-width="2"${dash}/><text x="42" y="${at}" font-family="Noto Sans SC" font-size="13">${says}</text>`
  const dashed = ' stroke-dasharray="6 4"'
  // Told apart by the line too: many print without colour.
  const beside = hasSelf
    ? `<polygon points="${self}" fill="none" stroke="#e6a23c" stroke-width="2"${dashed}/>${key(20, '', '他评')}${key(40, dashed, '自评')}`
    : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}">${rings.join('')}${drawn}${beside}${names.join('')}</svg>`
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
