/** Who of a project is written to: by hand, at its moments, by the reminder ladder; and what became of it. */
import { endpoint, id, ids, instant, pageOf, pageQuery, requiredText, text } from '@kaopei/contract'
import { z } from 'zod'
import { projectErrors, projectNoticeErrors } from './errors.ts'
import { projectCenter } from './menus.ts'

const { rights } = projectCenter
const base = '/api/v1/train/project'
const by = { access: rights.notify, scope: 'department' } as const

export const noticeCounts = z.object({
  writtenCount: z.int(),
  /** Completed it, or had been written to by this rule. */
  skippedCount: z.int(),
  /** Neither a mail address nor, where text messages are sent, a phone. */
  unreachableCount: z.int(),
})
export type NoticeCounts = z.output<typeof noticeCounts>

const channels = z.object({ mail: z.boolean(), sms: z.boolean() })

const day = (most: number) => z.int('天数应为整数').min(1, '至少 1 天').max(most, `最多 ${most} 天`)
const days = (most: number) =>
  z
    .array(day(most))
    .max(3, '最多三个')
    .transform((list) => [...new Set(list)].toSorted((one, other) => one - other))

/** The reminder ladder: days before a date, at it, after it; days since somebody came who has not begun. */
export const projectReminderRules = z.object({
  beforeDays: days(90),
  isAtDue: z.boolean(),
  afterDays: days(365),
  unbegunDays: days(365),
})
export type ProjectReminderRules = z.output<typeof projectReminderRules>

/** Everybody who takes part; or those chosen; `onlyOwing`: of them, who has not completed it. */
const whom = { projectId: id, staffIds: ids.optional(), onlyOwing: z.boolean().default(false) }

export const projectNotice = {
  /** Whom it would reach, before anybody is written to. */
  touch: endpoint({
    ...by,
    path: `${base}/notice/touch`,
    summary: '项目通知的人数',
    audit: 'read',
    input: z.object(whom),
    output: noticeCounts.extend(channels.shape),
  }),
  /** Leaves the house at once, in batches. `content` is text: markup is shown as it was typed. */
  send: endpoint({
    ...by,
    path: `${base}/sendProjectNotify`,
    summary: '发送项目通知',
    audit: { action: 'notify', target: 'training-project' },
    input: z.object({ ...whom, title: requiredText(100, '标题'), content: requiredText(5000, '内容') }),
    output: z.object({ noticeId: id }),
    errors: [projectErrors.wrongState, projectNoticeErrors.nobody, projectNoticeErrors.noChannel],
  }),
  /** Each time that people were written to, newest first. */
  list: endpoint({
    ...by,
    path: `${base}/notice/list`,
    summary: '项目通知',
    audit: 'read',
    input: pageQuery.extend({ projectId: id }),
    output: pageOf(
      noticeCounts.extend({
        id,
        at: instant,
        /** `手动通知`, `加入项目`, `截止前 3 天` … */
        words: z.string(),
        title: z.string(),
        content: z.string(),
        askedByName: z.string().nullable(),
        isUnderWay: z.boolean(),
      }),
    ),
  }),
  /** Who got what, when, by which channel; of those whom the caller sees. */
  noticeList: endpoint({
    ...by,
    path: `${base}/staff/noticeList`,
    summary: '学员通知记录',
    audit: 'read',
    input: pageQuery.extend({
      projectId: id,
      noticeId: id.optional(),
      staffId: id.optional(),
      /** Part of a name, a job number or an account; of accounts that are contacts only where the caller may read these. */
      query: text(100, '姓名、工号或账号').optional(),
    }),
    output: pageOf(
      z.object({
        noticeId: id,
        staffId: id,
        name: z.string(),
        loginAccount: z.string(),
        department: z.string().nullable(),
        words: z.string(),
        title: z.string(),
        sentTime: instant,
        /** What was written; both false: the person could not be reached. */
        ...channels.shape,
      }),
    ),
  }),
  rules: endpoint({
    ...by,
    path: `${base}/notice/rules`,
    summary: '项目自动提醒',
    audit: 'read',
    input: z.object({ projectId: id }),
    output: projectReminderRules,
  }),
  /** Rules are about moments that come after they were set. */
  setRules: endpoint({
    ...by,
    path: `${base}/notice/setRules`,
    summary: '设置项目自动提醒',
    audit: { action: 'setReminders', target: 'training-project' },
    input: projectReminderRules.extend({ projectId: id }),
    errors: [projectErrors.fixed, projectNoticeErrors.rulesForAll],
  }),
}
