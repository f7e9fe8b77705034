import { wallClock } from './wall-clock.ts'

export const dash = '-'
type Moment = string | number | Date | null | undefined

/** By the company's clocks. */
export function formatInstant(value: Moment, pattern = 'YYYY-MM-DD HH:mm'): string {
  const day = value === null || value === undefined || value === '' ? undefined : wallClock(value)
  return day?.isValid() ? day.format(pattern) : dash
}

export function formatDate(value: Moment): string {
  return formatInstant(value, 'YYYY-MM-DD')
}

const units = ['', 'k', 'M', 'G', 'T', 'P', 'E'] as const

/** Thousands separators below 10,000; from there one decimal and the unit k, M, G, T, P, E. Show the exact number on hover. */
export function formatNumber(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return dash
  if (Math.abs(value) < 10_000) return exactNumber(value)
  let shown = value
  let step = 0
  // 999,950 would read 1000.0k; the next unit says it better.
  while (Math.abs(shown) >= 999.95 && step < units.length - 1) {
    shown /= 1_000
    step += 1
  }
  return `${shown.toFixed(1).replace(/\.0$/, '')}${units[step] ?? ''}`
}

export function exactNumber(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 2 })
}

/** At most two places, without trailing zeros. */
export function formatScore(value: number | null | undefined): string {
  return value === null || value === undefined || !Number.isFinite(value) ? dash : String(Math.round(value * 100) / 100)
}

/** Seconds as 1小时05分, 5分20秒, 40秒. */
export function formatDuration(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return dash
  const whole = Math.max(0, Math.round(seconds))
  const hours = Math.floor(whole / 3_600)
  const minutes = Math.floor((whole % 3_600) / 60)
  const rest = whole % 60
  if (hours > 0) return `${hours}小时${String(minutes).padStart(2, '0')}分`
  return minutes > 0 ? `${minutes}分${String(rest).padStart(2, '0')}秒` : `${rest}秒`
}

export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  const names = ['KB', 'MB', 'GB', 'TB']
  let shown = bytes / 1024
  let step = 0
  while (shown >= 1024 && step < names.length - 1) {
    shown /= 1024
    step += 1
  }
  return `${shown.toFixed(1).replace(/\.0$/, '')} ${names[step] ?? ''}`
}

/** 刚刚 under 30 s, then n分钟前, n小时前, 1天前, then the date. */
export function relativeTime(value: Moment, now: number): string {
  const at = value === null || value === undefined ? Number.NaN : new Date(value).getTime()
  if (value === null || value === undefined || Number.isNaN(at)) return dash
  const seconds = Math.floor((now - at) / 1_000)
  if (seconds < 30) return '刚刚'
  if (seconds < 3_600) return `${Math.max(1, Math.floor(seconds / 60))}分钟前`
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)}小时前`
  return seconds < 172_800 ? '1天前' : formatDate(value)
}
