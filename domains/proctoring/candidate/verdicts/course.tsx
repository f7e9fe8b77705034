import { dateTime } from '@kaopei/web/candidate'
import type { ReactNode } from 'react'
import { verdictLabels } from '../../contract/verdicts/verdict-codes.ts'
import { FileLinks } from './file-links.tsx'
import type { Told } from './verdict.page.tsx'

type Step = Told['course'][number]

/** Everything that was told and said, the first first. */
export function Course({ told: { course, state } }: { readonly told: Told }): ReactNode {
  return (
    <section className="panel ruling" aria-label="处理经过">
      <h2>处理经过</h2>
      <ol className="verdict-course">
        {course.map((step) => (
          <li key={step.time} className={`is-${step.kind}`}>
            <p>
              <strong>{titleOf(step)}</strong>
              <span className="note">{dateTime(step.time)}</span>
            </p>
            {step.text !== '' && <p className="verdict-text">{step.text}</p>}
            <FileLinks files={step.files} />
          </li>
        ))}
        {state === 'appealed' && (
          <li className="is-open">
            <p>
              <strong>正在处理您的申诉</strong>
            </p>
            <p className="verdict-text">由未参与此裁定的人员处理，有结果后会通知您，也会显示在这里。</p>
          </li>
        )}
      </ol>
    </section>
  )
}

function titleOf({ kind, verdict, reasonText }: Step): string {
  switch (kind) {
    case 'told':
      return `裁定：${verdictLabels[verdict]}${reasonText === '' ? '' : `（${reasonText}）`}`
    case 'appealed':
      return '我的申诉'
    case 'upheld':
      return '申诉结果：维持原裁定'
    case 'overturned':
      return '申诉结果：撤销原裁定'
  }
}
