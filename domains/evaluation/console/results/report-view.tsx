import { Chart, Dash, formatInstant } from '@kaopei/web'
import { Table } from 'antd'
import type { ReactNode } from 'react'
import { raterRole, scaleKind } from '../../contract/codes.ts'
import { basisText, groupText, qualityWords, type Report, type ReportDimension, reportNotice } from '../../contract/report.ts'
import '../evaluation.css'

/** A report as it was issued; the same figures and words as its PDF. */
export function ReportView({ report, issuedAt }: { readonly report: Report; readonly issuedAt: string }): ReactNode {
  const { dimensions, totalCount } = report
  return (
    <div className="kp-ev-report">
      <section className="kp-card" aria-label="报告信息">
        <Facts report={report} issuedAt={issuedAt} />
      </section>
      <section className="kp-card" aria-label="维度图">
        <Radar report={report} issuedAt={issuedAt} />
      </section>
      <section className="kp-card" aria-label="各维度">
        <h3>各维度</h3>
        <Dimensions report={report} />
      </section>
      <section className="kp-card" aria-label="解释">
        <h3>解释</h3>
        {dimensions.map(({ id, name, description, band }) => (
          <div key={id}>
            <strong>
              {name}
              {band && `：${band.label}`}
            </strong>
            <p className="kp-hint">{description}</p>
            <p>{band?.text ?? '没有可以解释的分数。'}</p>
          </div>
        ))}
      </section>
      {totalCount !== null && <Items report={report} />}
      {report.quality.length > 0 && <Quality report={report} />}
      <p className="kp-hint">{reportNotice}</p>
    </div>
  )
}

