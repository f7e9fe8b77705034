/** What stands behind a percent, in words. */
import { clockOf } from '@kaopei/learning/contract/ranges'

export interface Traced {
  /** `ping`, `sum` of old ones, or the kind of an event. */
  readonly kind: string
  /** Reports that it stands for. */
  readonly count: number
  readonly from: readonly number[]
  readonly until: readonly number[]
  /** Pairs of page, from 0, and seconds. */
  readonly pages: readonly number[]
  readonly learned: number
  readonly cut: number
  readonly source: string | null
  readonly reason: string | null
  readonly scoreHundredths: number | null
}

const sources: ReadonlyMap<string, string> = new Map([
  ['ping', '学习记录'],
  ['attempt', '考试成绩'],
  ['practice', '练习'],
  ['questionnaire', '问卷'],
  ['scorm', '标准课件'],
  ['link', '打开链接'],
  ['article', '读完图文'],
  ['file', '打开文件'],
  ['person', '管理员'],
])

const events: ReadonlyMap<string, string> = new Map([
  ['begun', '开始学习'],
  ['done', '完成'],
  ['undone', '未完成'],
  ['exempted', '免修'],
  ['unexempted', '取消免修'],
  ['opened', '单独开放'],
  ['closed', '取消单独开放'],
  ['reset', '重新学习'],
])

/** The task that was learnt; of a micro-course its blocks are counted (节), else pages. */
export interface TracedTask {
  readonly title: string
  readonly unit: '页' | '节'
}

export function wordsOfTrace(traced: Traced, { title, unit }: TracedTask): string {
  if (traced.kind === 'sum') return `“${title}” ${traced.count} 次学习记录已合并，${ofPing(traced, unit)}`
  const what = traced.kind === 'ping' ? ofPing(traced, unit) : ofEvent(traced)
  return `“${title}” ${what}`
}

function ofPing({ from, until, pages, learned, cut }: Traced, unit: TracedTask['unit']): string {
  const spans = from.map((start, index) => `${clockOf(start)}–${clockOf(until[index] ?? start)}`)
  const seen = pages.flatMap((page, index) => (index % 2 === 0 ? [`第 ${page + 1} ${unit} ${pages[index + 1] ?? 0} 秒`] : []))
  const counted = [...spans, ...seen].join('、')
  const refused = cut > 0 ? `，${cut} 秒超出实际时长未计入` : ''
  return `${counted === '' ? '没有计入内容' : `已计入 ${counted}`}（学习 ${learned} 秒${refused}）`
}

function ofEvent({ kind, source, reason, scoreHundredths }: Traced): string {
  const score = scoreHundredths === null ? '' : `，${scoreHundredths / 100} 分`
  const by = sources.get(source ?? '')
  const why = reason ? `：${reason}` : ''
  return `${events.get(kind) ?? kind}${by === undefined ? '' : `（${by}${score}${why}）`}`
}
