/** A course's outline as authors write it and learners see it, and what the rules of learning make of it. */
import { id, labelled } from '@kaopei/contract'
import type { Condition, UnlockTree } from '@kaopei/learning/contract/unlock'
import { z } from 'zod'

/** What completes a task of a courseware. What does not fit the courseware's type is ignored. */
export const coursewareRule = z.object({
  /** Films and sounds: so much of the length, 60 to 100. */
  percent: z.int('完成比例应为整数').min(60, '完成比例应在 60 到 100 之间').max(100, '完成比例应在 60 到 100 之间').default(95),
  /** Documents and micro-courses: seconds that a page has to be in view, and the share of pages. */
  secondsPerPage: z.int('停留秒数应为整数').min(1, '至少停留 1 秒').max(600, '最多停留 600 秒').default(5),
  pagePercent: z
    .int('完成页数的比例应为整数')
    .min(1, '完成页数的比例应在 1 到 100 之间')
    .max(100, '完成页数的比例应在 1 到 100 之间')
    .default(100),
  /** Films: whoever has not seen it cannot jump ahead. */
  noSkip: z.boolean().default(false),
  pauseWhenHidden: z.boolean().default(true),
  /** Seconds without a sign of the learner after which the player asks; null: never. */
  idleSeconds: z.int('询问间隔应为整数').min(60, '询问间隔至少 60 秒').max(3600, '询问间隔最多 3600 秒').nullable().default(null),
})
export type CoursewareRule = z.output<typeof coursewareRule>

/** An exam: passed (at least `passScoreHundredths` of the drawn paper, or as the exam says), or handed in. */
export const attemptRule = z.object({
  needs: z.enum(['passed', 'handedIn']).default('passed'),
  passScoreHundredths: z.int('得分最多两位小数').min(0, '得分不能小于 0').nullable().default(null),
})
export type AttemptRule = z.output<typeof attemptRule>

/** A practice: so much of a round answered; and where asked for, so much of a wholly answered round right. */
export const practiceRule = z.object({
  answeredPercent: z
    .int('完成比例应为整数')
    .min(1, '完成比例应在 1 到 100 之间')
    .max(100, '完成比例应在 1 到 100 之间')
    .default(100),
  accuracyPercent: z
    .int('正确率应为整数')
    .min(1, '正确率应在 1 到 100 之间')
    .max(100, '正确率应在 1 到 100 之间')
    .nullable()
    .default(null),
})
export type PracticeRule = z.output<typeof practiceRule>

/** An article is read after so many seconds in view; a link is done by opening it. */
export const articleRule = z.object({
  seconds: z.int('阅读时长应为整数').min(1, '至少阅读 1 秒').max(3600, '最多阅读 3600 秒').default(5),
})

/** The kinds whose rooms stand; those of later rooms are registered by them (`server/task-kinds.ts`). */
export const taskKind = z.enum(['courseware', 'exam', 'practice', 'questionnaire', 'article', 'link'])
export type TaskKind = z.output<typeof taskKind>
export const taskKindLabels: Readonly<Record<TaskKind, string>> = {
  courseware: '课件',
  exam: '考试',
  practice: '练习',
  questionnaire: '问卷',
  article: '图文',
  link: '链接',
}
const labels: ReadonlyMap<string, string> = new Map(taskKind.options.map((kind) => [kind, taskKindLabels[kind]]))
export const labelOfKind = (kind: string): string => labels.get(kind) ?? '任务'

/** It is passed or failed; everything else is completed. */
export const isTest = (kind: string): boolean => kind === 'exam'

const instant = z.iso.datetime('时间格式不正确').max(40)

/** What a chapter or task waits for, beside the course's order. */
export const condition = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('from'), at: instant }),
  z.object({ kind: z.literal('until'), at: instant }),
  z.object({ kind: z.literal('fromDay'), days: z.int('天数应为整数').min(0).max(3650) }),
  z.object({ kind: z.literal('untilDay'), days: z.int('天数应为整数').min(1).max(3650) }),
  z.object({ kind: z.literal('passed'), taskId: id, scoreHundredths: z.int('分数最多两位小数').min(0).optional() }),
  z.object({ kind: z.literal('byHand') }),
])
export type StoredCondition = z.output<typeof condition>
export const conditions = z.array(condition).max(10)
/** As somebody gives them: what closes before it opens would never be open. */
export const givenConditions = conditions.refine(mayEverOpen, '开放时间应早于截止时间，否则永远不会开放')

function mayEverOpen(given: readonly StoredCondition[]): boolean {
  const instants = (kind: 'from' | 'until') => given.flatMap((one) => (one.kind === kind ? [Date.parse(one.at)] : []))
  const days = (kind: 'fromDay' | 'untilDay') => given.flatMap((one) => (one.kind === kind ? [one.days] : []))
  return (
    Math.max(...instants('from')) < Math.min(...instants('until')) && Math.max(...days('fromDay')) < Math.min(...days('untilDay'))
  )
}

export const unlockOrder = labelled(z.enum(['free', 'tasks', 'groups']), {
  free: '自由学习',
  tasks: '按任务顺序',
  groups: '按章节或阶段顺序',
})

export interface OutlineTask {
  readonly id: string
  readonly kind: string
  readonly title: string
  readonly isRequired: boolean
  readonly conditions: readonly StoredCondition[]
  /** Of projects. */
  readonly makesUpTaskId?: string | null
}

export interface OutlineChapter {
  readonly id: string
  readonly title: string
  readonly conditions: readonly StoredCondition[]
  readonly tasks: readonly OutlineTask[]
}

/** The same tree for the guard of a call and for the screen: both ask `unlockOf` with it. */
export function unlockTreeOf(order: z.output<typeof unlockOrder>, chapters: readonly OutlineChapter[]): UnlockTree {
  return {
    order,
    groups: chapters.map((chapter) => ({
      id: chapter.id,
      title: chapter.title,
      conditions: chapter.conditions.map(conditionOf),
      tasks: chapter.tasks.map((task) => ({
        id: task.id,
        title: task.title,
        isTest: isTest(task.kind),
        isRequired: task.isRequired,
        conditions: task.conditions.map(conditionOf),
        makesUpTaskId: task.makesUpTaskId ?? null,
      })),
    })),
  }
}

function conditionOf(stored: StoredCondition): Condition {
  if (stored.kind === 'from' || stored.kind === 'until') return { kind: stored.kind, at: new Date(stored.at) }
  if (stored.kind !== 'passed') return stored
  const { scoreHundredths, ...passed } = stored
  return scoreHundredths === undefined ? passed : { ...passed, scoreHundredths }
}
