/** What the printed page says: the same figures and words as the screen's. */
import { wallClockMs } from '@kaopei/contract'
import { raterRole, resultState, scaleKind } from '../../../contract/codes.ts'
import {
  basisText,
  doubtsOf,
  groupText,
  qualityWords,
  type Report,
  type ReportDimension,
  reportNotice,
  unscoredText,
} from '../../../contract/report.ts'
import { radarSvg } from './radar-svg.ts'

export interface Printed {
  readonly report: Report
  readonly issuedAt: Date
  readonly state: number
  readonly zone: string
  readonly companyName: string
}

export function reportData({ report, issuedAt, state, zone, companyName }: Printed) {
  const time = (at: Date) => new Date(wallClockMs(at, zone)).toISOString().slice(0, 16).replace('T', ' ')
  const { norm, totalCount } = report
  const doubts = doubtsOf(report.quality)
  return {
    title: `${report.scaleName}：${report.personName}`,
    footer: `${companyName} · ${report.appointmentName}`,
    facts: [
      ['部门', report.departmentName ?? '-'],
      ['测评', report.appointmentName],
      ['量表', `${scaleKind.label(report.kind)}，第 ${report.versionNumber} 版`],
      ['作答时间', time(new Date(report.answeredAt))],
      ['出具时间', time(issuedAt)],
      ['常模', norm ? `${norm.name}，n=${norm.n}，${norm.date}` : '没有常模，只报告均分'],
      ...(totalCount === null ? [] : [['评价人', groupWords(report)]]),
      ['计分规则', `第 ${report.scoringVersion} 版`],
    ],
    warning: state === resultState.plain ? '' : `${resultState.label(state)}${doubts.length > 0 ? `：${doubts.join('；')}` : ''}`,
    radar: radarSvg(report),
    columns: columnsOf(report).map(([title]) => title),
    rows: report.dimensions.map((one) => columnsOf(report).map(([, figureOf]) => figureOf(one))),
    words: report.dimensions.map((one) => ({
      title: one.band ? `${one.name}：${one.band.label}` : one.name,
      description: one.description,
      basis: basisText(norm, one),
      text: one.band?.text ?? unscoredText(one) ?? '没有可以解释的分数。',
      facets: one.facets.map(({ name, raw, mean }) => `${name}：原始分 ${said(raw)}，均分 ${said(mean)}`),
    })),
    items: report.items.map(({ dimensionId, text, mean, self }) => [
      ...[report.dimensions.find(({ id }) => id === dimensionId)?.name ?? '-', text],
      ...[said(mean), said(self)],
    ]),
    quality: report.quality.map(({ sign, value, limit, isFlagged }) => [
      ...[qualityWords[sign].title, said(value === null ? null : Math.round(value * 100) / 100), String(limit)],
      isFlagged ? qualityWords[sign].says : '-',
    ]),
    notice: `${reportNotice}来源：${report.source || '-'}`,
  }
}

const said = (value: number | null | undefined) => (value === null || value === undefined ? '-' : String(value))

type Column = readonly [title: string, figureOf: (one: ReportDimension) => string]

function columnsOf({ norm, totalCount, dimensions }: Report): Column[] {
  const roles = dimensions[0]?.groups ?? []
  return [
    ['维度', ({ name }) => name],
    ['题数', ({ itemCount }) => String(itemCount)],
    [totalCount === null ? '均分' : '他评', ({ mean }) => said(mean)],
    ['原始分', ({ raw, min, max }) => (raw === null ? '无法计算' : `${raw}（${min}–${max}）`)],
    ...(totalCount === null ? [] : [['自评', ({ selfMean }: ReportDimension) => said(selfMean)] as const]),
    ...roles.map(
      ({ role }): Column => [
        raterRole.label(role),
        ({ groups }) =>
          groups
            .filter((one) => one.role === role)
            .map(groupText)
            .join(''),
      ],
    ),
    ...(norm
      ? ([
          ['T 分', ({ compared }) => said(compared?.t)],
          ['标准九', ({ compared }) => said(compared?.stanine)],
          ['标准十', ({ compared }) => said(compared?.sten)],
          ['百分位', ({ compared }) => said(compared?.percentile)],
          ['常模 n', ({ compared }) => said(compared?.n)],
        ] satisfies Column[])
      : []),
    ['档次', ({ band }) => band?.label ?? '-'],
  ]
}

function groupWords({ groups, totalCount }: Report): string {
  const words = groups.map(({ role, submittedCount, isShown }) =>
    isShown ? `${raterRole.label(role)} ${submittedCount} 人` : `${raterRole.label(role)}不足 3 人`,
  )
  return `${words.join('，')}，合计 ${totalCount ?? 0} 人`
}
