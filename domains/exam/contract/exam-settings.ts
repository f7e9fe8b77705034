/**
 * What an exam's author may set besides name, time and paper: the flags of the exam save payload in the specification's
 * spelling. They are kept in `exam.exam.settings` and parsed on every read by `examSettings`, which fills what an older row lacks.
 */
import { codes, id, text, tickFlag } from '@kaopei/contract'
import { z } from 'zod'
import { defaultNoticeTemplates, noticeTemplates } from './exam-notices.ts'

export const examUseWay = codes({
  formal: { code: 1, label: '正式考试' },
  simulation: { code: 2, label: '模拟考试' },
})
export function isSimulation({ examUseWay: way }: { readonly examUseWay: number }): boolean {
  return way === examUseWay.simulation
}

/** How an exam is called where only its name stands: in messages, files, the ledger. */
export function titleOfExam(name: string, { examUseWay: way }: { readonly examUseWay: number }): string {
  return isSimulation({ examUseWay: way }) ? `${name}（模拟）` : name
}
export const outerParticipationMode = codes({
  none: { code: 0, label: '不对外开放' },
  byLinkWithInformation: { code: 1, label: '凭链接参加，采集信息' },
  byLinkWithPassword: { code: 2, label: '凭链接和密码参加' },
  importedOnly: { code: 3, label: '仅限导入名单' },
})
/** Whether people from outside may come in by a link of their own accord. */
export function isByLink(mode: number): boolean {
  return mode === outerParticipationMode.byLinkWithInformation || mode === outerParticipationMode.byLinkWithPassword
}
export const reviewQuestionType = codes({
  byPaper: { code: 1, label: '按试卷阅卷' },
  byQuestion: { code: 2, label: '按题目阅卷' },
})

/** An instant as it is stored and sent: ISO text, so that input, row and answer are one shape. */
const instantText = z.iso.datetime({ offset: true, error: '时间格式不正确' }).max(40, '时间格式不正确')
const count = (max: number, label: string) =>
  z.number(`请输入${label}`).int(`${label}须为整数`).min(0, `${label}不能小于 0`).max(max, `${label}不能大于 ${max}`)

