import type { OutputOf } from '@kaopei/contract'
import { dateTime, Pager, Show, useLoad } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import { type ReactNode, useCallback, useState } from 'react'
import { appointmentStatus } from '../contract/codes.ts'
import { partState, postPart } from '../contract/post-codes.ts'
import { postLearn } from '../contract/post-learn.ts'

type Own = OutputOf<typeof postLearn.mine>['dataList'][number]
const pageSize = 10

/** Post assessments of the person, each as one thing; nothing at all where there is none. */
export function PostCards({ go }: { readonly go: (path: string) => void }): ReactNode {
  const [pageIndex, setPageIndex] = useState(1)
  const load = useCallback(() => call(postLearn.mine, { pageIndex, pageSize }), [pageIndex])
  const loaded = useLoad(load)
  return (
    <Show loaded={loaded}>
      {({ dataList, totalCount }) =>
        dataList.length > 0 && (
          <section className="ev-posts" aria-label="岗位测评">
            <h2>岗位测评</h2>
            <ul className="ev-cards">
              {dataList.map((one) => (
                <PostCard key={one.id} own={one} go={go} />
              ))}
            </ul>
            <Pager pageIndex={pageIndex} pageCount={Math.ceil(totalCount / pageSize)} onChange={setPageIndex} />
          </section>
        )
      }
    </Show>
  )
}

function PostCard({ own, go }: { readonly own: Own; readonly go: (path: string) => void }): ReactNode {
  const { id, name, postName, endTime, parts, next, postResultId, status } = own
  const doneCount = parts.filter(({ state }) => state === partState.done).length
  const standing = next !== null ? `下一项：${postPart.label(next)}` : postResultId ? '已出报告' : appointmentStatus.label(status)
  return (
    <li>
      <button type="button" className="ev-link" onClick={() => go(`/post-assessment/${id}`)}>
        <span className="ev-words">
          <strong>{name}</strong>
          <span className="note">
            {postName} · 已完成 {doneCount} / {parts.length} 项{endTime && ` · 截止 ${dateTime(endTime)}`}
          </span>
        </span>
        <span className={postResultId ? 'tag good' : 'tag'}>{standing}</span>
      </button>
    </li>
  )
}
