import type { OutputOf } from '@kaopei/contract'
import { dateTime, type PageProps, Show, useLoad } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import { type ReactNode, useCallback } from 'react'
import { partState, postVerdictWords } from '../contract/post-codes.ts'
import { postLearn } from '../contract/post-learn.ts'
import type { ReportFit, ReportPart } from '../contract/post-report.ts'
import { basisWords, comparedText, examText, fitText, levelWords, missingWords, normText } from '../contract/post-words.ts'
import { type Report, reportNotice } from '../contract/report.ts'
import { Contest } from './contest.tsx'
import './evaluation.css'

type Own = OutputOf<typeof postLearn.result>
const dayOf = (at: string) => dateTime(at).slice(0, 10)

/** /post-report/:id: one's own report for a post, all of it. */
export default function PostReportPage({ id, go }: PageProps): ReactNode {
  const load = useCallback(() => call(postLearn.result, { postResultId: id }), [id])
  const loaded = useLoad(load)
  return (
    <main className="page narrow">
      <Show loaded={loaded}>
        {(own) => (
          <>
            <div className="page-title">
              <h1>{own.postName}岗位测评报告</h1>
              <button type="button" onClick={() => go(`/post-assessment/${own.assessmentId}`)}>
                返回
              </button>
            </div>
            <Content own={own} go={go} />
            <Contest
              said={own}
              of={own.contestNumber === null ? '' : `对第 ${own.contestNumber} 版报告`}
              send={(text) => call(postLearn.contest, { postResultId: id, text }, { silent: true })}
              onDone={loaded.reload}
            />
          </>
        )}
      </Show>
    </main>
  )
}

function Content({ own, go }: { readonly own: Own; readonly go: (path: string) => void }): ReactNode {
  const { report, issuedAt, number, notices, skillResult, personalityResult } = own
  const missing = missingWords(report)
  const day = dayOf(issuedAt)
  return (
    <>
      <p className="note">
        {report.assessmentName} · 出具于 {dateTime(issuedAt)}，第 {number} 版
      </p>
      {[...notices, ...(missing.length > 0 ? [`本次缺少：${missing.join('、')}`] : [])].map((text) => (
        <p key={text} className="note">
          {text}
        </p>
      ))}
      {report.knowledge && <Part title="通用知识" part={report.knowledge} day={day} />}
      {report.skill && (
        <Part title="专业技能" part={report.skill} day={day}>
          {skillResult && <Scale report={skillResult.report} />}
        </Part>
      )}
      <Fit fit={report.fit} />
      {report.personality && (
        <Part title="职业性格" part={report.personality} day={day}>
          {personalityResult && (
            <>
              <Scale report={personalityResult.report} />
              <button type="button" onClick={() => go(`/evaluation-result/${personalityResult.evaluationResultId}`)}>
                查看性格测评全文
              </button>
            </>
          )}
        </Part>
      )}
      <p className="note">{reportNotice}</p>
    </>
  )
}

interface PartProps {
  readonly title: string
  readonly part: ReportPart
  readonly day: string
  readonly children?: ReactNode
}

function Part({ title, part, day, children }: PartProps): ReactNode {
  const { exam, band, name, state } = part
  return (
    <section className="ev-card" aria-label={title}>
      <h2>
        {title}
        <span className={state === partState.done && !band ? 'tag good' : 'tag'}>{band?.label ?? partState.label(state)}</span>
      </h2>
      <p className="note">{name}</p>
      {exam && (
        <>
          <meter className="ev-meter" aria-label={`${title}得分率`} min={0} max={1} value={exam.share} />
          <p>{examText(part)}</p>
          <p className="note">{comparedText(part, day)}</p>
        </>
      )}
      {band && <p>{band.text}</p>}
      {children}
    </section>
  )
}

function Scale({ report }: { readonly report: Report }): ReactNode {
  return (
    <>
      {report.dimensions.map(({ id, name, mean, compared, band }) => (
        <p key={id}>
          {name}：均分 {mean ?? '-'}
          {compared?.percentile != null && `，百分位 ${compared.percentile}（n=${compared.n}）`}
          {band && `，${band.label}`}
        </p>
      ))}
      <p className="note">{normText(report)}</p>
    </>
  )
}

function Fit({ fit }: { readonly fit: ReportFit | null }): ReactNode {
  return (
    <section className="ev-card" aria-label="人岗匹配">
      <h2>
        人岗匹配
        <span className={fit?.verdict === 'enough' ? 'tag good' : 'tag'}>{postVerdictWords[fit?.verdict ?? 'none'].label}</span>
      </h2>
      {fit ? (
        <>
          <p>{fitText(fit)}</p>
          {fit.band && <p>{fit.band.text}</p>}
          <ul className="ev-skills">
            {fit.skills.map((one) => (
              <li key={one.skillId}>
                <strong>
                  {one.name}
                  {one.isKey && '（关键）'}
                </strong>
                <span>
                  要求 {one.requiredLevel} 级，现有 {levelWords(one)}
                  {one.isBelow && '，低于要求'}
                </span>
                {one.class !== null && <span className="note">{basisWords(one, dayOf)}</span>}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p className="note">出具时岗位没有技能模型，没有计算匹配度。</p>
      )}
    </section>
  )
}
