import { dateTime, type PageProps, Pager, Show, useLoad } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import { type ReactNode, useCallback, useState } from 'react'
import type { z } from 'zod'
import { runMode } from '../contract/codes.ts'
import { learn } from '../contract/learn.ts'
import { longestRound, longestRoundText, type wrongPage } from '../contract/learn-shapes.ts'
import { BeginButton } from './begin-button.tsx'
import { MetQuestion } from './met-question.tsx'
import { SourceFilter, WrongFilters, type WrongWish } from './wrong-filters.tsx'
import './practice.css'

const pageSize = 10

/** 错题本: what was answered wrong, until it is right often enough or taken out by hand. */
export default function WrongBookPage({ go }: PageProps): ReactNode {
  const [wish, setWish] = useState<WrongWish>({ sort: 'newest' })
  const [pageIndex, setPage] = useState(1)
  const load = useCallback(() => call(learn.wrongBook, { pageIndex, pageSize, ...wish }), [pageIndex, wish])
  const loaded = useLoad(load)
  const change = (next: WrongWish) => {
    setWish(next)
    setPage(1)
  }
  return (
    <main className="page narrow practice">
      <div className="page-title">
        <h1>错题本</h1>
        <button type="button" onClick={() => go('/practice')}>
          返回
        </button>
      </div>
      <SourceFilter wish={wish} onChange={change} />
      <Show loaded={loaded}>
        {({ dataList, totalCount, types, points }) => (
          <>
            {types.length > 0 && <WrongFilters wish={wish} types={types} points={points} onChange={change} />}
            {dataList.length === 0 ? (
              <Nothing isFiltered={types.length > 0} />
            ) : (
              <>
                <div className="practice-list-head">
                  <p>共 {totalCount} 题</p>
                  <Begin {...{ wish, points, types, go }} />
                </div>
                <ol className="practice-mets">
                  {dataList.map((one, index) => (
                    <MetQuestion
                      key={one.questionId}
                      question={one}
                      number={(pageIndex - 1) * pageSize + index + 1}
                      facts={factsOf(one)}
                      actions={
                        <TakeOut
                          questionId={one.questionId}
                          // The page before, once this one is empty.
                          onDone={dataList.length === 1 && pageIndex > 1 ? () => setPage(pageIndex - 1) : loaded.reload}
                        />
                      }
                    />
                  ))}
                </ol>
                <Pager pageIndex={pageIndex} pageCount={Math.ceil(totalCount / pageSize)} onChange={setPage} />
              </>
            )}
          </>
        )}
      </Show>
    </main>
  )
}

type Wrong = z.output<typeof wrongPage>['dataList'][number]

function factsOf({ wrongCount, lastAt, streak, neededStreak, streakDays, neededDays }: Wrong): string {
  // Of an exam's answers nobody counts how often.
  const wrong = wrongCount === 0 ? '考试中答错' : `答错 ${wrongCount} 次`
  return `${wrong}，最近 ${dateTime(lastAt)}；已连续答对 ${streak} / ${neededStreak} 次，${streakDays} / ${neededDays} 天`
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }): ReactNode {
  return (
    <div className="empty">
      <p>{isFiltered ? '没有符合条件的错题' : '没有错题'}</p>
      <p className="note">{isFiltered ? '换一个题型或知识点看看。' : '练习或考试中答错的题会自动收进来。'}</p>
    </div>
  )
}

interface BeginProps extends Pick<PageProps, 'go'>, Pick<z.output<typeof wrongPage>, 'points' | 'types'> {
  readonly wish: WrongWish
}

/** Practises the whole book, or the knowledge point that is chosen. */
function Begin({ wish, points, types, go }: BeginProps): ReactNode {
  const point = points.find(({ id }) => id === wish.knowledgePointId)
  const count = point ? point.count : types.reduce((sum, one) => sum + one.count, 0)
  return (
    <>
      {count > longestRound && <p className="note">{longestRoundText}</p>}
      <BeginButton input={{ mode: runMode.wrong, ...(point && { knowledgePointId: point.id }) }} go={go}>
        {point ? `练“${point.name}”的错题` : count > longestRound ? '练错题' : '练全部错题'}
      </BeginButton>
    </>
  )
}

function TakeOut({ questionId, onDone }: { questionId: string; onDone: () => void }): ReactNode {
  const [isSaving, setSaving] = useState(false)
  const take = () => {
    setSaving(true)
    call(learn.removeFromWrongBook, { questionIds: [questionId] }).then(onDone, () => setSaving(false))
  }
  return (
    <button type="button" disabled={isSaving} onClick={take}>
      移出错题本
    </button>
  )
}
