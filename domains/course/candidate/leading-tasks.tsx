import { rememberWayBack } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import { type ReactNode, useState } from 'react'
import { taskProgress } from '../contract/codes.ts'
import { learn } from '../contract/learn.ts'
import type { TaskProps } from './task.page.tsx'

/** A link is done by opening it. The address comes from the server once the way is open. */
export function LinkTask({ page, task, reload }: TaskProps): ReactNode {
  const [url, setUrl] = useState<string>()
  const open = async () => {
    const opened = await call(learn.openLink, { course: page.courseId, task: task.id })
    setUrl(opened.url)
    window.open(opened.url, '_blank', 'noopener,noreferrer')
    reload()
  }
  return (
    <section className="panel" aria-label="外部链接">
      <p>链接在新窗口中打开，打开后即完成。</p>
      {url && (
        <p>
          没有自动打开？
          <a href={url} target="_blank" rel="noopener noreferrer">
            点此打开
          </a>
        </p>
      )}
      <div className="actions">
        <button type="button" className="primary" onClick={() => void open().catch(() => undefined)}>
          打开链接
        </button>
      </div>
    </section>
  )
}

/** An exam is sat on its own pages; from there a button leads back here. */
export function ExamTask({ page, task, go }: TaskProps): ReactNode {
  const [isOpening, setOpening] = useState(false)
  const open = async () => {
    setOpening(true)
    const { examId } = await call(learn.openExam, { course: page.courseId, task: task.id })
    rememberWayBack(`/learn/${page.courseId}`)
    go(`/exam/${examId}`)
  }
  return (
    <section className="panel" aria-label="考试任务">
      <p>{task.state === taskProgress.complete ? '考试已完成。' : '考试在考试页面进行，交卷后从页面上方返回课程。'}</p>
      {task.score !== undefined && <p>已出成绩：{task.score} 分</p>}
      <div className="actions">
        <button type="button" className="primary" disabled={isOpening} onClick={() => void open().catch(() => setOpening(false))}>
          进入考试
        </button>
      </div>
    </section>
  )
}

/** A practice has its own pages; from there a button leads back here. */
export function PracticeTask({ page, task, go }: TaskProps): ReactNode {
  const [isOpening, setOpening] = useState(false)
  const open = async () => {
    setOpening(true)
    const { practiceId } = await call(learn.openPractice, { course: page.courseId, task: task.id })
    rememberWayBack(`/learn/${page.courseId}`)
    go(`/practice/${practiceId}`)
  }
  return (
    <section className="panel" aria-label="练习任务">
      <p>
        {task.state === taskProgress.complete ? '练习任务已完成，仍可继续练习。' : '练习在练习页面进行，达到要求后任务自动完成。'}
      </p>
      <div className="actions">
        <button type="button" className="primary" disabled={isOpening} onClick={() => void open().catch(() => setOpening(false))}>
          进入练习
        </button>
      </div>
    </section>
  )
}

/** A questionnaire has its own page; from there a button leads back here. */
export function QuestionnaireTask({ page, task, go }: TaskProps): ReactNode {
  const [isOpening, setOpening] = useState(false)
  const open = async () => {
    setOpening(true)
    const { questionnaireId } = await call(learn.openQuestionnaire, { course: page.courseId, task: task.id })
    rememberWayBack(`/learn/${page.courseId}`)
    go(`/questionnaire/${questionnaireId}`)
  }
  const isComplete = task.state === taskProgress.complete
  return (
    <section className="panel" aria-label="问卷任务">
      <p>{isComplete ? '问卷已提交，任务已完成。' : '问卷在问卷页面填写，提交后任务自动完成。'}</p>
      <div className="actions">
        <button
          type="button"
          className={isComplete ? undefined : 'primary'}
          disabled={isOpening}
          onClick={() => void open().catch(() => setOpening(false))}
        >
          {isComplete ? '查看问卷' : '填写问卷'}
        </button>
      </div>
    </section>
  )
}
