/** What a learner sees of practices. The key is never in what is shown before the answer; what follows it obeys the practice's permits. */
import { id, instant, pageOf, score } from '@kaopei/contract'
import { answer } from '@kaopei/question/contract/answer'
import { questionKey, shownQuestion } from '@kaopei/question/contract/candidate-view'
import { questionTypeCodes, questionTypeSchema } from '@kaopei/question/contract/codes'
import { z } from 'zod'
import { practiceStatus, reportKind, reportState, runMode } from './codes.ts'

const named = z.object({ id, name: z.string() })

/** What may be seen after the answer. */
export const feedbackPermits = z.object({ result: z.boolean(), answer: z.boolean(), analysis: z.boolean() })

/** What becomes of a question for the person, where right and wrong may be seen. */
const memoryStanding = z.object({
  isInWrongBook: z.boolean(),
  /** Full marks running, and the local days that they fell on. */
  streak: z.int(),
  streakDays: z.int(),
  /** When it is asked again; null: not yet learnt. */
  dueAt: instant.nullable(),
})

export const feedback = z.object({
  seq: z.int(),
  /**
   * `scored`; `ownJudgement`: show the key points, then `judge`; `kept`: told at the end of a mock round, or nothing may be seen at all; `passedOver`: not
   * counted, `text` says why.
   */
  outcome: z.enum(['scored', 'ownJudgement', 'kept', 'passedOver']),
  text: z.string().nullable(),
  /** What this number was answered with: another tab may have been first. */
  answer: answer.nullable(),
  maxScore: score,
  /** Absent where right and wrong may not be seen; null while one has not judged oneself. */
  isCorrect: z.boolean().nullable().optional(),
  score: score.nullable().optional(),
  /** Judged by oneself. */
  isOwnJudgement: z.boolean(),
  key: questionKey.optional(),
  analysis: z.string().optional(),
  memory: memoryStanding.optional(),
  /** 太简单 can still be said. */
  mayBeEasy: z.boolean(),
})
export type Feedback = z.output<typeof feedback>
export type FeedbackInput = z.input<typeof feedback>

/** Counted over the round; what is right is absent where it may not be seen. */
export const runCounts = z.object({
  itemCount: z.int(),
  answeredCount: z.int(),
  passedOverCount: z.int(),
  rightCount: z.int().optional(),
  ownJudgedCount: z.int(),
  isFinished: z.boolean(),
})

export const runItem = z.object({
  /** 1, 2, 3 … in the order of the round. */
  item: z.int(),
  questionId: id,
  view: shownQuestion,
  maxScore: score,
  points: z.array(named),
  isFavourite: z.boolean(),
  note: z.string(),
  /** The number that the next answer to this item bears. */
  nextSeq: z.int(),
  permits: feedbackPermits,
  /** The last answer's; null: not answered. */
  feedback: feedback.nullable(),
})
export type RunItem = z.output<typeof runItem>

export const run = z.object({
  runId: id,
  practiceId: id.nullable(),
  /** The practice's, or the mode's. */
  name: z.string(),
  mode: runMode.schema,
  beganAt: instant,
  /** The practice ends; null: never. */
  endsAt: instant.nullable(),
  /** The practice is over: it can be looked at, no longer answered. */
  isOver: z.boolean(),
  counts: runCounts,
  items: z.array(runItem),
})
export type Run = z.output<typeof run>

const practiceCard = z.object({
  practiceId: id,
  name: z.string(),
  information: z.string(),
  startTime: instant.nullable(),
  endTime: instant.nullable(),
  status: practiceStatus.schema,
  questionCount: z.int(),
  permitRepeatPractice: z.boolean(),
  /** One round of 1, 2 or 7 is finished and no other is allowed. */
  isDone: z.boolean(),
  runCount: z.int(),
  /** Best round. */
  answeredPercent: z.int(),
  accuracyPercent: z.int().nullable(),
  lastAt: instant.nullable(),
  /** Of its questions, due by now. */
  dueCount: z.int(),
  /** The round of each mode that goes on. */
  openRuns: z.array(z.object({ runId: id, mode: runMode.schema, answeredCount: z.int(), itemCount: z.int() })),
  /** Modes that have questions and may be begun. */
  modes: z.array(runMode.schema),
})
export const minePage = pageOf(practiceCard)
export type PracticeCard = z.output<typeof practiceCard>

/** The longest round of what was met: of wrong ones, favourites, a point. What was practised longest ago comes first. */
export const longestRound = 200
export const longestRoundText = `一轮最多 ${longestRound} 题，最久没练的在前；练完可以再开始一轮`

/** What is due or was answered wrongly is counted so far; one more says that there are more. */
export const mostCounted = 1000
/** 12, or 1000+. */
export const countedText = (count: number): string => (count > mostCounted ? `${mostCounted}+` : String(count))

export const today = z.object({
  /** Everything that is due by now; see `mostCounted`. */
  dueCount: z.int(),
  /** How many of today's portion are left: what 今日练习 starts with. */
  leftCount: z.int(),
  doneCount: z.int(),
  dailyCount: z.int(),
  /** The person's own; null: the company's. */
  ownDailyCount: z.int().nullable(),
  /** Local days running with an answer, today or until yesterday. */
  dayStreak: z.int(),
  /** See `mostCounted`. */
  wrongCount: z.int(),
  favouriteCount: z.int(),
  nextDueAt: instant.nullable(),
  /** A round of today's that goes on. */
  openRunId: id.nullable(),
})

const metQuestion = {
  questionId: id,
  type: questionTypeCodes.schema,
  /** Without the key: `learn/question` has the rest. */
  view: shownQuestion,
  points: z.array(named),
  lastAt: instant,
  isFavourite: z.boolean(),
  note: z.string(),
  /** Stopped or removed in its bank: it is not asked any more. */
  isReady: z.boolean(),
}
export const wrongPage = pageOf(
  z.object({
    ...metQuestion,
    wrongSince: instant,
    /** Of an exam: its answers may be seen now. */
    source: z.enum(['practice', 'exam']),
    wrongCount: z.int(),
    streak: z.int(),
    streakDays: z.int(),
    neededStreak: z.int(),
    neededDays: z.int(),
  }),
).extend({
  /** What the whole book holds, whichever types and points are asked for. */
  types: z.array(z.object({ type: questionTypeSchema, count: z.int() })),
  points: z.array(named.extend({ count: z.int() })),
})
export const favouritePage = pageOf(z.object({ ...metQuestion, isInWrongBook: z.boolean() }))

export const questionSheet = z.object({
  ...metQuestion,
  permits: feedbackPermits,
  lastAnswer: answer.nullable(),
  key: questionKey.optional(),
  analysis: z.string().optional(),
  memory: memoryStanding.optional(),
})

const masteryPoint = z.object({
  knowledgePointId: id,
  name: z.string(),
  questionCount: z.int(),
  /** Of 180 days; null: fewer than three questions. */
  masteryPercent: z.int().nullable(),
})
export const mastery = z.object({
  points: z.array(masteryPoint),
  /** By the end of each local day that changed it, the last 180: of the asked point, or of everything. */
  curve: z.array(z.object({ day: z.string(), questionCount: z.int(), masteryPercent: z.int().nullable() })),
})

export const ownReports = pageOf(
  z.object({
    id,
    questionId: id,
    stemText: z.string(),
    kind: reportKind.schema,
    text: z.string(),
    state: reportState.schema,
    reply: z.string(),
    createTime: instant,
    answeredTime: instant.nullable(),
  }),
)
