import { Loaded, PageSkeleton, toast, useAction, useCall, useUnsavedGuard } from '@kaopei/web'
import { Alert, Tabs } from 'antd'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { examStatus } from '../contract/exam-codes.ts'
import { examPaper } from '../contract/exam-paper.ts'
import { DrawRules } from './draw-rules.tsx'
import { FixedQuestions } from './fixed-questions.tsx'
import { draftOf, entriesOf, type Paper, type PaperDraft } from './paper-draft.ts'
import { PaperSummary } from './paper-summary.tsx'
import { type ExamDetail, WithSavedExam, WizardFrame } from './wizard-frame.tsx'

/** Step 1: the paper, from fixed questions and drawing rules. */
export default function CreateStepTwo(): ReactNode {
  return <WithSavedExam>{(detail) => <PaperStep key={detail.id} detail={detail} />}</WithSavedExam>
}

function PaperStep({ detail }: { readonly detail: ExamDetail }): ReactNode {
  const asked = useCall(examPaper.list, { examinationId: detail.id })
  return (
    <Loaded of={asked} skeleton={<PageSkeleton />}>
      {(paper) => <PaperEditor detail={detail} paper={paper} />}
    </Loaded>
  )
}

function PaperEditor({ detail, paper }: { readonly detail: ExamDetail; readonly paper: Paper }): ReactNode {
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
    <WizardFrame step={1} detail={detail} save={save} isSaving={action.isRunning}>
      {isFrozen && <Alert type="info" showIcon style={{ marginBottom: 16 }} title="考试已发布，试题与抽题规则已冻结。" />}
      <div className="kp-card">
        <PaperSummary draft={draft} passScore={detail.passScore} />
        <Tabs
          items={[
            {
              key: 'fixed',
              label: `固定试题（${draft.fixed.length}）`,
              children: <FixedQuestions fixed={draft.fixed} isFrozen={isFrozen} onChange={(fixed) => change({ fixed })} />,
            },
            {
              key: 'random',
              label: `随机抽题（${draft.rules.length}）`,
              children: (
                <DrawRules
                  rules={draft.rules}
                  fixedQuestionIds={draft.fixed.map(({ questionId }) => questionId)}
                  isFrozen={isFrozen}
                  onChange={(rules) => change({ rules })}
                />
              ),
            },
          ]}
        />
      </div>
    </WizardFrame>
  )
}
