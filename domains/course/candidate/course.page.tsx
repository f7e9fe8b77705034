import { Bar, dateTime, forgetWayBack, type PageProps, Show } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { learn } from '../contract/learn.ts'
import type { CoursePage } from '../contract/learn-shapes.ts'
import { OutlineList } from './outline-list.tsx'
import { KeptLine } from './player/kept-line.tsx'
import { useCreditedLoad } from './player/use-credited-load.ts'
import { RichText } from './rich-text.tsx'
import { TraceDialog, WhyDialog } from './why.tsx'
import { learnedWords } from './words.ts'
import './learn.css'

/** A course: how far somebody is, what comes next, each task with what it waits for. */
export default function CourseLearnPage({ id: courseId, go }: PageProps): ReactNode {
  const load = useCallback(() => call(learn.page, { course: courseId }), [courseId])
  const loaded = useCreditedLoad(load)
  // Back from wherever a task led to.
  useEffect(() => forgetWayBack('/learn'), [])
  return (
    <main className="page learn">
      <Show loaded={loaded}>
        {(page) => (
          <>
            <div className="page-title">
              <h1>{page.name}</h1>
              <button type="button" onClick={() => go('/learn')}>
                返回
              </button>
            </div>
            <KeptLine />
            {page.closed !== null && (
              <p className="panel" role="status">
                {page.closed}
              </p>
            )}
            <Summary page={page} go={go} />
            {page.descript !== '' && (
              <section className="panel learn-descript" aria-label="课程介绍">
                <RichText html={page.descript} />
              </section>
            )}
            <OutlineList page={page} onOpen={(taskId) => go(`/learn/${courseId}/${taskId}`)} />
          </>
        )}
      </Show>
    </main>
  )
}

function Summary({ page, go }: { page: CoursePage; go: (path: string) => void }): ReactNode {
  const [asked, setAsked] = useState<'why' | 'trace'>()
  const { courseId, percent, dueAt, isOverdue, completedAt, learnedSeconds, nextTaskId } = page
  const close = () => setAsked(undefined)
  return (
    <section className="panel learn-summary" aria-label="学习进度">
      <Bar percent={percent} label="课程进度" />
      <p className="note">
        已学习 {learnedWords(learnedSeconds)}
        {completedAt && ` · 完成于 ${dateTime(completedAt)}`}
        {!completedAt && dueAt && ` · ${isOverdue ? '已逾期，截止时间' : '截止'} ${dateTime(dueAt)}`}
      </p>
      <div className="actions">
        <button type="button" className="plain" onClick={() => setAsked('trace')}>
          学习记录
        </button>
        {!completedAt && (
          <button type="button" className="plain" onClick={() => setAsked('why')}>
            为什么还没完成
          </button>
        )}
        {nextTaskId && (
          <button type="button" className="primary" onClick={() => go(`/learn/${courseId}/${nextTaskId}`)}>
            {percent > 0 ? '继续学习' : '开始学习'}
          </button>
        )}
      </div>
      {asked === 'why' && <WhyDialog courseId={courseId} onClose={close} />}
      {asked === 'trace' && <TraceDialog courseId={courseId} onClose={close} />}
    </section>
  )
}
