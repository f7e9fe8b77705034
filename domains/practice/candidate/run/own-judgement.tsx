import { type ReactNode, useState } from 'react'
import type { Feedback } from '../../contract/learn-shapes.ts'

interface OwnJudgementProps {
  readonly feedback: Feedback
  readonly onJudge: (score: number) => void
}

const shares = [
  { share: 0, label: '不会' },
  { share: 0.5, label: '部分掌握' },
  { share: 1, label: '完全掌握' },
] as const

/** One's own score: by the key points that one has named, or as a whole. */
export function OwnJudgement({ feedback, onJudge }: OwnJudgementProps): ReactNode {
  const { key, maxScore } = feedback
  const points = key?.type === 6 ? key.keyPoints : []
  if (points.length > 0) return <ByPoints points={points} maxScore={maxScore} onJudge={onJudge} />
  return (
    <fieldset className="practice-own" aria-label="自评">
      <legend>给自己评分（不计入正确率）</legend>
      <div className="practice-own-buttons">
        {shares.map(({ share, label }) => (
          <button key={label} type="button" onClick={() => onJudge(scoreOf(share, maxScore))}>
            {label}
          </button>
        ))}
      </div>
    </fieldset>
  )
}

interface ByPointsProps {
  readonly points: readonly { readonly id: string; readonly text: string; readonly scoreShare: number }[]
  readonly maxScore: number
  readonly onJudge: (score: number) => void
}

function ByPoints({ points, maxScore, onJudge }: ByPointsProps): ReactNode {
  const [named, setNamed] = useState<ReadonlySet<string>>(new Set())
  const share = points.reduce((sum, { id, scoreShare }) => (named.has(id) ? sum + scoreShare : sum), 0)
  const toggle = (id: string) =>
    setNamed((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]))
  return (
    <fieldset className="practice-own">
      <legend>勾选您答到的要点（不计入正确率）</legend>
      <ul>
        {points.map(({ id, text }) => (
          <li key={id}>
            <label className="tick">
              <input type="checkbox" checked={named.has(id)} onChange={() => toggle(id)} />
              {text}
            </label>
          </li>
        ))}
      </ul>
      <button type="button" className="primary" onClick={() => onJudge(scoreOf(share, maxScore))}>
        提交自评：{scoreOf(share, maxScore)} / {maxScore} 分
      </button>
    </fieldset>
  )
}

/** In hundredths, and never more than there is. */
export function scoreOf(share: number, maxScore: number): number {
  return Math.round(Math.min(1, share) * maxScore * 100) / 100
}
