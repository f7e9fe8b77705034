import { Show, useLoad } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { learn } from '../contract/learn.ts'
import { RichText } from './rich-text.tsx'
import type { TaskProps } from './task.page.tsx'

/** A text, read after so many seconds: the server counts them, this only says how many are left. */
export function ArticleTask({ page, task, reload }: TaskProps): ReactNode {
  const place = { course: page.courseId, task: task.id }
  const { course, task: taskId } = place
  const load = useCallback(() => call(learn.openArticle, { course, task: taskId }), [course, taskId])
  return (
    <Show loaded={useLoad(load)}>
      {({ html, secondsLeft, isComplete }) => (
        <article className="panel learn-article">
          <RichText html={html} />
          <Reading secondsLeft={secondsLeft} isComplete={isComplete} onRead={() => call(learn.readArticle, place).then(reload)} />
        </article>
      )}
    </Show>
  )
}

function Reading({
  secondsLeft,
  isComplete,
  onRead,
}: {
  secondsLeft: number
  isComplete: boolean
  onRead: () => Promise<unknown>
}): ReactNode {
  const [left, setLeft] = useState(secondsLeft)
  const [isSaving, setSaving] = useState(false)
  // A clock that runs while this is in view.
  useEffect(() => {
    if (isComplete || left <= 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left, isComplete])
  if (isComplete) return <p role="status">已读完</p>
  const finish = () => {
    setSaving(true)
    onRead().catch(() => setSaving(false))
  }
  return (
    <div className="actions">
      <button type="button" className="primary" disabled={left > 0 || isSaving} onClick={finish}>
        {left > 0 ? `请继续阅读（${left} 秒）` : '我已读完'}
      </button>
    </div>
  )
}
