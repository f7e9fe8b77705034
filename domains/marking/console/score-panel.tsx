import { formatInstant, formatScore, toast } from '@kaopei/web'
import { Alert, Button, Checkbox, Input, InputNumber } from 'antd'
import { type ReactNode, type Ref, useId } from 'react'
import { type DeskTask, longestComment } from '../contract/shapes.ts'
import { CommentOffers } from './comment-offers.tsx'
import { isEmptyAnswer, offeredScores, togglePoint, withPhrase, withPoint, withScore } from './marks.ts'
import type { DraftState, Marking } from './use-marking.ts'

/** Without trailing zeros; nothing given yet is not 0. */
const shownScore = (value: unknown) =>
  typeof value === 'number' || (typeof value === 'string' && value !== '') ? String(Number(value)) : ''

interface ScorePanelProps {
  readonly task: DeskTask
  readonly marking: Marking
  readonly commentRef: Ref<HTMLTextAreaElement>
  readonly onSave: () => void
  readonly onReload: () => void
}

/** Score, key points and remark of the answer on the desk. */
export function ScorePanel({ task, marking, commentRef, onSave, onReload }: ScorePanelProps): ReactNode {
  const { marks, change, conflict, problem, isSaving } = marking
  const isReadOnly = !task.mayEdit || conflict !== null
  const [scoreId, commentId] = [useId(), useId()]
  return (
    <section className="kp-marking-pane kp-marking-panel" aria-label="评分">
      <Notices task={task} marking={marking} onReload={onReload} />
      <div className="kp-marking-score">
        <label htmlFor={scoreId}>得分</label>
        <InputNumber
          id={scoreId}
          value={marks.score}
          min={0}
          max={task.maxScore}
          step={0.5}
          precision={2}
          formatter={shownScore}
          disabled={isReadOnly}
          onChange={(score) => change(withScore(marks, score))}
        />
        <span>/ {formatScore(task.maxScore)} 分</span>
      </div>
      <fieldset className="kp-marking-offers" aria-label="快捷分数" disabled={isReadOnly}>
        {offeredScores(task.maxScore).map((score) => (
          <Button
            key={score}
            size="small"
            type={marks.score === score ? 'primary' : 'default'}
            aria-pressed={marks.score === score}
            onClick={() => change(withScore(marks, score))}
          >
            {formatScore(score)}
          </Button>
        ))}
      </fieldset>
      <Points task={task} marking={marking} isReadOnly={isReadOnly} />
      <label htmlFor={commentId}>评语</label>
      <Input.TextArea
        id={commentId}
        ref={(element) => assign(commentRef, element?.resizableTextArea?.textArea ?? null)}
        value={marks.comment}
        rows={4}
        maxLength={longestComment}
        disabled={isReadOnly}
        placeholder="考生可在成绩页看到评语"
        onChange={({ target }) => change({ ...marks, comment: target.value })}
      />
      <CommentOffers
        own={task.phrases}
        isReadOnly={isReadOnly}
        onPick={(words) => {
          const next = withPhrase(marks, words)
          if (next.comment.length > longestComment) toast.warning(`评语最多 ${longestComment} 字`)
          else change(next)
        }}
      />
      {problem && <Alert type="error" title={problem} showIcon role="alert" />}
      <Button type="primary" block loading={isSaving} disabled={isReadOnly} onClick={onSave}>
        {isEmptyAnswer(task) && marks.score === 0 ? '确认 0 分，阅下一份（Enter）' : '提交并阅下一份'}
      </Button>
      <DraftLine draft={marking.draft} />
    </section>
  )
}

function Notices({ task, marking, onReload }: Pick<ScorePanelProps, 'task' | 'marking' | 'onReload'>): ReactNode {
  const { conflict } = marking
  if (conflict) {
    const { current } = conflict
    return (
      <Alert
        type="warning"
        showIcon
        title={conflict.message}
        description={
          <>
            {current.markedAt !== null && (
              <p>
                当前成绩：{formatScore(current.score)} 分，{current.markerName ?? '-'}，{formatInstant(current.markedAt)}
                {current.comment && `，评语：${current.comment}`}
              </p>
            )}
            <p>您的评分已存为草稿，没有丢失。</p>
            <Button size="small" onClick={onReload}>
              查看最新内容
            </Button>
          </>
        }
      />
    )
  }
  if (!task.mayEdit) {
    const draft = task.draft && `您的草稿：${formatScore(task.draft.score)} 分 ${task.draft.comment}`
    return <Alert type="info" showIcon title={task.whyNot ?? '不能评分'} description={draft} />
  }
  if (isEmptyAnswer(task) && !task.draft) return <Alert type="info" showIcon title="空白作答，已建议 0 分，按 Enter 确认" />
  if (task.draft)
    return <Alert type="info" showIcon title={`已恢复 ${formatInstant(task.draft.savedAt, 'MM-DD HH:mm:ss')} 的草稿`} />
  return null
}

function Points({
  task,
  marking,
  isReadOnly,
}: Pick<ScorePanelProps, 'task' | 'marking'> & { readonly isReadOnly: boolean }): ReactNode {
  const { marks, change } = marking
  if (task.points.length === 0) return null
  return (
    <fieldset className="kp-marking-points" disabled={isReadOnly}>
      <legend>得分点</legend>
      {task.points.map((point, index) => {
        const earned = point.isAutomatic ? (point.earned ?? 0) : (marks.keyPoints[point.id] ?? 0)
        return (
          <div key={point.id} className="kp-marking-point">
            <Checkbox
              checked={earned > 0}
              disabled={isReadOnly || point.isAutomatic}
              onChange={() => change(togglePoint(marks, task, point))}
            >
              <kbd>{index + 1}</kbd> {point.text}
            </Checkbox>
            <InputNumber
              aria-label={`${point.text}得分`}
              size="small"
              value={earned}
              min={0}
              max={point.score}
              step={0.5}
              formatter={shownScore}
              disabled={isReadOnly || point.isAutomatic}
              onChange={(score) => change(withPoint(marks, task, point.id, score ?? 0))}
            />
            <span className="kp-hint">/ {formatScore(point.score)}</span>
          </div>
        )
      })}
    </fieldset>
  )
}

function DraftLine({ draft }: { readonly draft: DraftState }): ReactNode {
  const texts = { none: '', waiting: '编辑中…', saving: '正在保存草稿…', failed: '草稿保存失败，将自动重试' }
  const text = draft.kind === 'saved' ? `草稿已保存 ${formatInstant(draft.at, 'HH:mm:ss')}` : texts[draft.kind]
  return (
    <p className="kp-hint kp-marking-draft" role="status">
      {text}
    </p>
  )
}

function assign(ref: Ref<HTMLTextAreaElement>, element: HTMLTextAreaElement | null): void {
  if (typeof ref === 'function') ref(element)
  else if (ref) ref.current = element
}
