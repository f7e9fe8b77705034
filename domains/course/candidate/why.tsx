import { Dialog, dateTime, Pager, Show, useLoad } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import { type ReactNode, useCallback, useState } from 'react'
import { learn } from '../contract/learn.ts'

interface Asked {
  readonly courseId: string
  readonly taskId?: string
  readonly onClose: () => void
}

/** 为什么还没完成: each missing second, page and condition, from the rule that decides. */
export function WhyDialog({ courseId, taskId, onClose }: Asked): ReactNode {
  const load = useCallback(() => call(learn.missing, { course: courseId, ...(taskId && { task: taskId }) }), [courseId, taskId])
  return (
    <Dialog title="为什么还没完成" onClose={onClose} isSheet actions={<CloseButton onClose={onClose} />}>
      <Show loaded={useLoad(load)}>
        {({ tasks }) =>
          tasks.length === 0 ? (
            <p>没有未完成的任务。</p>
          ) : (
            <ul className="learn-why">
              {tasks.map(({ taskId: id, title, percent, words }) => (
                <li key={id}>
                  <strong>
                    {title}（{percent}%）
                  </strong>
                  <ul>
                    {words.map((line) => (
                      <li key={line}>{line}</li>
                    ))}
                  </ul>
                </li>
              ))}
            </ul>
          )
        }
      </Show>
    </Dialog>
  )
}

const pageSize = 20

/** What stands behind a percent: each report as it was credited, each event. */
export function TraceDialog({ courseId, taskId, onClose }: Asked): ReactNode {
  const [pageIndex, setPageIndex] = useState(1)
  const load = useCallback(
    () => call(learn.trace, { course: courseId, pageIndex, pageSize, ...(taskId && { task: taskId }) }),
    [courseId, taskId, pageIndex],
  )
  return (
    <Dialog title="学习记录" onClose={onClose} isSheet actions={<CloseButton onClose={onClose} />}>
      <Show loaded={useLoad(load)}>
        {({ dataList, totalCount }) => (
          <>
            {dataList.length === 0 && <p>还没有学习记录。</p>}
            <ol className="learn-trace">
              {dataList.map(({ at, words, isLate }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: entries of one page of a list that only grows at its beginning
                <li key={`${at} ${index}`}>
                  <time dateTime={at}>{dateTime(at)}</time>
                  <span>
                    {words}
                    {isLate && <span className="tag">离线补报</span>}
                  </span>
                </li>
              ))}
            </ol>
            <Pager pageIndex={pageIndex} pageCount={Math.ceil(totalCount / pageSize)} onChange={setPageIndex} />
          </>
        )}
      </Show>
    </Dialog>
  )
}

function CloseButton({ onClose }: { onClose: () => void }): ReactNode {
  return (
    <button type="button" className="primary" onClick={onClose}>
      关闭
    </button>
  )
}
