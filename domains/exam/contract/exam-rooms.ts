/** Rooms and seats of an exam. Who sits where is kept by the room venue. */

import { endpoint, id, ids, instant, pageOf, pageQuery, protocolErrors, requiredText, text, yesOrNo } from '@kaopei/contract'
import { placeState, roomStatus } from '@kaopei/venue/contract/codes'
import { planErrors } from '@kaopei/venue/contract/errors'
import {
  checkInInput,
  checkInStep,
  plan,
  planRoom,
  reservePercent,
  roomPlan,
  roomWishes,
  shownPlace,
} from '@kaopei/venue/contract/place'
import { roomRow } from '@kaopei/venue/contract/room'
import { z } from 'zod'
import { examStatus } from './exam-codes.ts'
import { examErrors } from './exam-errors.ts'
import { candidatesNotice, examManage, examSignIn, relationExamination } from './menus.ts'

const base = '/api/v1/exam/examination/room'
const ofExam = z.object({ examinationId: id })
const { view, edit, checkIn } = examManage.rights
const { view: atTheDoor } = examSignIn.rights

export const seatedRow = shownPlace.extend({
  staffId: id,
  name: z.string(),
  loginAccount: z.string(),
  jobNumber: z.string().nullable(),
  department: z.string().nullable(),
  hasAttempt: z.boolean(),
})
export type SeatedRow = z.output<typeof seatedRow>

const shownPlan = plan.extend({
  rooms: z.array(
    planRoom.extend({
      /** At some time of the exam it is closed. */
      isOutsideHours: z.boolean(),
    }),
  ),
  /** Of the caller's people: how many are candidates, have a seat, have come. */
  candidateCount: z.int(),
  seatedCount: z.int(),
  presentCount: z.int(),
  /** Nobody who sees their seat already is moved by a distribution. */
  isTold: z.boolean(),
  /** Of a cancelled exam nothing is changed any more. */
  mayChange: z.boolean(),
  /** Rooms and the distribution are for everybody: only who sees everybody lays them out. */
  mayLayOut: z.boolean(),
})
export type ExamPlan = z.output<typeof shownPlan>

const relationRow = z.object({
  /** Of exam and room. */
  key: z.string(),
  examinationId: id,
  examName: z.string(),
  /** As the clock has it. */
  examStatus: examStatus.schema,
  admissionStartTime: instant.nullable(),
  admissionEndTime: instant.nullable(),
  roomId: id,
  roomName: z.string(),
  address: z.string(),
  layoutName: z.string(),
})
export type RelationRow = z.output<typeof relationRow>

