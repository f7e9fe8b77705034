import { useLoad } from '@kaopei/web/candidate'
import type { ReactNode } from 'react'

interface NoteProps {
  readonly go: (path: string) => void
}

const load = async () => {
  const { unreadVerdicts } = await import('./unread.ts')
  return unreadVerdicts()
}

/** Above the candidate's exams: verdicts that they have not read. Nothing where there is none. */
export function VerdictNote({ go }: NoteProps): ReactNode {
  const { data: unread = [] } = useLoad(load)
  return unread.map(({ attemptId, examName, text }) => (
    <section key={attemptId} className="exam-row" aria-label={`考试通知：${examName}`}>
      <div className="exam-facts">
        <h3>{examName}</h3>
        <p className="why">{text}</p>
      </div>
      <div className="exam-actions">
        <button type="button" className="primary" onClick={() => go(`/verdict/${attemptId}`)}>
          查看通知
        </button>
      </div>
    </section>
  ))
}
