import type { OutputOf } from '@kaopei/contract'
import { draftOf, entriesOf, type PaperDraft, PaperEditor } from '@kaopei/paper/parts'
import { Loaded, PageSkeleton, toast, useAction, useCall, useUnsavedGuard } from '@kaopei/web'
import { Alert } from 'antd'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { examStatus } from '../../contract/exam-codes.ts'
import { examPaper } from '../../contract/exam-paper.ts'
import { type ExamDetail, ExamWizard, WithSavedExam } from './frame.tsx'

/** Step 1: the paper, from fixed questions and drawing rules. */
export default function CreateStepTwo(): ReactNode {
  return <WithSavedExam>{(detail) => <PaperStep key={detail.id} detail={detail} />}</WithSavedExam>
}

type Paper = OutputOf<typeof examPaper.list>

function PaperStep({ detail }: { readonly detail: ExamDetail }): ReactNode {
  const asked = useCall(examPaper.list, { examinationId: detail.id })
  return (
    <Loaded of={asked} skeleton={<PageSkeleton />}>
      {(paper) => <PaperForm detail={detail} paper={paper} />}
    </Loaded>
  )
}

function PaperForm({ detail, paper }: { readonly detail: ExamDetail; readonly paper: Paper }): ReactNode {
  const version = useRef(paper.version)
  const changed = useRef(false)
  const [draft, setDraft] = useState<PaperDraft>(() => draftOf(paper))
  const action = useAction(examPaper.save, { successText: '保存成功' })
  useUnsavedGuard(useCallback(() => changed.current, []))
  const isFrozen = detail.status !== examStatus.draft
  const change = (next: Partial<PaperDraft>) => {
    changed.current = true
    setDraft((before) => ({ ...before, ...next }))
  }
  const save = async (): Promise<string | undefined> => {
    if (isFrozen) return detail.id
    if (draft.fixed.length + draft.rules.length === 0) {
      toast.warning('请先添加试题或抽题规则')
      return undefined
    }
    const outcome = await action.run({ examinationId: detail.id, version: version.current, questions: entriesOf(draft) })
    if (!outcome.ok) return undefined
    version.current = outcome.data.version
    changed.current = false
    return detail.id
  }
  return (
    <ExamWizard step={1} detail={detail} save={save} isSaving={action.isRunning}>
      {isFrozen && <Alert type="info" showIcon style={{ marginBottom: 16 }} title="考试已发布，试题与抽题规则已冻结。" />}
      <PaperEditor draft={draft} passScore={detail.passScore} isFrozen={isFrozen} check={examPaper.checkDraw} onChange={change} />
    </ExamWizard>
  )
}