export const examRooms = {
  /** Of a room its exams, of an exam its rooms; newest exams first. */
  relation: endpoint({
    path: `${base}/relation`,
    summary: '考场关联考试',
    access: relationExamination.rights.view,
    audit: 'read',
    input: pageQuery.extend({ roomName: text(50, '考场名称').optional(), examName: text(50, '考试名称').optional() }),
    output: pageOf(relationRow),
  }),
  get: endpoint({
    path: `${base}/get`,
    method: 'GET',
    summary: '考试的考场',
    access: view,
    scope: 'department',
    audit: 'read',
    input: ofExam,
    output: shownPlan,
    errors: [protocolErrors.notFound],
  }),
  /** Rooms to choose from: those in use unless the caller says otherwise. */
  options: endpoint({
    path: `${base}/options`,
    summary: '可选的考场',
    access: view,
    audit: 'read',
    input: pageQuery.extend({
      roomName: text(50, '考场名称').optional(),
      equipment: text(20, '设备').optional(),
      roomStatus: z.coerce.number().pipe(roomStatus.schema).default(roomStatus.inUse),
    }),
    output: pageOf(roomRow.omit({ addressRanges: true }).extend({ layoutNames: z.array(z.string()) })),
  }),
  /** These rooms in this order. */
  save: endpoint({
    path: `${base}/save`,
    summary: '选择考场',
    access: edit,
    scope: 'department',
    audit: { action: 'saveRooms', target: 'exam' },
    input: ofExam.extend({ isEven: z.boolean().optional(), reservePercent: reservePercent.optional(), rooms: roomWishes }),
    output: shownPlan,
    errors: [
      protocolErrors.notFound,
      examErrors.cancelled,
      planErrors.forEverybody,
      planErrors.roomClosed,
      planErrors.roomHasPeople,
    ],
  }),
  /** Who has no seat gets one; anew: everybody but those seated by hand, until they are told. */
  distribute: endpoint({
    path: `${base}/distribute`,
    summary: '分配座位',
    access: edit,
    scope: 'department',
    audit: { action: 'distributeSeats', target: 'exam' },
    input: ofExam.extend({ isAnew: z.boolean().default(false) }),
    output: z.object({ seatedCount: z.int(), conflictCount: z.int() }),
    errors: [
      protocolErrors.notFound,
      examErrors.cancelled,
      planErrors.forEverybody,
      planErrors.shortfall,
      planErrors.noRooms,
      planErrors.told,
    ],
  }),
  list: endpoint({
    path: `${base}/list`,
    summary: '考生座位',
    access: [view, checkIn, atTheDoor, candidatesNotice.rights.view],
    scope: 'department',
    audit: 'read',
    input: pageQuery.extend({
      examinationId: id,
      keyWords: text(50, '关键字').optional(),
      roomId: id.optional(),
      state: z.coerce.number().pipe(placeState.schema).optional(),
      /** False: who has not come, as long as the exam goes on; absent, once it is over. */
      hasAttempt: yesOrNo.optional(),
    }),
    output: pageOf(seatedRow),
  }),
  seat: endpoint({
    path: `${base}/seat`,
    summary: '安排座位',
    access: edit,
    scope: 'department',
    audit: { action: 'seat', target: 'exam' },
    input: ofExam.extend({ staffId: id, roomId: id, seat: requiredText(20, '座位') }),
    errors: [
      protocolErrors.notFound,
      examErrors.cancelled,
      examErrors.unknownStaff,
      planErrors.noRooms,
      planErrors.roomClosed,
      planErrors.noSuchSeat,
      planErrors.seatTaken,
    ],
  }),
  /** Who needs a seat that a wheelchair reaches. */
  setNeeds: endpoint({
    path: `${base}/setNeeds`,
    summary: '设置无障碍座位需求',
    access: edit,
    scope: 'department',
    audit: { action: 'setSeatNeeds', target: 'exam' },
    input: ofExam.extend({ staffIds: ids, needsAccessible: z.boolean() }),
    errors: [protocolErrors.notFound, examErrors.cancelled, examErrors.unknownStaff],
  }),
  map: endpoint({
    path: `${base}/map`,
    method: 'GET',
    summary: '考场座位图',
    access: [view, checkIn, atTheDoor],
    scope: 'department',
    audit: 'read',
    input: ofExam.extend({ roomId: id }),
    output: roomPlan.extend({
      /** Names of the caller's people; of others only that the seat is taken. */
      people: z.array(z.object({ seat: z.string(), name: z.string().nullable(), state: placeState.schema })),
    }),
    errors: [protocolErrors.notFound],
  }),
  /** Every step of somebody's signing in, the newest first. */
  checkIns: endpoint({
    path: `${base}/checkIns`,
    summary: '签到记录',
    access: [view, checkIn, atTheDoor],
    scope: 'department',
    audit: 'read',
    input: ofExam.extend({ staffId: id }),
    output: z.object({ dataList: z.array(checkInStep), totalCount: z.int() }),
    errors: [protocolErrors.notFound],
  }),
  /** By list, or by what the QR of a ticket says. */
  checkIn: endpoint({
    path: `${base}/checkIn`,
    summary: '考生签到',
    access: [checkIn, atTheDoor],
    scope: 'department',
    audit: { action: 'checkIn', target: 'exam' },
    input: ofExam
      .extend({ staffId: id.optional(), code: text(100, '准考证二维码').optional(), ...checkInInput })
      .refine(({ staffId, code }) => (staffId === undefined) !== (code === undefined), {
        path: ['code'],
        error: '请选择考生或扫描准考证',
      }),
    output: seatedRow,
    errors: [
      protocolErrors.notFound,
      examErrors.cancelled,
      planErrors.needsSeat,
      planErrors.noSuchSeat,
      planErrors.seatTaken,
      planErrors.reasonNeeded,
      planErrors.wrongState,
    ],
  }),
}
