/** What candidates are told of an exam: the wordings of its notice that they confirmed, and announcements while it goes on. */
import {
  codes,
  endpoint,
  id,
  ids,
  instant,
  labelled,
  pageOf,
  pageQuery,
  protocolErrors,
  requiredText,
  text,
} from '@kaopei/contract'
import { z } from 'zod'
import { examStatus } from './exam-codes.ts'
import { examErrors } from './exam-errors.ts'
import { candidatesNotice } from './menus.ts'

const base = '/api/v1/exam/examination/notice'
const { view, announce } = candidatesNotice.rights

export const audiences = ['all', 'room', 'people'] as const
export type Audience = (typeof audiences)[number]
export const audienceLabels: Readonly<Record<Audience, string>> = { all: '全部考生', room: '考场', people: '指定考生' }

/** What became of an announcement for one person. */
export const deliveryState = codes({
  queued: { code: 0, label: '待发送', tone: 'neutral' },
  sent: { code: 1, label: '已发送', tone: 'info' },
  delivered: { code: 2, label: '已送达', tone: 'active' },
  failed: { code: 3, label: '未送达', tone: 'danger' },
  acknowledged: { code: 4, label: '已确认', tone: 'success' },
})

const examRow = z.object({
  examinationId: id,
  examName: z.string(),
  /** As the clock has it. */
  examStatus: examStatus.schema,
  admissionStartTime: instant.nullable(),
  admissionEndTime: instant.nullable(),
  versionCount: z.int(),
  candidateCount: z.int(),
  confirmedCount: z.int(),
  announcementCount: z.int(),
})
export type NoticeExamRow = z.output<typeof examRow>

const versionRow = z.object({
  hash: z.string(),
  information: z.string(),
  terms: z.array(z.string()),
  firstTime: instant,
  /** Of the caller's people, those whose last confirmation is of this wording. */
  confirmedCount: z.int(),
})
export type NoticeVersionRow = z.output<typeof versionRow>

const announcementRow = z.object({
  id,
  text: z.string(),
  audience: z.enum(audiences),
  roomName: z.string().nullable(),
  byName: z.string().nullable(),
  time: instant,
  queuedCount: z.int(),
  sentCount: z.int(),
  deliveredCount: z.int(),
  failedCount: z.int(),
  acknowledgedCount: z.int(),
})
export type AnnouncementRow = z.output<typeof announcementRow>

const toldRow = z.object({
  staffId: id,
  name: z.string(),
  department: z.string().nullable(),
  state: deliveryState.schema,
  sentTime: instant.nullable(),
  deliveredTime: instant.nullable(),
  acknowledgedTime: instant.nullable(),
  tries: z.int(),
})
export type ToldRow = z.output<typeof toldRow>

const ofExam = z.object({ examinationId: id })

export const examAnnouncements = {
  exams: endpoint({
    path: `${base}/exams`,
    summary: '考试须知与公告',
    access: view,
    scope: 'department',
    audit: 'read',
    input: pageQuery.extend({ examName: text(50, '考试名称').optional() }),
    output: pageOf(examRow),
  }),
  about: endpoint({
    path: `${base}/about`,
    method: 'GET',
    summary: '考试的须知与公告',
    access: view,
    scope: 'department',
    audit: 'read',
    input: ofExam,
    output: z.object({ examName: z.string(), rooms: z.array(z.object({ roomId: id, roomName: z.string() })) }),
    errors: [protocolErrors.notFound],
  }),
  /** Each wording that somebody confirmed, whole, newest first. */
  versions: endpoint({
    path: `${base}/versions`,
    summary: '考试须知的版本',
    access: view,
    scope: 'department',
    audit: 'read',
    input: pageQuery.extend({ examinationId: id }),
    output: pageOf(versionRow),
    errors: [protocolErrors.notFound],
  }),
  list: endpoint({
    path: `${base}/announcements`,
    summary: '考试公告',
    access: view,
    scope: 'department',
    audit: 'read',
    input: pageQuery.extend({ examinationId: id }),
    output: pageOf(announcementRow),
    errors: [protocolErrors.notFound],
  }),
  people: endpoint({
    path: `${base}/people`,
    summary: '考试公告的送达情况',
    access: view,
    scope: 'department',
    audit: 'read',
    input: pageQuery.extend({ announcementId: id, state: z.coerce.number().pipe(deliveryState.schema).optional() }),
    output: pageOf(toldRow),
    errors: [protocolErrors.notFound],
  }),
  /** Whoever sits hears it at once, whoever has not begun when they begin; everybody confirms that they have read it. */
  send: endpoint({
    path: `${base}/send`,
    summary: '发布考试公告',
    access: announce,
    scope: 'department',
    audit: { action: 'announce', target: 'exam' },
    input: ofExam
      .extend({
        text: requiredText(300, '公告内容'),
        audience: labelled(z.enum(audiences, '请选择公告对象'), audienceLabels).default('all'),
        roomId: id.optional(),
        staffIds: ids.optional(),
      })
      .refine(({ audience, roomId }) => (audience === 'room') === (roomId !== undefined), {
        path: ['roomId'],
        error: '请选择考场',
      })
      .refine(({ audience, staffIds }) => (audience === 'people') === (staffIds !== undefined), {
        path: ['staffIds'],
        error: '请选择考生',
      }),
    /** `leftOut`: chosen people who have handed in already. */
    output: z.object({ announcementId: id, sentCount: z.int(), queuedCount: z.int(), leftOut: z.array(z.string()) }),
    errors: [protocolErrors.notFound, examErrors.notPublished, examErrors.ended, examErrors.nobodyToTell],
  }),
  /** To whom it was not delivered; whoever no longer sits cannot be told. */
  resend: endpoint({
    path: `${base}/resend`,
    summary: '向未送达的考生重发公告',
    access: announce,
    scope: 'department',
    audit: { action: 'announceAgain', target: 'exam' },
    input: z.object({ announcementId: id }),
    output: z.object({ sentCount: z.int(), leftCount: z.int() }),
    errors: [protocolErrors.notFound],
  }),
}
