/** What the printed page says: the same figures and words as the screen's. */
import { dayIn, wallClockMs } from '@kaopei/contract'
import { partState, postVerdictWords } from '../../../contract/post-codes.ts'
import type { ReportFit, ReportPart } from '../../../contract/post-report.ts'
import { basisWords, comparedText, examText, fitText, levelWords, missingWords, normText } from '../../../contract/post-words.ts'
import { type Report, reportNotice, unscoredText } from '../../../contract/report.ts'
import { radarSvg } from '../../results/pdf/radar-svg.ts'
import type { shownResult } from '../shown-result.ts'

export interface PrintedPost {
  readonly shown: Awaited<ReturnType<typeof shownResult>>
  readonly zone: string
  readonly companyName: string
}

export function postReportData({ shown, zone, companyName }: PrintedPost) {
  const { report, issuedAt, number, notices, skillResult, personalityResult, isPersonalityHidden } = shown
  const time = (at: Date) => new Date(wallClockMs(at, zone)).toISOString().slice(0, 16).replace('T', ' ')
  const issuedDay = dayIn(issuedAt, zone)
  const missing = missingWords(report)
  return {
    title: `${report.postName}岗位测评报告：${report.personName}`,
    footer: `${companyName} · ${report.assessmentName}`,
    facts: [
      ['部门', report.departmentName ?? '-'],
      ['岗位', report.postName],
      ['岗位测评', report.assessmentName],
      ['出具时间', `${time(issuedAt)}，第 ${number} 版`],
      ['结论', postVerdictWords[report.fit?.verdict ?? 'none'].label],
      ['评语', report.textsNumber === 0 ? '系统内置' : `第 ${report.textsNumber} 版`],
    ],
    warnings: [...notices, ...(missing.length > 0 ? [`本次缺少：${missing.join('、')}`] : [])],
    parts: [
      ...(report.knowledge ? [examPart('通用知识', report.knowledge, issuedDay)] : []),
      ...(report.skill ? [skillPart(report.skill, skillResult, issuedDay)] : []),
    ],
    fit: fitData(report.fit, (at) => dayIn(new Date(at), zone)),
    personality: report.personality
      ? personalityData(report.personality, personalityResult, isPersonalityHidden)
      : { isThere: false, lines: [], radar: '', columns: [], rows: [], words: [] },
    notice: reportNotice,
  }
}

interface PrintedPart {
  readonly title: string
  readonly lines: readonly string[]
}

function examPart(title: string, part: ReportPart, issuedDay: string): PrintedPart {
  const { name, band, exam } = part
  return {
    title: band ? `${title}：${band.label}` : title,
    lines: [`${name}：${examText(part)}`, ...(exam ? [comparedText(part, issuedDay)] : []), ...(band ? [band.text] : [])],
  }
}

/** The report of a scale, or none where there is none to show. */
type Scaled = { readonly report: Report; readonly isVoid: boolean } | null
const voidLines = (result: Scaled) => (result?.isVoid ? ['这份结果已作废，不进入任何统计。'] : [])

function skillPart(part: ReportPart, result: Scaled, issuedDay: string): PrintedPart {
  const scale = result?.report
  if (!scale) return examPart('专业技能', part, issuedDay)
  const dimensions = scale.dimensions.map(({ name, mean, band }) => `${name} ${mean ?? '-'}${band ? `（${band.label}）` : ''}`)
  return { title: '专业技能', lines: [...voidLines(result), `${part.name}：${dimensions.join('；')}`, normText(scale)] }
}

function fitData(fit: ReportFit | null, dayOf: (at: string) => string) {
  if (!fit) return { title: '人岗匹配', lines: ['出具时岗位没有技能模型，没有计算匹配度。'], rows: [] }
  return {
    title: `人岗匹配：${fit.band?.label ?? postVerdictWords[fit.verdict].label}`,
    lines: [
      fitText(fit),
      ...(fit.verdict === 'short' ? ['已测的技能太少，匹配度只供参考，不参与排名。'] : []),
      ...(fit.band ? [fit.band.text] : []),
    ],
    rows: fit.skills.map((one) => [
      `${one.name}${one.isKey ? '（关键）' : ''}`,
      `${one.requiredLevel} 级`,
      levelWords(one),
      one.isBelow ? '低于要求' : one.level === null ? '-' : '达到',
      String(one.weight),
      basisWords(one, dayOf),
    ]),
  }
}

function personalityData(part: ReportPart, result: Scaled, isHidden: boolean) {
  const scale = result?.report
  if (!scale) {
    const line = isHidden
      ? '职业性格的结果需要单独的查看权限，未列入本文件。'
      : `${part.name}：${partState.label(part.state)}，没有可以显示的结果。`
    return { isThere: true, lines: [line], radar: '', columns: [], rows: [], words: [] }
  }
  const said = (value: number | null | undefined) => (value === null || value === undefined ? '-' : String(value))
  return {
    isThere: true,
    lines: [...voidLines(result), `${scale.scaleName}，第 ${scale.versionNumber} 版；${normText(scale)}`],
    radar: radarSvg(scale),
    columns: ['维度', '均分', '原始分', 'T 分', '百分位', 'n', '档次'],
    rows: scale.dimensions.map(({ name, mean, raw, compared, band }) => [
      ...[name, said(mean), said(raw), said(compared?.t), said(compared?.percentile), said(compared?.n), band?.label ?? '-'],
    ]),
    words: scale.dimensions.flatMap((one) => {
      const text = unscoredText(one) ?? one.band?.text
      return text === undefined ? [] : [{ title: one.band ? `${one.name}：${one.band.label}` : one.name, text }]
    }),
  }
}
