/** The radar of a report as a drawing: percentiles where there is a norm for all, otherwise means on the range of an item. */
import type { Report } from '../../../contract/report.ts'

const [size, middle, radius] = [420, 210, 140] as const

export function radarSvg({ dimensions }: Report): string {
  if (dimensions.length < 3) return ''
  const isByPercentile = dimensions.every(({ compared }) => compared?.percentile != null)
  const shares = dimensions.map(({ mean, max, itemCount, compared }) => {
    const share = isByPercentile ? (compared?.percentile ?? 0) / 100 : (mean ?? 0) / (max / Math.max(1, itemCount))
    return Math.min(1, Math.max(0, share))
  })
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
  const own = shares.map((share, at) => place(at, share).join(',')).join(' ')
  const drawn = `<polygon points="${own}" fill="#409eff" fill-opacity="0.2" stroke="#409eff" stroke-width="2"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}">${rings.join('')}${drawn}${names.join('')}</svg>`
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
