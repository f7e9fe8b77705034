import { Chart, Dash, formatInstant, ToneTag } from '@kaopei/web'
import { Progress, Table } from 'antd'
import type { ReactNode } from 'react'
import { partState, postVerdictWords } from '../../contract/post-codes.ts'
import type { ReportFit, ReportPart } from '../../contract/post-report.ts'
import type { PostDetail } from '../../contract/post-result.ts'
import { basisWords, comparedText, examText, fitText, levelWords, normText } from '../../contract/post-words.ts'
import { type Report, type ReportDimension, reportNotice, unscoredText } from '../../contract/report.ts'

const dayOf = (at: string) => formatInstant(at).slice(0, 10)

interface ViewProps {
  readonly detail: PostDetail
  /** Skill, personality and fit alone, whatever it has. */
  readonly isWithoutKnowledge?: boolean
}

/** A report for a post as it was issued; the same figures and words as its PDF. */
export function PostReportView({ detail, isWithoutKnowledge = false }: ViewProps): ReactNode {
  const { report, issuedAt, skillResult, personalityResult, isPersonalityHidden } = detail
  const { knowledge, skill, personality, fit } = report
  return (
    <div className="kp-ev-report">
      <section className="kp-card" aria-label="报告信息">
        <Facts detail={detail} />
      </section>
      <div className="kp-ev-dimensions">
        {knowledge && !isWithoutKnowledge && <ExamCard title="通用知识" part={knowledge} issuedAt={issuedAt} />}
        {skill && (
          <ExamCard title="专业技能" part={skill} issuedAt={issuedAt}>
            {skillResult && <ScaleLines report={skillResult.report} isVoid={skillResult.isVoid} />}
          </ExamCard>
        )}
        <FitCard fit={fit} />
      </div>
      {fit && fit.skills.length > 0 && (
        <section className="kp-card" aria-label="岗位技能">
          <h3>岗位技能</h3>
          <Skills fit={fit} issuedAt={issuedAt} />
        </section>
      )}
      {personality && (
        <section className="kp-card" aria-label="职业性格">
          <h3>职业性格</h3>
          {personalityResult ? (
            <Personality report={personalityResult.report} isVoid={personalityResult.isVoid} />
          ) : (
            <p className="kp-hint">
              {isPersonalityHidden
                ? '职业性格的结果需要“查看人格与管理测评”的权限，这里不显示。'
                : `${personality.name}：${partState.label(personality.state)}，没有可以显示的结果。`}
            </p>
          )}
        </section>
      )}
      <p className="kp-hint">{reportNotice}</p>
    </div>
  )
}

