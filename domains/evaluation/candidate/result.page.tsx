import type { OutputOf } from '@kaopei/contract'
import { dateTime, type PageProps, Show, useLoad } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import { type ReactNode, useCallback } from 'react'
import { evaluationLearn } from '../contract/answering.ts'
import { raterRole, resultState } from '../contract/codes.ts'
import {
  basisText,
  doubtsOf,
  groupText,
  type Report as Issued,
  qualityWords,
  type ReportDimension,
  reportNotice,
} from '../contract/report.ts'
import { Contest } from './contest.tsx'
import './evaluation.css'

type Own = OutputOf<typeof evaluationLearn.result>

/** /evaluation-result/:id: one's own report, and the way to contest it. */
export default function ResultPage({ id, go }: PageProps): ReactNode {
  const load = useCallback(() => call(evaluationLearn.result, { evaluationResultId: id }), [id])
  const loaded = useLoad(load)
  return (
    <main className="page narrow">
      <Show loaded={loaded}>
        {(own) => (
          <>
            <div className="page-title">
              <h1>{own.report.scaleName}</h1>
              <button type="button" onClick={() => go('/evaluations')}>
                返回
              </button>
            </div>
            <Report own={own} />
            <Contest
              said={own}
              send={(text) => call(evaluationLearn.contest, { evaluationResultId: id, text }, { silent: true })}
              onDone={loaded.reload}
            />
          </>
        )}
      </Show>
    </main>
  )
}

function Report({ own }: { readonly own: Own }): ReactNode {
  const { report, issuedAt, keepUntil, state } = own
  const { norm, totalCount } = report
  const doubts = doubtsOf(report.quality)
  return (
    <>
      <p className="note">
        {report.appointmentName} · 出具于 {dateTime(issuedAt)}，保存到 {dateTime(keepUntil)}
      </p>
      <p className="note">
        {norm ? `与${norm.name}比较，n=${norm.n}，${norm.date}` : '还没有可以比较的常模，只报告均分。'}
        {totalCount !== null && `评价人 ${totalCount} 人（每组满三人才显示）。`}
      </p>
      {state === resultState.void && <p className="problem">这份结果已作废，不进入任何统计。</p>}
      {state === resultState.doubtful && doubts.length > 0 && <p className="note">需要复核：{doubts.join('；')}。</p>}
      {report.dimensions.map((one) => (
        <Dimension key={one.id} one={one} report={report} />
      ))}
      {report.quality.length > 0 && <Quality of={report.quality} />}
      <p className="note">{reportNotice}</p>
    </>
  )
}

function Dimension({ one, report }: { readonly one: ReportDimension; readonly report: Issued }): ReactNode {
  const isRound = report.totalCount !== null
  const behaviours = report.items.filter(({ dimensionId }) => dimensionId === one.id)
  const { name, description, facets, raw, mean, min, max, itemCount, compared, band, selfMean, groups } = one
  const [least, most] = [min / Math.max(1, itemCount), max / Math.max(1, itemCount)]
  const percentile = compared?.percentile ?? null
  const share = percentile !== null ? percentile / 100 : mean === null ? 0 : (mean - least) / Math.max(1, most - least)
  return (
    <section className="ev-card" aria-label={name}>
      <h2>
        {name}
        {band && <span className="tag">{band.label}</span>}
      </h2>
      <p className="note">{description}</p>
      <meter className="ev-meter" aria-label={name} min={0} max={1} value={share} />
      <p>
        {raw === null
          ? isRound
            ? '评价人不足三人，不显示。'
            : '作答太少，无法计算。'
          : `${isRound ? '他评均分' : '均分'} ${mean}`}
        {percentile !== null && `，百分位 ${percentile}（n=${compared?.n}）`}
        {isRound && selfMean !== null && `，自评 ${selfMean}`}
        {groups.map((group) => `，${raterRole.label(group.role)} ${groupText(group)}`).join('')}
      </p>
      {band && <p>{band.text}</p>}
      <p className="note">比较的依据：{basisText(report.norm, one)}</p>
      {facets.length > 0 && (
        <details>
          <summary>分面</summary>
          <ul>
            {facets.map((facet) => (
              <li key={facet.id}>
                {facet.name}：原始分 {facet.raw ?? '-'}，均分 {facet.mean ?? '-'}
              </li>
            ))}
          </ul>
        </details>
      )}
      {behaviours.length > 0 && (
        <details>
          <summary>各项行为</summary>
          <ul>
            {behaviours.map(({ id, text, mean: said, self }) => (
              <li key={id}>
                {text}：他评 {said ?? '-'}，自评 {self ?? '-'}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

function Quality({ of }: { readonly of: Issued['quality'] }): ReactNode {
  return (
    <section className="ev-card" aria-label="作答质量">
      <details>
        <summary>作答质量</summary>
        <ul>
          {of.map(({ sign, value, limit, isFlagged }) => (
            <li key={sign}>
              {qualityWords[sign].title}：{value === null ? '-' : Math.round(value * 100) / 100}（界限 {limit}）
              {isFlagged && `，${qualityWords[sign].says}`}
            </li>
          ))}
        </ul>
      </details>
    </section>
  )
}
