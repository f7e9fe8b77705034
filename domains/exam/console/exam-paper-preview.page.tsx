import { EmptyState } from '@kaopei/web'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import './exam.css'
import { PaperView } from './paper-view.tsx'

/** /examPaperPreview?examid=…&type=1, opened in a new tab. Type 2, a practice, belongs to a later room. */
export default function ExamPaperPreview(): ReactNode {
  const [params] = useSearchParams()
  const examId = params.get('examid')
  const isExam = (params.get('type') ?? '1') === '1'
  return (
    <main className="kp-preview">
      {examId && isExam ? <PaperView examId={examId} hasHead /> : <EmptyState text="没有可预览的试卷" />}
    </main>
  )
}
