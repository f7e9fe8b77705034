import { whenShown } from '@kaopei/web'
import { Tabs } from 'antd'
import type { ReactNode } from 'react'
import type { DrawCheck } from './draw-rules.tsx'
import { FixedQuestions } from './fixed-questions.tsx'
import './paper.css'
import type { PaperDraft } from './paper-draft.ts'
import { PaperSummary } from './paper-summary.tsx'

const DrawRules = whenShown(async () => ({ default: (await import('./draw-rules.tsx')).DrawRules }))

export interface PaperEditorProps {
  readonly draft: PaperDraft
  readonly passScore: number
  readonly isFrozen: boolean
  /** The call that proves the rules, with the right of whoever uses the paper. */
  readonly check: DrawCheck
  readonly onChange: (next: Partial<PaperDraft>) => void
}

/** A paper being put together: fixed questions beside rules that draw. */
export function PaperEditor({ draft, passScore, isFrozen, check, onChange }: PaperEditorProps): ReactNode {
  const fixedQuestionIds = draft.fixed.map(({ questionId }) => questionId)
  const fixed = <FixedQuestions fixed={draft.fixed} isFrozen={isFrozen} onChange={(fixed) => onChange({ fixed })} />
  const rules = (
    <DrawRules
      check={check}
      rules={draft.rules}
      fixedQuestionIds={fixedQuestionIds}
      isFrozen={isFrozen}
      onChange={(rules) => onChange({ rules })}
    />
  )
  return (
    <div className="kp-card">
      <PaperSummary draft={draft} passScore={passScore} />
      <Tabs
        items={[
          { key: 'fixed', label: `固定试题（${draft.fixed.length}）`, children: fixed },
          { key: 'random', label: `随机抽题（${draft.rules.length}）`, children: rules },
        ]}
      />
    </div>
  )
}