function Facts({ detail }: { readonly detail: PostDetail }): ReactNode {
  const { report, issuedAt, number } = detail
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['姓名', report.personName],
    ['部门', <Dash key="department">{report.departmentName}</Dash>],
    ['岗位', report.postName],
    ['岗位测评', report.assessmentName],
    ['出具时间', `${formatInstant(issuedAt)}，第 ${number} 版`],
    ['岗位模型', report.fit ? `第 ${report.fit.modelNumber} 版` : '出具时没有'],
    ['评语', report.textsNumber === 0 ? '系统内置' : `第 ${report.textsNumber} 版`],
    ['目的', <Dash key="purpose">{report.purpose}</Dash>],
  ]
  return (
    <dl className="kp-ev-facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

interface ExamCardProps {
  readonly title: string
  readonly part: ReportPart
  readonly issuedAt: string
  readonly children?: ReactNode
}

function ExamCard({ title, part, issuedAt, children }: ExamCardProps): ReactNode {
  const { exam, band, name, state } = part
  return (
    <section className="kp-card kp-ev-dimension" aria-label={title}>
      <h3>
        {title}
        {band ? (
          <ToneTag tone="info">{band.label}</ToneTag>
        ) : (
          <ToneTag tone={partState.tone(state)}>{partState.label(state)}</ToneTag>
        )}
      </h3>
      <p className="kp-hint">{name}</p>
      {exam && (
        <>
          <Progress aria-label={`${title}得分率`} percent={Math.round(exam.share * 1000) / 10} />
          <p>{examText(part)}</p>
          <p className="kp-hint">{comparedText(part, dayOf(issuedAt))}</p>
          {band && <p>{band.text}</p>}
        </>
      )}
      {children}
    </section>
  )
}

function ScaleLines({ report, isVoid }: { readonly report: Report; readonly isVoid: boolean }): ReactNode {
  return (
    <>
      {isVoid && <p>这份结果已作废。</p>}
      {report.dimensions.map(({ id, name, mean, band }) => (
        <p key={id}>
          {name}：均分 <Dash>{mean}</Dash>
          {band && `，${band.label}`}
        </p>
      ))}
      <p className="kp-hint">{normText(report)}</p>
    </>
  )
}

function FitCard({ fit }: { readonly fit: ReportFit | null }): ReactNode {
  const words = postVerdictWords[fit?.verdict ?? 'none']
  return (
    <section className="kp-card kp-ev-dimension" aria-label="人岗匹配">
      <h3>
        人岗匹配
        <ToneTag tone={words.tone}>{words.label}</ToneTag>
      </h3>
      {fit ? (
        <>
          <p className="kp-hint">岗位模型第 {fit.modelNumber} 版</p>
          {fit.fit !== null && <Progress aria-label="匹配度" percent={Math.round(fit.fit * 1000) / 10} />}
          <p>{fitText(fit)}</p>
          {fit.verdict === 'short' && <p className="kp-hint">已测的技能太少，匹配度只供参考，不参与排名。</p>}
          {fit.band && <p>{fit.band.text}</p>}
        </>
      ) : (
        <p className="kp-hint">出具时岗位没有技能模型，没有计算匹配度。</p>
      )}
    </section>
  )
}

type Skill = ReportFit['skills'][number]

function Skills({ fit, issuedAt }: { readonly fit: ReportFit; readonly issuedAt: string }): ReactNode {
  const { skills } = fit
  return (
    <>
      {skills.length >= 3 && (
        <Chart
          title="要求与现有级别"
          unit="级"
          asOf={issuedAt}
          height={300}
          option={{
            tooltip: {},
            legend: { bottom: 0 },
            radar: { radius: '72%', center: ['50%', '47%'], indicator: skills.map(({ name }) => ({ name, min: 0, max: 5 })) },
            series: [
              {
                type: 'radar',
                areaStyle: { opacity: 0.1 },
                data: [
                  { name: '要求', value: skills.map(({ requiredLevel }) => requiredLevel) },
                  { name: '现有', value: skills.map(({ level }) => level ?? 0) },
                ],
              },
            ],
          }}
          table={{
            columns: [
              { key: 'name', title: '技能' },
              { key: 'required', title: '要求' },
              { key: 'level', title: '现有' },
            ],
            rows: skills.map(({ name, requiredLevel, level }) => ({ name, required: requiredLevel, level })),
          }}
        />
      )}
      <Table<Skill>
        rowKey="skillId"
        size="small"
        pagination={false}
        scroll={{ x: 'max-content' }}
        dataSource={[...skills]}
        columns={[
          {
            title: '技能',
            dataIndex: 'name',
            width: 200,
            render: (name: string, { isKey }) => (
              <>
                {name} {isKey && <ToneTag tone="warning">关键</ToneTag>}
              </>
            ),
          },
          { title: '要求', dataIndex: 'requiredLevel', width: 80, align: 'right', render: (level: number) => `${level} 级` },
          { title: '现有', key: 'level', width: 140, align: 'right', render: (_, one) => levelWords(one) },
          {
            title: '比较',
            key: 'compared',
            width: 100,
            render: (_, { isBelow, level }) =>
              isBelow ? (
                <ToneTag tone="danger">低于要求</ToneTag>
              ) : level === null ? (
                <Dash />
              ) : (
                <ToneTag tone="success">达到</ToneTag>
              ),
          },
          { title: '权重', dataIndex: 'weight', width: 70, align: 'right', className: 'kp-number' },
          { title: '依据', key: 'basis', width: 200, render: (_, one) => basisWords(one, dayOf) },
        ]}
      />
    </>
  )
}

function Personality({ report, isVoid }: { readonly report: Report; readonly isVoid: boolean }): ReactNode {
  const number = (title: string, figureOf: (one: ReportDimension) => number | null) => ({
    ...{ title, key: title, align: 'right' as const, className: 'kp-number', width: 90 },
    render: (_: unknown, one: ReportDimension) => <Dash>{figureOf(one)}</Dash>,
  })
  return (
    <>
      {isVoid && <p>这份结果已作废，不进入任何统计。</p>}
      <p className="kp-hint">
        {report.scaleName}，第 {report.versionNumber} 版；{normText(report)}
      </p>
      <Table<ReportDimension>
        rowKey="id"
        size="small"
        pagination={false}
        scroll={{ x: 'max-content' }}
        dataSource={report.dimensions}
        columns={[
          { title: '维度', dataIndex: 'name', width: 140 },
          number('均分', ({ mean }) => mean),
          number('原始分', ({ raw }) => raw),
          number('T 分', ({ compared }) => compared?.t ?? null),
          number('百分位', ({ compared }) => compared?.percentile ?? null),
          number('n', ({ compared }) => compared?.n ?? null),
          { title: '档次', key: 'band', width: 90, render: (_, { band }) => <Dash>{band?.label}</Dash> },
          { title: '解释', key: 'text', width: 420, render: (_, one) => <Dash>{unscoredText(one) ?? one.band?.text}</Dash> },
        ]}
      />
    </>
  )
}
