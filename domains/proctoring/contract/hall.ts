/** The invigilators' hall: who sits right now, and what is done to whom. */
import { endpoint, id, instant, instantInput, pageOf, pageQuery, protocolErrors, requiredText, text } from '@kaopei/contract'
import { examErrors } from '@kaopei/exam/contract/exam-errors'
import { planErrors } from '@kaopei/venue/contract/errors'
import { z } from 'zod'
import { hallErrors } from './hall-errors.ts'
import { hallReason } from './hall-reasons.ts'
import { examinationHall } from './menus.ts'

const path = '/api/v1/exam/proctor'
const { rights } = examinationHall

const watchedExam = z.object({
  examId: id,
  name: z.string(),
  openTime: instant.nullable(),
  closeTime: instant.nullable(),
  /** Of the caller's data scope. */
  candidateCount: z.int(),
  sittingCount: z.int(),
  finishedCount: z.int(),
})

/** 在线 within 45 s, 失联 after, for long after 120 s; none: not begun, or over. */
export const contact = z.enum(['online', 'lost', 'longLost', 'none'])

const row = z.object({
  staffId: id,
  name: z.string(),
  department: z.string().nullable(),
  /** Where the plan has them sit, or where they really do; null: no room. */
  roomName: z.string().nullable(),
  seat: z.string().nullable(),
  /** Null: not begun. */
  attemptId: id.nullable(),
  state: z.string(),
  isUnderWay: z.boolean(),
  /** The caller's own: nobody acts on theirs. */
  isOwn: z.boolean(),
  mayPause: z.boolean(),
  /** An invigilator has paused them; what an incident stops, or a break, goes on with its end. */
  mayResume: z.boolean(),
  /** Taken in by force within the last half hour. */
  mayReopen: z.boolean(),
  dueTime: instant.nullable(),
  contact,
  lastContactTime: instant.nullable(),
  absences: z.int(),
  awaySeconds: z.int(),
  unreadCount: z.int(),
  call: z.object({ text: z.string(), time: instant }).nullable(),
  /** What comes first, as long as nobody has dealt with it: 4 serious, 3 warning, 2 a call, 1 lost contact, 0 the rest. */
  urgency: z.int(),
})
export type HallRow = z.output<typeof row>

const those = { examId: id, attemptIds: z.array(id).min(1, '请至少选择一名考生').max(2000, '一次最多处理 2000 名考生') }
const why = { reason: hallReason, note: text(100, '补充说明').default('') }
/** `leftOut`: those of the chosen with whom nothing was done, because they had handed in, or stood already as they should. */
const done = z.object({ changedCount: z.int(), leftOut: z.array(z.string()) })

