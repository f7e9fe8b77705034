/** Marks while they are being made, in points as people type them; sums are made in hundredths so that 0.1 + 0.2 is 0.3. */
import type { DeskTask, MarkingPoint } from '../contract/shapes.ts'

export interface Marks {
  readonly score: number | null
  readonly keyPoints: Readonly<Record<string, number>>
  readonly comment: string
}

/** Nothing was written: only 0 may be given, and the marker only has to say so. */
export function isEmptyAnswer({ answer, answerState }: Pick<DeskTask, 'answer' | 'answerState'>): boolean {
  return answer === null || answerState !== 'answered'
}

/** A draft goes on where it was; a reopened answer starts from the marks it had; for an empty one 0 is proposed. */
export function startingMarks(task: DeskTask): Marks {
  const { draft, mayEdit, score, keyPoints, comment } = task
  if (draft && mayEdit) return { score: draft.score, keyPoints: draft.keyPoints, comment: draft.comment }
  if (isEmptyAnswer(task) && mayEdit) return { score: 0, keyPoints: {}, comment }
  return { score, keyPoints, comment }
}

/** A typed score stands for itself: the points no longer say how it came about. */
export function withScore(marks: Marks, score: number | null): Marks {
  return { ...marks, score, keyPoints: {} }
}

/** Gives one point its score; the others keep theirs, and the total is their sum. */
export function withPoint(marks: Marks, task: Pick<DeskTask, 'points' | 'maxScore'>, id: string, earned: number): Marks {
  const keyPoints = { ...marks.keyPoints, [id]: earned }
  return { ...marks, keyPoints, score: sumOf(task, keyPoints) }
}

/** All of a point or nothing of it. */
export function togglePoint(marks: Marks, task: Pick<DeskTask, 'points' | 'maxScore'>, point: MarkingPoint): Marks {
  if (point.isAutomatic) return marks
  const hasEarned = (marks.keyPoints[point.id] ?? 0) > 0
  return withPoint(marks, task, point.id, hasEarned ? 0 : point.score)
}

export function sumOf({ points, maxScore }: Pick<DeskTask, 'points' | 'maxScore'>, keyPoints: Marks['keyPoints']): number {
  const earned = [...points.map((point) => point.earned ?? 0), ...Object.values(keyPoints)]
  const hundredths = earned.reduce((sum, score) => sum + Math.round(score * 100), 0)
  return Math.min(Math.round(maxScore * 100), hundredths) / 100
}

/** Adds a remark behind what is written, once. */
export function withPhrase(marks: Marks, phrase: string): Marks {
  const written = marks.comment.trim()
  if (written.includes(phrase)) return marks
  return { ...marks, comment: written === '' ? phrase : `${written}；${phrase}` }
}

/** Why these marks cannot be handed in yet, in words. */
export function whyNotSave({ score }: Marks, task: DeskTask): string | undefined {
  const { maxScore } = task
  if (score === null) return '请先打分'
  if (score > maxScore) return `得分不能超过本题满分 ${maxScore} 分`
  if (isEmptyAnswer(task) && score > 0) return '未作答的题目只能判 0 分'
  return undefined
}

/** The scores offered as buttons: every half point of small questions, whole points or steps of larger ones. */
export function offeredScores(maxScore: number): number[] {
  const step = maxScore <= 5 ? 0.5 : maxScore <= 12 ? 1 : Math.ceil(maxScore / 10)
  const steps = Array.from({ length: Math.floor(maxScore / step) + 1 }, (_, index) => index * step)
  return steps.at(-1) === maxScore ? steps : [...steps, maxScore]
}
