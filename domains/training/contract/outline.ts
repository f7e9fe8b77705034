/** Stages and tasks as organisers write them and learners see them, and what the rules of learning make of them. */
import { id } from '@kaopei/contract'
import { articleRule, attemptRule, conditions, givenConditions, practiceRule, unlockOrder } from '@kaopei/course/contract/outline'
import { z } from 'zod'

/** The kinds whose rooms stand; later rooms register theirs (`server/task-kinds.ts`). */
export const taskKind = z.enum(['course', 'exam', 'practice', 'questionnaire', 'material', 'session'])
export type TaskKind = z.output<typeof taskKind>
export const taskKindLabels: Readonly<Record<TaskKind, string>> = {
  course: '课程',
  exam: '考试',
  practice: '练习',
  questionnaire: '问卷',
  material: '资料',
  session: '线下课',
}

/** What was done before somebody came into the project: of courses it counts unless the organiser says otherwise, of all else only if they say so. */
const countsEarlier = (usual: boolean) => z.boolean().default(usual)

export const courseRule = z.object({ countsEarlier: countsEarlier(true) })
export const examRule = attemptRule.extend({ countsEarlier: countsEarlier(false) })
export const projectPracticeRule = practiceRule.extend({ countsEarlier: countsEarlier(false) })
export const questionnaireRule = z.object({ countsEarlier: countsEarlier(false) })
/** An article is read after so many seconds in view; files and links are done when all of them were opened. */
export const materialRule = articleRule
/** Whoever came late counts as present unless the organiser says otherwise; leave never counts as done. */
export const sessionRule = z.object({ lateCounts: z.boolean().default(true) })

/** What a material consists of: any of them, at least one. */
export const materialContent = z.object({
  html: z.string().max(100_000, '内容太长').default(''),
  files: z
    .array(z.object({ fileId: id, name: z.string().max(255) }))
    .max(20, '最多 20 个文件')
    .default([]),
  links: z
    .array(
      z.object({
        title: z.string().max(100),
        url: z.url({ protocol: /^https?$/, error: '请填写以 http 或 https 开头的链接' }).max(2000),
      }),
    )
    .max(20, '最多 20 个链接')
    .default([]),
})
export type MaterialContent = z.output<typeof materialContent>

/** From when and until when a stage is somebody's: an instant, days from their own beginning, or both. */
export interface StageWindow {
  readonly opensAt: Date | null
  readonly opensAfterDays: number | null
  readonly endsAt: Date | null
  readonly endsAfterDays: number | null
}

const dayMs = 86_400_000

/** The later of the two, so that whoever comes late has their days; null: no border. */
export function windowOf(window: StageWindow, enrolledAt: Date): { readonly from: Date | null; readonly until: Date | null } {
  return {
    from: laterOf(window.opensAt, window.opensAfterDays, enrolledAt),
    until: laterOf(window.endsAt, window.endsAfterDays, enrolledAt),
  }
}

/** By when a task should be done; the stage's end where the task has no date of its own. */
export function dueOf(
  task: { readonly dueAt: Date | null; readonly dueAfterDays: number | null },
  stage: StageWindow,
  enrolledAt: Date,
): Date | null {
  return laterOf(task.dueAt, task.dueAfterDays, enrolledAt) ?? windowOf(stage, enrolledAt).until
}

function laterOf(at: Date | null, afterDays: number | null, enrolledAt: Date): Date | null {
  const own = afterDays === null ? null : new Date(enrolledAt.getTime() + afterDays * dayMs)
  if (at === null || own === null) return at ?? own
  return at > own ? at : own
}

export { conditions, givenConditions, unlockOrder }