function Facts({ report, issuedAt }: { readonly report: Report; readonly issuedAt: string }): ReactNode {
  const { norm } = report
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['姓名', report.personName],
    ['部门', <Dash key="department">{report.departmentName}</Dash>],
    ['测评', report.appointmentName],
    ['量表', `${report.scaleName}（${scaleKind.label(report.kind)}，第 ${report.versionNumber} 版）`],
    ['作答时间', formatInstant(report.answeredAt)],
    ['出具时间', formatInstant(issuedAt)],
    ['常模', norm ? `${norm.name}，n=${norm.n}，${norm.date}，${norm.source}` : '没有常模，只报告均分'],
    ['计分规则', `第 ${report.scoringVersion} 版`],
    ...(report.totalCount === null ? [] : [['评价人', groupWords(report)] as const]),
    ['来源', <Dash key="source">{report.source}</Dash>],
  ]
  return (
    <dl className="kp-ev-facts">
      {facts.map(([label, value]) => (
        <div key={label} className={label === '来源' ? 'kp-ev-wide' : ''}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function groupWords({ groups, totalCount }: Report): string {
  const words = groups.map(({ role, submittedCount, isShown }) =>
    isShown ? `${raterRole.label(role)} ${submittedCount} 人` : `${raterRole.label(role)}不足 3 人，不显示`,
  )
  return `${words.join('；')}；合计 ${totalCount ?? 0} 人（只含显示的组）`
}

/** Percentiles where there is a norm for all of them, otherwise the means on the range of an item. */
function Radar({ report, issuedAt }: { readonly report: Report; readonly issuedAt: string }): ReactNode {
  const { dimensions } = report
  const isByPercentile = dimensions.length > 0 && dimensions.every(({ compared }) => compared?.percentile != null)
  const own = dimensions.map((one) => (isByPercentile ? (one.compared?.percentile ?? null) : one.mean))
  const selves = dimensions.map(({ selfMean }) => selfMean)
  const hasSelf = report.totalCount !== null && !isByPercentile && selves.some((mean) => mean !== null)
  const unit = isByPercentile ? '百分位' : '均分'
  const series = [
    { name: hasSelf ? '他评' : unit, value: own.map((value) => value ?? 0) },
    ...(hasSelf ? [{ name: '自评', value: selves.map((value) => value ?? 0) }] : []),
  ]
  return (
    <Chart
      title="维度图"
      unit={unit}
      asOf={issuedAt}
      height={320}
      option={{
        tooltip: {},
        legend: { bottom: 0 },
        radar: {
          radius: '72%',
          center: ['50%', '47%'],
          indicator: dimensions.map((one) => ({
            name: one.name,
            ...(isByPercentile ? { min: 0, max: 100 } : { min: 0, max: one.max / Math.max(1, one.itemCount) }),
          })),
        },
        series: [{ type: 'radar', data: series, areaStyle: { opacity: 0.1 } }],
      }}
      table={{
        columns: [
          { key: 'name', title: '维度' },
          { key: 'own', title: hasSelf ? '他评' : unit },
          ...(hasSelf ? [{ key: 'self', title: '自评' }] : []),
        ],
        rows: dimensions.map(({ name }, at) => ({ name, own: own[at] ?? null, self: selves[at] ?? null })),
      }}
    />
  )
}

/** Norm, n and date stand beside every figure that compares. */
function Dimensions({ report }: { readonly report: Report }): ReactNode {
  const { norm, totalCount, dimensions } = report
  const roles = dimensions[0]?.groups ?? []
  const number = (title: string, figureOf: (one: ReportDimension) => number | null) => ({
    ...{ title, key: title, align: 'right' as const, className: 'kp-number' },
    render: (_: unknown, one: ReportDimension) => <Dash>{figureOf(one)}</Dash>,
  })
  return (
    <Table<ReportDimension>
      rowKey="id"
      size="small"
      pagination={false}
      scroll={{ x: 'max-content' }}
      dataSource={dimensions}
      expandable={{
        rowExpandable: ({ facets }) => facets.length > 0,
        expandedRowRender: ({ facets }) =>
          facets.map(({ id, name, raw, mean }) => (
            <p key={id}>
              {name}：原始分 <Dash>{raw}</Dash>，均分 <Dash>{mean}</Dash>
            </p>
          )),
      }}
      columns={[
        { title: '维度', dataIndex: 'name', width: 140 },
        number('题数', ({ itemCount }) => itemCount),
        number(totalCount === null ? '均分' : '他评均分', ({ mean }) => mean),
        number('原始分', ({ raw }) => raw),
        ...(totalCount === null ? [] : [number('自评均分', ({ selfMean }) => selfMean)]),
        ...roles.map(({ role }) => ({
          ...number(raterRole.label(role), () => null),
          render: (_: unknown, { groups }: ReportDimension) => groups.filter((one) => one.role === role).map(groupText),
        })),
        ...(norm
          ? [
              number('T 分', ({ compared }) => compared?.t ?? null),
              number('标准九', ({ compared }) => compared?.stanine ?? null),
              number('标准十', ({ compared }) => compared?.sten ?? null),
              number('百分位', ({ compared }) => compared?.percentile ?? null),
            ]
          : []),
        { title: '档次', key: 'band', width: 90, render: (_, { band }) => <Dash>{band?.label}</Dash> },
        {
          ...{ title: '比较的依据', key: 'norm', width: 230 },
          render: (_, one) => basisText(norm, one),
        },
      ]}
    />
  )
}

function Items({ report }: { readonly report: Report }): ReactNode {
  const names = new Map(report.dimensions.map(({ id, name }) => [id, name]))
  return (
    <section className="kp-card" aria-label="行为">
      <h3>各项行为</h3>
      <Table
        rowKey="id"
        size="small"
        pagination={false}
        scroll={{ x: 'max-content' }}
        dataSource={report.items}
        columns={[
          { title: '维度', dataIndex: 'dimensionId', width: 130, render: (id: string) => names.get(id) ?? '-' },
          { title: '行为', dataIndex: 'text', width: 380 },
          { title: '他评', dataIndex: 'mean', width: 80, align: 'right', render: (mean: number | null) => <Dash>{mean}</Dash> },
          { title: '自评', dataIndex: 'self', width: 80, align: 'right', render: (self: number | null) => <Dash>{self}</Dash> },
        ]}
      />
    </section>
  )
}

function Quality({ report }: { readonly report: Report }): ReactNode {
  return (
    <section className="kp-card" aria-label="作答质量">
      <h3>作答质量</h3>
      <Table
        rowKey="sign"
        size="small"
        pagination={false}
        dataSource={report.quality}
        columns={[
          { title: '指标', dataIndex: 'sign', render: (sign: Report['quality'][number]['sign']) => qualityWords[sign].title },
          {
            title: '本次',
            dataIndex: 'value',
            align: 'right',
            render: (value: number | null) => <Dash>{value === null ? null : Math.round(value * 100) / 100}</Dash>,
          },
          { title: '界限', dataIndex: 'limit', align: 'right' },
          { title: '说明', key: 'says', render: (_, { sign, isFlagged }) => (isFlagged ? qualityWords[sign].says : <Dash />) },
        ]}
      />
    </section>
  )
}
