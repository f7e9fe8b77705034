import type { OutputOf } from '@kaopei/contract'
import { draftOf, entriesOf, type PaperDraft, PaperEditor } from '@kaopei/paper/parts'
import { Loaded, toast, useAction, useCall, useUnsavedGuard } from '@kaopei/web'
import { Alert } from 'antd'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { practiceStatus } from '../../contract/codes.ts'
import { practicePaper } from '../../contract/practice-paper.ts'
import { ExamSources, type SourceExam } from './exam-sources.tsx'
import { type PracticeDetail, PracticeWizard, WithSavedPractice } from './frame.tsx'

type Paper = OutputOf<typeof practicePaper.list>

/** 编辑规则: its own questions and drawing rules, and the papers of ended exams. */
export default function EditRules(): ReactNode {
  return <WithSavedPractice>{(detail) => <RulesStep key={detail.id} detail={detail} />}</WithSavedPractice>
}

function RulesStep({ detail }: { readonly detail: PracticeDetail }): ReactNode {
  const asked = useCall(practicePaper.list, { practiceId: detail.id })
  return <Loaded of={asked}>{(paper) => <RulesForm detail={detail} paper={paper} />}</Loaded>
}

function RulesForm({ detail, paper }: { readonly detail: PracticeDetail; readonly paper: Paper }): ReactNode {
  const version = useRef(Math.max(paper.version, detail.version))
  const changed = useRef({ paper: false, exams: false })
  const [draft, setDraft] = useState<PaperDraft>(() => draftOf(paper))
  const [exams, setExams] = useState<readonly SourceExam[]>(detail.examinationList)
  const savePaper = useAction(practicePaper.save, { successText: '' })
  useUnsavedGuard(useCallback(() => changed.current.paper || changed.current.exams, []))
  const isFrozen = detail.status !== practiceStatus.draft
  const save = async (): Promise<string | undefined> => {
    if (isFrozen) return detail.id
    if (draft.fixed.length + draft.rules.length + exams.length === 0) {
      toast.warning('请先添加试题、抽题规则或来源考试')
      return undefined
    }
    const outcome = await savePaper.run({
      ...{ practiceId: detail.id, version: version.current, questions: entriesOf(draft) },
      ...(changed.current.exams && { examinationList: exams.map(({ id }) => id) }),
    })
    if (!outcome.ok) return undefined
    version.current = outcome.data.version
    changed.current = { paper: false, exams: false }
    toast.success('保存成功')
    return detail.id
  }
  return (
    <PracticeWizard step={1} detail={detail} save={save} isSaving={savePaper.isRunning}>
      {isFrozen && (
        <Alert type="info" showIcon style={{ marginBottom: 16 }} title="练习已发布，试题、抽题规则与来源考试已冻结。" />
      )}
      <PaperEditor
        draft={draft}
        passScore={0}
        isFrozen={isFrozen}
        check={practicePaper.checkDraw}
        onChange={(next) => {
          changed.current.paper = true
          setDraft((before) => ({ ...before, ...next }))
        }}
      />
      <ExamSources
        exams={exams}
        isFrozen={isFrozen}
        onChange={(next) => {
          changed.current.exams = true
          setExams(next)
        }}
      />
    </PracticeWizard>
  )
}