export const hall = {
  exams: endpoint({
    path: `${path}/exams`,
    summary: '正在进行与即将开始的考试',
    access: rights.view,
    audit: 'read',
    scope: 'department',
    input: pageQuery,
    output: pageOf(watchedExam),
  }),
  watch: endpoint({
    path: `${path}/watch`,
    summary: '考场实时状态',
    access: rights.view,
    audit: 'read',
    scope: 'department',
    /** Rows that changed since an answer's `serverTime`; without it everybody. */
    input: z.object({ examId: id, since: instantInput.optional() }),
    output: z.object({
      serverTime: instant,
      name: z.string(),
      closeTime: instant.nullable(),
      /** The exam goes on, and everybody in it is within the caller's reach; the right is asked for besides. */
      mayEndExam: z.boolean(),
      /** Somebody can be moved to another seat. */
      hasRooms: z.boolean(),
      dataList: z.array(row),
      totalCount: z.int(),
    }),
    errors: [protocolErrors.notFound, hallErrors.notWatchable],
  }),
  tell: endpoint({
    path: `${path}/tell`,
    summary: '向考生发送消息或警告',
    access: rights.tell,
    audit: { action: 'tell', target: 'examResult' },
    scope: 'department',
    /** A warning says which rule it is about, as every act does. */
    input: z
      .object({
        ...those,
        kind: z.enum(['message', 'warning']),
        reason: hallReason.optional(),
        text: requiredText(300, '消息内容'),
      })
      .refine(({ kind, reason }) => kind !== 'warning' || reason !== undefined, { path: ['reason'], error: '请选择原因' }),
    output: done,
    errors: [hallErrors.strangers, hallErrors.ownAttempt],
  }),
  answerCalls: endpoint({
    path: `${path}/answerCalls`,
    summary: '回应考生呼叫',
    access: rights.tell,
    audit: { action: 'answerCall', target: 'examResult' },
    scope: 'department',
    input: z.object({ ...those }),
    output: done,
    errors: [hallErrors.strangers, hallErrors.ownAttempt],
  }),
  /** The absences that there are come first no more; another one does again. The candidate is not told. */
  handle: endpoint({
    path: `${path}/handle`,
    summary: '将考生的离开标为已处理',
    access: rights.tell,
    audit: { action: 'handle', target: 'examResult' },
    scope: 'department',
    input: z.object({ ...those }),
    output: done,
    errors: [hallErrors.strangers, hallErrors.ownAttempt],
  }),
  pause: endpoint({
    path: `${path}/pause`,
    summary: '暂停考生的考试',
    access: rights.pause,
    audit: { action: 'pause', target: 'examResult' },
    scope: 'department',
    input: z.object({ ...those, ...why }),
    output: done,
    errors: [hallErrors.strangers, hallErrors.ownAttempt],
  }),
  resume: endpoint({
    path: `${path}/resume`,
    summary: '恢复考生的考试',
    access: rights.pause,
    audit: { action: 'resume', target: 'examResult' },
    scope: 'department',
    input: z.object({ ...those, ...why }),
    output: done,
    errors: [hallErrors.strangers, hallErrors.ownAttempt],
  }),
  extend: endpoint({
    path: `${path}/extend`,
    summary: '为考生加时',
    access: rights.extend,
    audit: { action: 'saveTimes', target: 'examResult' },
    scope: 'department',
    input: z.object({
      ...those,
      ...why,
      minutes: z.int('加时须为整数分钟').min(1, '加时不能小于 1 分钟').max(240, '一次加时不能超过 240 分钟'),
    }),
    output: done,
    errors: [
      hallErrors.strangers,
      hallErrors.ownAttempt,
      examErrors.cancelled,
      examErrors.unknownStaff,
      examErrors.groupRefused,
      examErrors.groupOutOfScope,
      examErrors.ownTimes,
      examErrors.overrideInverted,
    ],
  }),
  force: endpoint({
    path: `${path}/force`,
    summary: '强制考生交卷',
    access: rights.force,
    audit: { action: 'force', target: 'examResult' },
    scope: 'department',
    input: z.object({ ...those, ...why }),
    output: done,
    errors: [hallErrors.strangers, hallErrors.ownAttempt],
  }),
  reopen: endpoint({
    path: `${path}/reopen`,
    summary: '重新开放被强制交卷的考试',
    access: rights.force,
    audit: { action: 'reopen', target: 'examResult' },
    scope: 'department',
    input: z.object({ examId: id, attemptId: id, ...why }),
    output: done,
    errors: [hallErrors.strangers, hallErrors.ownAttempt, hallErrors.mayNotReopen],
  }),
  /** To another seat of the exam's rooms: the candidate is told. */
  move: endpoint({
    path: `${path}/move`,
    summary: '为考生换考场或座位',
    access: rights.move,
    audit: { action: 'move', target: 'examResult' },
    scope: 'department',
    input: z.object({ examId: id, attemptId: id, roomId: id, seat: requiredText(20, '座位号'), ...why }),
    output: done,
    errors: [
      hallErrors.strangers,
      hallErrors.ownAttempt,
      planErrors.noRooms,
      planErrors.roomClosed,
      planErrors.noSuchSeat,
      planErrors.seatTaken,
    ],
  }),
  /** Of everybody: nobody enters any more, who is inside has two minutes to hand in. */
  endExam: endpoint({
    path: `${path}/endExam`,
    summary: '提前结束考试',
    access: rights.endExam,
    audit: { action: 'endExam', target: 'exam' },
    scope: 'department',
    input: z.object({ examId: id, ...why }),
    output: z.object({ changedCount: z.int() }),
    errors: [protocolErrors.notFound, hallErrors.notEverybody, examErrors.cancelled, examErrors.notPublished, examErrors.ended],
  }),
  switchScreenDetail: endpoint({
    path: '/api/v1/exam/examination/cheat/switchScreenDetail',
    summary: '切屏详情',
    access: rights.view,
    audit: 'read',
    scope: 'department',
    input: z.object({ examinationResultId: id }),
    output: z.object({
      name: z.string(),
      examName: z.string(),
      countedCount: z.int(),
      countedSeconds: z.int(),
      dataList: z.array(
        z.object({
          kind: z.enum(['hidden', 'fullScreen', 'focus', 'left']),
          beginTime: instant.nullable(),
          milliseconds: z.int(),
          isGoingOn: z.boolean(),
          /** Null: it counts. */
          notCountedBecause: z.string().nullable(),
        }),
      ),
      totalCount: z.int(),
    }),
    errors: [protocolErrors.notFound],
  }),
}
