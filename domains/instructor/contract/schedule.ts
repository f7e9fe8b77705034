/** When instructors can teach and are booked. */
import {
  asChange,
  dateInput,
  endpoint,
  id,
  instantInput,
  pageOf,
  pageQuery,
  protocolErrors,
  requiredText,
  rowVersion,
  text,
} from '@kaopei/contract'
import { z } from 'zod'
import { bookingState, rangeKind, teacherLevel } from './codes.ts'
import { scheduleErrors } from './errors.ts'
import { instructorManage } from './menus.ts'
import { span } from './shapes.ts'

const { rights } = instructorManage
const base = '/api/v1/teacher'
const ofTeacher = z.object({ teacherId: id })

/** Minutes of a day, half-open. */
const weekHours = z
  .object({
    weekday: z.int('请选择星期').min(1).max(7),
    fromMinute: z.int('请选择开始时间').min(0).max(1439),
    toMinute: z.int('请选择结束时间').min(1).max(1440),
  })
  .refine(({ fromMinute, toMinute }) => fromMinute < toMinute, { path: ['toMinute'], message: '结束时间必须晚于开始时间' })
export type WeekHours = z.output<typeof weekHours>

const range = span.extend({ id, kind: rangeKind.schema, reason: z.string() })
export type TimeRange = z.output<typeof range>

const booking = span.extend({
  id,
  teacherId: id,
  teacherName: z.string(),
  title: z.string(),
  place: z.string(),
  state: bookingState.schema,
  /** Another room has asked for it and alone moves it. */
  isOfAnother: z.boolean(),
  reason: z.string(),
  /** Whoever is booked is with the company no more: while it is before them, somebody else is needed. */
  hasLeft: z.boolean(),
  version: rowVersion,
})
export type BookingRow = z.output<typeof booking>

const shownDay = z.object({
  day: z.string(),
  free: z.array(span),
  freeMinutes: z.int(),
  bookings: z.array(booking),
  ranges: z.array(range),
})
export type ShownDay = z.output<typeof shownDay>

export const bookingFields = {
  title: requiredText(100, '授课主题'),
  place: text(200, '地点').default(''),
  beginTime: instantInput,
  endTime: instantInput,
}
const bookingErrors = [
  protocolErrors.notFound,
  scheduleErrors.overlapping,
  scheduleErrors.unavailable,
  scheduleErrors.timesInverted,
  scheduleErrors.tooLong,
  scheduleErrors.disabled,
  scheduleErrors.left,
] as const

export const schedule = {
  /** A week or a month, day by day of the company's time zone. */
  calendar: endpoint({
    path: `${base}/calendar`,
    summary: '讲师日程',
    access: rights.view,
    scope: 'department',
    audit: 'read',
    input: ofTeacher.extend({ from: dateInput, days: z.int().min(1).max(42, '一次最多查看 42 天').default(7) }),
    output: z.object({ weekHours: z.array(weekHours), days: z.array(shownDay) }),
    errors: [protocolErrors.notFound],
  }),
  /** Who is free for so long on a day: one line each, with their first slots. */
  free: endpoint({
    path: `${base}/free`,
    summary: '查找空闲讲师',
    access: rights.view,
    scope: 'department',
    audit: 'read',
    input: pageQuery.extend({
      day: dateInput,
      minutes: z.coerce.number('请输入时长').int().min(15, '时长至少 15 分钟').max(1440, '时长最多 24 小时').default(60),
      keyWords: text(50, '关键字').optional(),
      level: z.coerce.number().pipe(teacherLevel.schema).optional(),
      categoryId: id.optional(),
    }),
    output: pageOf(
      z.object({
        id,
        name: z.string(),
        level: teacherLevel.schema,
        freeMinutes: z.int(),
        slots: z.array(span),
        moreCount: z.int(),
      }),
    ),
  }),
  saveWeek: endpoint({
    path: `${base}/saveWeek`,
    summary: '保存每周可授课时间',
    access: rights.booking,
    scope: 'department',
    audit: { action: 'saveWeek', target: 'teacher-schedule' },
    input: ofTeacher.extend({ weekHours: z.array(weekHours).max(42, '时段过多') }),
    errors: [protocolErrors.notFound, scheduleErrors.weekOverlapping],
  }),
  addRange: endpoint({
    path: `${base}/addRange`,
    summary: '登记可授课或不可授课时间',
    access: rights.booking,
    scope: 'department',
    audit: { action: 'addRange', target: 'teacher-schedule' },
    input: ofTeacher.extend({
      kind: rangeKind.schema,
      beginTime: instantInput,
      endTime: instantInput,
      reason: text(200, '原因').default(''),
    }),
    output: z.object({ id }),
    errors: [protocolErrors.notFound, scheduleErrors.timesInverted, scheduleErrors.rangeTooLong, scheduleErrors.overlapping],
  }),
  removeRange: endpoint({
    path: `${base}/removeRange`,
    summary: '删除登记的时间',
    access: rights.booking,
    scope: 'department',
    audit: { action: 'removeRange', target: 'teacher-schedule' },
    input: z.object({ id }),
    errors: [protocolErrors.notFound],
  }),
}

export const teacherBooking = {
  list: endpoint({
    path: `${base}/booking/list`,
    summary: '授课预约',
    access: rights.view,
    scope: 'department',
    audit: 'read',
    input: pageQuery.extend({
      teacherId: id.optional(),
      keyWords: text(100, '关键字').optional(),
      state: z.coerce.number().pipe(bookingState.schema).optional(),
      beginTime: instantInput.optional(),
      endTime: instantInput.optional(),
    }),
    output: pageOf(booking),
  }),
  create: endpoint({
    path: `${base}/booking/create`,
    summary: '预约讲师',
    access: rights.booking,
    scope: 'department',
    audit: { action: 'create', target: 'teacher-booking' },
    input: ofTeacher.extend(bookingFields),
    output: z.object({ id }),
    errors: bookingErrors,
  }),
  modify: endpoint({
    path: `${base}/booking/modify`,
    summary: '修改预约',
    access: rights.booking,
    scope: 'department',
    audit: { action: 'update', target: 'teacher-booking' },
    input: z.object({ id, version: rowVersion, ...asChange(bookingFields) }),
    output: z.object({ id, version: rowVersion }),
    errors: [...bookingErrors, protocolErrors.changed, scheduleErrors.ofAnother, scheduleErrors.wrongState],
  }),
  cancel: endpoint({
    path: `${base}/booking/cancel`,
    summary: '取消预约',
    access: rights.booking,
    scope: 'department',
    audit: { action: 'cancel', target: 'teacher-booking' },
    input: z.object({ id, reason: requiredText(200, '取消原因') }),
    errors: [protocolErrors.notFound, scheduleErrors.ofAnother, scheduleErrors.wrongState],
  }),
  /** It took place: its hours are entered as held. */
  hold: endpoint({
    path: `${base}/booking/hold`,
    summary: '登记已授课',
    access: rights.booking,
    scope: 'department',
    audit: { action: 'hold', target: 'teacher-booking' },
    input: z.object({ id }),
    errors: [protocolErrors.notFound, scheduleErrors.ofAnother, scheduleErrors.wrongState, scheduleErrors.notYet],
  }),
}