/** No field has a default here: `.partial()` of it is what one step of the wizard sends. */
export const examSettingFields = z.object({
  // What a candidate may see afterwards (server/rules/visible-aspects.ts)
  permitQueryScore: tickFlag,
  permitViewDetail: tickFlag,
  permitViewAnswer: tickFlag,
  permitViewAnalysis: tickFlag,
  /** The above may be looked at while others may still sit; otherwise nothing of questions and marks before the last answer of anybody. */
  permitViewEarly: tickFlag,
  /** When the above may be looked at; either side open; null: at any time. */
  permitViewTime: z.object({ start: instantText.nullable(), end: instantText.nullable() }).nullable(),

  // Supervision
  permitScreenPhoto: tickFlag,
  permitCamera: tickFlag,
  /** A film of the first camera; nobody is recognised. */
  permitFaceRecord: tickFlag,
  permitSecondView: tickFlag,
  permitScreenRecord: tickFlag,
  /** The exam is sat in full screen; leaving it counts as leaving the exam. */
  permitFullScreen: tickFlag,
  /** Copying and pasting is allowed. */
  permitCopyPaste: tickFlag,
  /** How often a candidate may leave the exam's window: one time more hands the paper in; 0: no limit. */
  switchScreenNumberLimit: count(99, '切屏次数限制'),
  /** How many seconds a candidate may be away: one more hands the paper in; 0: no limit. */
  switchScreenSeconds: count(3600, '切屏时长限制'),
  /** The seconds of all absences together; otherwise of each. */
  switchScreenSecondsSum: tickFlag,

  // Answering
  /** May go on without having answered. */
  permitSkip: tickFlag,
  /** May go back to questions already passed. */
  permitSkipBack: tickFlag,
  /** May hand in with unanswered questions. */
  permitSkipSubmit: tickFlag,
  /** Questions come in a random order per attempt. */
  isQuestionOrder: tickFlag,
  /** Options come in a random order per attempt. */
  isQuestionOptionOrder: tickFlag,
  /** Minutes from the start before which nobody may hand in; 0: none. */
  forceCommitTime: count(10_080, '限制交卷时间'),
  /** Attempts allowed; 0: unlimited. */
  repeatCount: count(99, '允许考试次数'),
  /** No entry later than so many minutes after the opening; null: until the close. */
  lateEntryMinutes: count(10_080, '迟到限制时间').nullable(),
  /** Answers sent in time but received later than the deadline are taken for so long. */
  graceSeconds: count(600, '网络宽限时间'),

  // Marking
  reviewQuestionType: reviewQuestionType.schema,
  /** Markers do not see whose answers they mark. */
  anonymousFlag: tickFlag,

  // Taking part
  examUseWay: examUseWay.schema,
  /** How people from outside the company come in, if at all (server/outside-people.ts). */
  outerParticipationMode: outerParticipationMode.schema,
  /** Asked of every candidate at the entry; empty: none. Never sent to a candidate. */
  password: text(32, '考试密码'),

  // Notices
  /** For every notice for which `noticeTemplates` says nothing. */
  smsTemplateId: id.nullable(),
  mailTemplateId: id.nullable(),
  noticeTemplates,
  notifyPublish: tickFlag,
  notifyStart: tickFlag,
  notifyEnd: tickFlag,
  notifyResult: tickFlag,
  notifyAnalysis: tickFlag,
  /** Reviewers, by mail. */
  notifyReviewer: tickFlag,

  // Scores
  /** Pass mark in percent of the total; null: the pass score is given in points. */
  passRate: z.number('请输入及格率').min(0, '及格率不能小于 0').max(100, '及格率不能大于 100').nullable(),
})
export type ExamSettings = z.output<typeof examSettingFields>

export const defaultExamSettings: ExamSettings = {
  permitQueryScore: true,
  permitViewDetail: true,
  permitViewAnswer: false,
  permitViewAnalysis: false,
  permitViewEarly: false,
  permitViewTime: null,
  permitScreenPhoto: false,
  permitCamera: false,
  permitFaceRecord: false,
  permitSecondView: false,
  permitScreenRecord: false,
  permitFullScreen: false,
  permitCopyPaste: false,
  switchScreenNumberLimit: 0,
  switchScreenSeconds: 0,
  switchScreenSecondsSum: false,
  permitSkip: true,
  permitSkipBack: true,
  permitSkipSubmit: true,
  isQuestionOrder: false,
  isQuestionOptionOrder: false,
  forceCommitTime: 0,
  repeatCount: 1,
  lateEntryMinutes: null,
  graceSeconds: 60,
  reviewQuestionType: reviewQuestionType.byPaper,
  anonymousFlag: true,
  examUseWay: examUseWay.formal,
  outerParticipationMode: outerParticipationMode.none,
  password: '',
  smsTemplateId: null,
  mailTemplateId: null,
  noticeTemplates: defaultNoticeTemplates,
  notifyPublish: false,
  notifyStart: false,
  notifyEnd: false,
  notifyResult: false,
  notifyAnalysis: false,
  notifyReviewer: true,
  passRate: null,
}

/** `examSettings.parse(row.settings)`: the stored settings over the defaults. */
export const examSettings = z.preprocess(
  (stored) => ({ ...defaultExamSettings, ...(typeof stored === 'object' ? stored : {}) }),
  examSettingFields,
)

/** The view window as instants, as server/rules/visible-aspects.ts asks for it. */
export function viewTimeOf(settings: Pick<ExamSettings, 'permitViewTime'>): { start: Date | null; end: Date | null } | null {
  if (settings.permitViewTime === null) return null
  const { start, end } = settings.permitViewTime
  return { start: start === null ? null : new Date(start), end: end === null ? null : new Date(end) }
}
