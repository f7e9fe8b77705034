/** How levels, verdicts and pieces of evidence are said, on both clients. */
import { evidenceClass, sourceKinds } from './codes.ts'
import type { EvidencePiece, ShownSkill } from './person.ts'

export const verdictWords = {
  enough: { label: '达标', tone: 'success' },
  untested: { label: '关键技能未测', tone: 'warning' },
  below: { label: '不达标', tone: 'danger' },
  short: { label: '数据不足', tone: 'neutral' },
} as const

const partWords: Readonly<Record<EvidencePiece['part'], string>> = {
  decides: '决定当前级别',
  older: '已有更新的证据',
  weaker: '已有更强的证据',
  exposure: '已学，不计级别',
  expired: '已过期，不再计入',
  withdrawn: '已撤回',
}

export const isSourceKind = (kind: string): kind is keyof typeof sourceKinds => kind in sourceKinds

/** What a piece says: its source, its level, its figures. */
export function pieceText({ sourceKind, title, level, class: of, facts }: EvidencePiece): string {
  const source = isSourceKind(sourceKind) ? sourceKinds[sourceKind] : sourceKind
  const shown = level === null ? (of === evidenceClass.measured ? '未达到级别' : '已学') : `${level} 级`
  const { items, scoreHundredths, maxHundredths, testedLevel, note } = facts
  const figures =
    items !== undefined && scoreHundredths !== undefined && maxHundredths
      ? `，${items} 道题得分率 ${Math.round((scoreHundredths / maxHundredths) * 1000) / 10}%${testedLevel ? `（测 ${testedLevel} 级）` : ''}`
      : ''
  return `${source}“${title}”：${shown}${figures}${note ? `，${note}` : ''}`
}

export function partText({ part, withdrawnReason }: EvidencePiece): string {
  return withdrawnReason ? `${partWords[part]}（${withdrawnReason}）` : partWords[part]
}

export function levelText({ level, levelName, class: of, isLearnt, evidence }: ShownSkill): string {
  if (level !== null) return levelName ?? `${level} 级`
  if (of !== null) return '已测，未达到级别'
  if (isLearnt) return '已学'
  return evidence.some(({ part }) => part === 'expired') ? '证据已过期' : '-'
}

/** How many show which level. */
export const spreadText = (counts: readonly number[]) => counts.map((count, at) => `${at + 1} 级 ${count} 人`).join('，')
