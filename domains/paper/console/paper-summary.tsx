import { questionTypeLabels } from '@kaopei/question/contract/question-type'
import { formatScore } from '@kaopei/web'
import type { ReactNode } from 'react'
import { type PaperDraft, totalsOf, typesOf } from './paper-draft.ts'

/** How many questions, how many points, of which types. */
export function PaperSummary({ draft, passScore }: { readonly draft: PaperDraft; readonly passScore: number }): ReactNode {
  const { count, score } = totalsOf(draft)
  const drawn = draft.rules.reduce((sum, rule) => sum + rule.count, 0)
  return (
    <div className="kp-paper-summary" aria-live="polite">
      <span>
        共 <strong>{count}</strong> 题
      </span>
      <span>
        总分 <strong>{formatScore(score)}</strong> 分
      </span>
      {typesOf(draft.fixed).map((type) => {
        const some = draft.fixed.filter((question) => question.type === type)
        return (
          <span key={type} className="kp-hint">
            {questionTypeLabels[type]} {some.length} 题 {formatScore(totalsOf({ fixed: some, rules: [] }).score)} 分
          </span>
        )
      })}
      {drawn > 0 && (
        <span className="kp-hint">
          随机抽题 {drawn} 题 {formatScore(totalsOf({ fixed: [], rules: draft.rules }).score)} 分
        </span>
      )}
      {passScore > score && <span className="kp-paper-warning">及格分 {formatScore(passScore)} 分高于总分</span>}
    </div>
  )
}
