import { dateTime, type PageProps, Pager, Show, useLoad } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import { type ReactNode, useCallback, useState } from 'react'
import { runMode } from '../contract/codes.ts'
import { learn } from '../contract/learn.ts'
import { longestRound, longestRoundText } from '../contract/learn-shapes.ts'
import { BeginButton } from './begin-button.tsx'
import { MetQuestion } from './met-question.tsx'
import './practice.css'

const pageSize = 10

/** 我的收藏: starred questions. */
export default function FavouritesPage({ go }: PageProps): ReactNode {
  const [pageIndex, setPage] = useState(1)
  const load = useCallback(() => call(learn.favourites, { pageIndex, pageSize }), [pageIndex])
  const loaded = useLoad(load)
  return (
    <main className="page narrow practice">
      <div className="page-title">
        <h1>我的收藏</h1>
        <button type="button" onClick={() => go('/practice')}>
          返回
        </button>
      </div>
      <Show loaded={loaded}>
        {({ dataList, totalCount }) =>
          dataList.length === 0 ? (
            <div className="empty">
              <p>还没有收藏</p>
              <p className="note">作答后点“收藏”，以后可以在这里集中练习。</p>
            </div>
          ) : (
            <>
              <div className="practice-list-head">
                <p>共 {totalCount} 题</p>
                {totalCount > longestRound && <p className="note">{longestRoundText}</p>}
                <BeginButton input={{ mode: runMode.favourites }} go={go}>
                  练收藏
                </BeginButton>
              </div>
              <ol className="practice-mets">
                {dataList.map((one, index) => (
                  <MetQuestion
                    key={one.questionId}
                    question={one}
                    number={(pageIndex - 1) * pageSize + index + 1}
                    facts={`最近作答 ${dateTime(one.lastAt)}${one.isInWrongBook ? '，在错题本中' : ''}`}
                    actions={<Unstar questionId={one.questionId} onDone={loaded.reload} />}
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

function Unstar({ questionId, onDone }: { questionId: string; onDone: () => void }): ReactNode {
  const [isSaving, setSaving] = useState(false)
  const take = () => {
    setSaving(true)
    call(learn.setFavourite, { questionId, isFavourite: false }).then(onDone, () => setSaving(false))
  }
  return (
    <button type="button" disabled={isSaving} onClick={take}>
      取消收藏
    </button>
  )
}
