import type { OutputOf } from '@kaopei/contract'
import { dateTime, FilterButtons, type PageProps, Pager, Show, useLoad } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import { type ReactNode, useCallback, useState } from 'react'
import { evaluationLearn } from '../contract/answering.ts'
import { contestState, raterRole, resultState, sittingState } from '../contract/codes.ts'
import './evaluation.css'
import { PostCards } from './post-cards.tsx'

const filters = [
  { key: 'open', label: '待作答' },
  { key: 'done', label: '已完成' },
  { key: 'results', label: '我的结果' },
] as const
type Filter = (typeof filters)[number]['key']
const pageSize = 10

/** What somebody is asked to answer, about themselves and others, and their own results. */
export default function EvaluationsPage({ go }: PageProps): ReactNode {
  const [filter, setFilter] = useState<Filter>('open')
  return (
    <main className="page">
      <div className="page-title">
        <h1>我的测评</h1>
      </div>
      <PostCards go={go} />
      <FilterButtons label="测评" filters={filters} chosen={filter} onChange={setFilter} />
      {filter === 'results' ? <Results go={go} /> : <Mine key={filter} only={filter} go={go} />}
    </main>
  )
}

interface PartProps {
  readonly go: (path: string) => void
}

function Mine({ only, go }: PartProps & { readonly only: 'open' | 'done' }): ReactNode {
  const [pageIndex, setPageIndex] = useState(1)
  const load = useCallback(() => call(evaluationLearn.mine, { only, pageIndex, pageSize }), [only, pageIndex])
  const loaded = useLoad(load)
  return (
    <Show loaded={loaded}>
      {({ dataList, totalCount }) => (
        <>
          {dataList.length === 0 ? (
            <Empty text={only === 'open' ? '有测评请您作答时会显示在这里。' : '还没有完成的测评。'} />
          ) : (
            <ul className="ev-cards">
              {dataList.map((one) => (
                <MineCard key={one.raterId} one={one} go={go} />
              ))}
            </ul>
          )}
          <Pager pageIndex={pageIndex} pageCount={Math.ceil(totalCount / pageSize)} onChange={setPageIndex} />
        </>
      )}
    </Show>
  )
}

type Mine = OutputOf<typeof evaluationLearn.mine>['dataList'][number]
type Result = OutputOf<typeof evaluationLearn.results>['dataList'][number]

function MineCard({ one, go }: PartProps & { readonly one: Mine }): ReactNode {
  const { raterId, appointmentName, scaleName, role, personName, itemCount, limitMinutes, endTime, state } = one
  return (
    <li>
      <button type="button" className="ev-link" onClick={() => go(`/evaluation/${raterId}`)}>
        <span className="ev-words">
          <strong>
            {appointmentName}
            {role !== raterRole.self && `：评价 ${personName}`}
          </strong>
          <span className="note">
            {scaleName} · {itemCount} 题{limitMinutes !== null && ` · 限时 ${limitMinutes} 分钟`}
            {role !== raterRole.self && ` · ${raterRole.label(role)}`}
            {endTime && ` · 截止 ${dateTime(endTime)}`}
          </span>
        </span>
        <span className={state === sittingState.submitted ? 'tag good' : 'tag'}>{sittingState.label(state)}</span>
      </button>
    </li>
  )
}

function Results({ go }: PartProps): ReactNode {
  const [pageIndex, setPageIndex] = useState(1)
  const load = useCallback(() => call(evaluationLearn.results, { pageIndex, pageSize }), [pageIndex])
  const loaded = useLoad(load)
  return (
    <Show loaded={loaded}>
      {({ dataList, totalCount }) => (
        <>
          {dataList.length === 0 ? (
            <Empty text="还没有测评结果。" />
          ) : (
            <ul className="ev-cards">
              {dataList.map(({ evaluationResultId, appointmentName, scaleName, issuedAt, state, contestState: contest }) => (
                <li key={evaluationResultId}>
                  <button type="button" className="ev-link" onClick={() => go(`/evaluation-result/${evaluationResultId}`)}>
                    <span className="ev-words">
                      <strong>{appointmentName}</strong>
                      <span className="note">
                        {scaleName} · {dateTime(issuedAt)}
                      </span>
                    </span>
                    {contest !== contestState.none && <span className="tag">{contestState.label(contest)}</span>}
                    <span className={toneOf[state]}>{resultState.label(state)}</span>
                  </button>
                </li>
              ))}
            </ul>
          )}
          <Pager pageIndex={pageIndex} pageCount={Math.ceil(totalCount / pageSize)} onChange={setPageIndex} />
        </>
      )}
    </Show>
  )
}

const toneOf: Readonly<Record<Result['state'], string>> = {
  [resultState.plain]: 'tag good',
  [resultState.doubtful]: 'tag warn',
  [resultState.kept]: 'tag good',
  [resultState.void]: 'tag',
}

function Empty({ text }: { readonly text: string }): ReactNode {
  return (
    <div className="empty">
      <p>暂无数据</p>
      <p className="note">{text}</p>
    </div>
  )
}
