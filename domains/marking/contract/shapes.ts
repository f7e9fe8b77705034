/** The shapes that several marking calls share. */
import { codes, id, instant, recordOf, score, scoreInput, text } from '@kaopei/contract'
import { answer, answerState, partId, questionContent } from '@kaopei/question/contract/content'
import { z } from 'zod'

export const taskState = codes({
  open: { code: 0, label: '待阅', tone: 'neutral' },
  draft: { code: 1, label: '有草稿', tone: 'warning' },
  done: { code: 2, label: '已阅', tone: 'success' },
})

export const slot = z.number('请选择题目').int().min(0).max(10_000)
export const taskKey = z.object({ attemptId: id, slot })

/** Marks as shown: a score, what each point earned, and a remark to the candidate. */
export const marks = z.object({
  score: score.nullable(),
  keyPoints: z.record(z.string(), score),
  comment: z.string(),
})

/** Left out: as they stand while the score stands; with another score none. */
const keyPointScores = recordOf(partId, scoreInput, 200).optional()
export const longestComment = 2000
/** Left out: as it stands. */
const comment = text(longestComment, '评语').optional()

/** Marks as handed in: complete. */
export const marksInput = z.object({ score: scoreInput, keyPoints: keyPointScores, comment })
/** Marks half way. */
export const draftInput = z.object({ score: scoreInput.nullable(), keyPoints: keyPointScores, comment })

/** One thing to look for in an answer. What a machine has already judged cannot be changed. */
export const markingPoint = z.object({
  id: z.string(),
  text: z.string(),
  score,
  isAutomatic: z.boolean(),
  /** For an automatic point: what it earned. */
  earned: score.nullable(),
})

export const lock = z.object({ isMine: z.boolean(), holderName: z.string(), until: instant })

/** The present marks of a task: what a save that lost is answered with. */
export const currentMarks = marks.extend({
  version: z.number().int(),
  state: taskState.schema,
  markerName: z.string().nullable(),
  markedAt: instant.nullable(),
})

/** Whose answer it is: a name, or a pseudonym that only this marker sees. Where marking is anonymous nothing else is sent. */
export const candidate = z.object({ label: z.string(), isAnonymous: z.boolean(), departmentName: z.string().nullable() })

/** An answer on the marker's desk. */
export const deskTask = currentMarks.extend({
  examId: id,
  attemptId: id,
  slot: z.number().int(),
  number: z.number().int(),
  questionId: id,
  candidate,
  maxScore: score,
  content: questionContent,
  optionOrder: z.array(z.string()),
  answer: answer.nullable(),
  answerState,
  points: z.array(markingPoint),
  draft: marks.extend({ savedAt: instant, isFromConflict: z.boolean() }).nullable(),
  lock: lock.nullable(),
  mayEdit: z.boolean(),
  /** Why not, in words. */
  whyNot: z.string().nullable(),
  /** Remarks this marker has written on this question before, the most used first. */
  phrases: z.array(z.string()),
})

export const progress = z.object({
  taskCount: z.number().int(),
  doneCount: z.number().int(),
  draftCount: z.number().int(),
  /** Done by the asking marker. */
  mineCount: z.number().int(),
  /** On somebody else's desk right now. */
  lockedCount: z.number().int(),
  /** Open ones without an answer, which may be given 0 together. */
  unansweredCount: z.number().int(),
})

export type DeskTask = z.output<typeof deskTask>
export type CurrentMarks = z.output<typeof currentMarks>
export type MarkingPoint = z.output<typeof markingPoint>
export type Progress = z.output<typeof progress>
