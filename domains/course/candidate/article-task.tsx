import { Show, useLoad } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import { type ReactNode, useCallback } from 'react'
import { learn } from '../contract/learn.ts'
import { Reading } from './reading.tsx'
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
