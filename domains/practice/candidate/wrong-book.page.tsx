import { dateTime, type PageProps, Show, useLoad } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import { type ReactNode, useCallback, useState } from 'react'
import { runMode } from '../contract/codes.ts'
import { learn } from '../contract/learn.ts'
import { BeginButton } from './begin-button.tsx'
import { MetQuestion } from './met-question.tsx'
import { Pager } from './pager.tsx'
import './practice.css'

const pageSize = 10
const sources = [
  { key: undefined, label: '全部' },
  { key: 'practice', label: '练习中答错' },
  { key: 'exam', label: '考试中答错' },
] as const

/** 错题本: what was answered wrong, until it is right often enough or taken out by hand. */
export default function WrongBookPage({ go }: PageProps): ReactNode {
  const [source, setSource] = useState<(typeof sources)[number]['key']>()
  const [pageIndex, setPage] = useState(1)
  const load = useCallback(() => call(learn.wrongBook, { pageIndex, pageSize, ...(source && { source }) }), [pageIndex, source])
  const loaded = useLoad(load)
  return (
    <main className="page narrow practice">
      <div className="page-title">
        <h1>错题本</h1>
        <button type="button" onClick={() => go('/practice')}>
          返回
        </button>
      </div>
      <fieldset className="practice-filters" aria-label="错题来源">
        {sources.map(({ key, label }) => (
          <button
            key={label}
            type="button"
            aria-pressed={source === key}
            onClick={() => {
              setSource(key)
              setPage(1)
            }}
          >
            {label}
          </button>
        ))}
      </fieldset>
      <Show loaded={loaded}>
        {({ dataList, totalCount }) =>
          dataList.length === 0 ? (
            <div className="empty">
              <p>没有错题</p>
              <p className="note">练习或考试中答错的题会自动收进来。</p>
            </div>
          ) : (
            <>
              <div className="practice-list-head">
                <p>共 {totalCount} 题</p>
                <BeginButton input={{ mode: runMode.wrong }} go={go}>
                  练错题
                </BeginButton>
              </div>
              <ol className="practice-mets">
                {dataList.map((one, index) => (
                  <MetQuestion
                    key={one.questionId}
                    question={one}
                    number={(pageIndex - 1) * pageSize + index + 1}
                    facts={`答错 ${one.wrongCount} 次，最近 ${dateTime(one.lastAt)}；已连续答对 ${one.streak} / ${one.neededStreak} 次，${one.streakDays} / ${one.neededDays} 天`}
                    actions={<TakeOut questionId={one.questionId} onDone={loaded.reload} />}
                  />
                ))}
              </ol>
              <Pager pageIndex={pageIndex} pageCount={Math.ceil(totalCount / pageSize)} onChange={setPage} />
            </>
          )
        }
      </Show>
    </main>
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
