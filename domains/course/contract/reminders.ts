/** 催学: people who have not completed a course are written to, by hand or by rules of the course; each once a rule, by hand once a day. */
import { endpoint, id, ids, instant, pageOf, pageQuery, protocolErrors } from '@kaopei/contract'
import { z } from 'zod'
import { courseStaffErrors } from './errors.ts'
import { progressMenu } from './menus.ts'
import { learnerFilters } from './progress.ts'
import { progressErrors } from './progress-errors.ts'

const { rights } = progressMenu
const path = '/api/v1/course/reminder'

/** The chosen, or everybody whom the conditions find. */
const chosen = z.object({ ...learnerFilters, staffIds: ids.optional() })

export const reminderCounts = z.object({
  writtenCount: z.int(),
  completeCount: z.int(),
  /** Reminded already: by hand today, or by this rule. */
  repeatedCount: z.int(),
  /** Neither a mail address nor, where text messages are sent, a phone. */
  unreachableCount: z.int(),
  /** Disabled or removed. */
  goneCount: z.int(),
})
export type ReminderCounts = z.output<typeof reminderCounts>

const day = (most: number) => z.int('天数应为整数').min(1, '至少 1 天').max(most, `最多 ${most} 天`)
const days = (most: number) =>
  z
    .array(day(most))
    .max(3, '最多三个')
    .transform((list) => [...new Set(list)].toSorted((one, other) => one - other))

const rules = z.object({
  beforeDays: days(90),
  isAtDue: z.boolean(),
  afterDays: days(365),
  unbegunDays: days(365),
})
export type ReminderRules = z.output<typeof rules>

const channels = z.object({ mail: z.boolean(), sms: z.boolean() })

export const reminders = {
  /** Whom it would reach, before anybody is written to. */
  touch: endpoint({
    path: `${path}/touch`,
    summary: '催学的人数',
    access: rights.remind,
    audit: 'read',
    scope: 'department',
    input: chosen,
    output: reminderCounts.extend({ ...channels.shape, outsideCount: z.int() }),
    errors: [protocolErrors.notFound, courseStaffErrors.licenceOver],
  }),
  send: endpoint({
    path: `${path}/send`,
    summary: '催学',
    access: rights.remind,
    audit: { action: 'remind', target: 'course' },
    scope: 'department',
    input: chosen,
    output: z.object({ runId: id }),
    errors: [protocolErrors.notFound, courseStaffErrors.licenceOver, progressErrors.nobodyToRemind, progressErrors.noChannel],
  }),
  /** Each time, newest first. Who does not see everybody sees their own. */
  runs: endpoint({
    path: `${path}/runs`,
    summary: '催学记录',
    access: rights.remind,
    audit: 'read',
    scope: 'department',
    input: pageQuery.extend({ courseId: id }),
    output: pageOf(
      reminderCounts.extend({
        id,
        at: instant,
        words: z.string(),
        askedByName: z.string().nullable(),
        isUnderWay: z.boolean(),
      }),
    ),
    errors: [protocolErrors.notFound],
  }),
  rules: endpoint({
    path: `${path}/rules`,
    summary: '自动催学规则',
    access: rights.remind,
    audit: 'read',
    input: z.object({ courseId: id }),
    output: rules,
    errors: [protocolErrors.notFound],
  }),
  /** Rules are about moments that come after they were set. */
  setRules: endpoint({
    path: `${path}/setRules`,
    summary: '设置自动催学',
    access: rights.remind,
    audit: { action: 'setReminders', target: 'course' },
    scope: 'department',
    input: rules.extend({ courseId: id }),
    errors: [protocolErrors.notFound, progressErrors.rulesForAll],
  }),
}
