import { PaperQuestions } from '@kaopei/paper/parts'
import { EmptyState, Loaded, useCall } from '@kaopei/web'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { practicePaper } from '../contract/practice-paper.ts'
import './practice.css'

/** /examPaperPreview?examid=…&type=2, opened in a new tab: one round as somebody might get it. */
export default function PracticePreview(): ReactNode {
  const practiceId = useSearchParams()[0].get('examid')
  return (
    <main className="kp-practice-preview">
      {practiceId ? <Preview practiceId={practiceId} /> : <EmptyState text="没有可预览的练习" />}
    </main>
  )
}

function Preview({ practiceId }: { readonly practiceId: string }): ReactNode {
  const asked = useCall(practicePaper.examplePaper, { practiceId })
  return (
    <Loaded of={asked}>
      {(paper) => (
        <article className="kp-card">
          <header style={{ textAlign: 'center' }}>
            <h1>{paper.name}</h1>
            <p className="kp-hint">共 {paper.questions.length} 题</p>
            {paper.information && <p style={{ whiteSpace: 'pre-wrap', textAlign: 'start' }}>{paper.information}</p>}
          </header>
          <PaperQuestions paper={paper} />
        </article>
      )}
    </Loaded>
  )
}
