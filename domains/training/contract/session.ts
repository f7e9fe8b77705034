/** Offline sessions: where, when, how many, who came. For those who take part and for those who organise. */
import { endpoint, id, ids, instant, pageOf, pageQuery, protocolErrors, requiredText, rowVersion, text } from '@kaopei/contract'
import { z } from 'zod'
import { attendanceState } from './codes.ts'
import { projectErrors } from './errors.ts'
import { projectLearnErrors } from './learn-errors.ts'
import { projectCenter } from './menus.ts'
import { sessionErrors } from './session-errors.ts'
import { sessionChange, shownSession } from './session-facts.ts'

const { rights } = projectCenter
const base = '/api/v1/train/session'

const shownFacts = shownSession.extend({
  taskId: id,
  projectId: id,
  title: z.string(),
})

const counts = z.object({
  /** Of the people whom it is for. */
  expected: z.int(),
  booked: z.int(),
  present: z.int(),
  late: z.int(),
  onLeave: z.int(),
  absent: z.int(),
})
export type SessionCounts = z.output<typeof counts>

const organised = shownFacts.extend({
  projectName: z.string(),
  /** Not held yet, and its instructor has left or was removed: somebody else is needed. */
  isLecturerGone: z.boolean(),
  version: z.int(),
  counts,
})
export type OrganisedSession = z.output<typeof organised>

const own = shownFacts.extend({
  placesLeft: z.int().nullable(),
  attendance: attendanceState.schema.nullable(),
  signedAt: instant.nullable(),
  reason: z.string(),
  /** What can be done now, by the server's clock. */
  mayBook: z.boolean(),
  mayCancel: z.boolean(),
  mayLeave: z.boolean(),
})
export type OwnSession = z.output<typeof own>

/** By which way somebody came onto the list. */
export const attendanceWays = { qr: '扫码', list: '登记', own: '本人' } as const

export const attendanceRow = z.object({
  staffId: id,
  name: z.string(),
  loginAccount: z.string(),
  jobNumber: z.string().nullable(),
  department: z.string().nullable(),
  /** Null: nothing was booked, said or signed. */
  state: attendanceState.schema.nullable(),
  way: z.enum(['qr', 'list', 'own']).nullable(),
  signedAt: instant.nullable(),
  /** From which address the code was sent in. */
  address: z.string().nullable(),
  reason: z.string(),
  changedByName: z.string().nullable(),
})
export type AttendanceRow = z.output<typeof attendanceRow>

const ofTask = z.object({ task: id })
const learnerRefusals = [
  protocolErrors.notFound,
  projectLearnErrors.notMine,
  projectLearnErrors.gone,
  projectLearnErrors.ended,
  projectLearnErrors.locked,
  projectLearnErrors.notThisKind,
] as const

/** By hand: 补签, 请假, 缺席; null takes the entry back. */
const handState = attendanceState.schema.nullable()

/** For those who take part. */
export const ownSession = {
  open: endpoint({
    path: `${base}/open`,
    summary: '线下课详情',
    access: 'signedIn',
    audit: 'ownTrail',
    isRepeatable: true,
    input: ofTask,
    output: own,
    errors: learnerRefusals,
  }),
  book: endpoint({
    path: `${base}/book`,
    summary: '预约线下课',
    access: 'signedIn',
    audit: 'ownTrail',
    isRepeatable: true,
    input: ofTask,
    output: own,
    errors: [...learnerRefusals, sessionErrors.held, sessionErrors.full, sessionErrors.bookingOver],
  }),
  cancelBooking: endpoint({
    path: `${base}/cancelBooking`,
    summary: '取消预约',
    access: 'signedIn',
    audit: 'ownTrail',
    isRepeatable: true,
    input: ofTask,
    output: own,
    errors: [...learnerRefusals, sessionErrors.held, sessionErrors.bookingOver, sessionErrors.signedAlready],
  }),
  leave: endpoint({
    path: `${base}/leave`,
    summary: '线下课请假',
    access: 'signedIn',
    audit: 'ownTrail',
    isRepeatable: true,
    input: ofTask.extend({ reason: requiredText(200, '请假原因') }),
    output: own,
    errors: [...learnerRefusals, sessionErrors.held, sessionErrors.over, sessionErrors.signedAlready],
  }),
  /** What the code in the room says, with a secret of this device. The same again is answered as before. */
  signIn: endpoint({
    path: `${base}/signIn`,
    summary: '扫码签到',
    access: 'signedIn',
    audit: 'ownTrail',
    isRepeatable: true,
    input: ofTask.extend({
      code: z.string('二维码无效').max(100, '二维码无效'),
      device: z.string('设备标识格式不正确').regex(/^[0-9A-Za-z_-]{32,64}$/, '设备标识格式不正确'),
    }),
    output: own,
    errors: [
      ...learnerRefusals,
      sessionErrors.codeExpired,
      sessionErrors.notYet,
      sessionErrors.over,
      sessionErrors.held,
      sessionErrors.noPlace,
      sessionErrors.deviceUsed,
    ],
  }),
}

/** For those who organise. */
export const projectSession = {
  list: endpoint({
    path: `${base}/list`,
    summary: '线下课列表',
    access: rights.view,
    scope: 'department',
    audit: 'read',
    input: pageQuery.extend({ projectId: id }),
    output: pageOf(organised),
    errors: [protocolErrors.notFound],
  }),
  get: endpoint({
    path: `${base}/get`,
    method: 'GET',
    summary: '线下课',
    access: rights.view,
    scope: 'department',
    audit: 'read',
    input: ofTask,
    output: organised,
    errors: [protocolErrors.notFound],
  }),
  /** What is left out stays as it is. */
  save: endpoint({
    path: `${base}/save`,
    summary: '修改线下课',
    access: rights.edit,
    scope: 'department',
    audit: { action: 'edit', target: 'training-session' },
    input: sessionChange.extend({ task: id, version: rowVersion }),
    output: organised,
    errors: [
      protocolErrors.notFound,
      protocolErrors.changed,
      projectErrors.fixed,
      sessionErrors.timesInverted,
      sessionErrors.belowTaken,
      sessionErrors.lecturerTaken,
      sessionErrors.held,
    ],
  }),
  /** What the screen in the room shows: asked for anew before the code changes. */
  qr: endpoint({
    path: `${base}/qr`,
    summary: '签到二维码',
    access: rights.attend,
    scope: 'department',
    audit: 'read',
    input: ofTask,
    output: z.object({
      url: z.string(),
      /** Until the code changes. */
      nextInMs: z.int(),
      /** For so long is the one in the answer accepted. */
      validForMs: z.int(),
      serverTime: instant,
      counts,
      /** The last who signed in, newest first. */
      latest: z.array(z.object({ name: z.string(), at: instant, isLate: z.boolean() })),
    }),
    errors: [protocolErrors.notFound, projectErrors.fixed, sessionErrors.held],
  }),
  attendance: endpoint({
    path: `${base}/attendance`,
    summary: '签到名单',
    access: rights.view,
    audit: 'read',
    scope: 'department',
    input: pageQuery.extend({
      task: id,
      keyword: text(50, '关键字').default(''),
      /** 0: without an entry. */
      state: z.coerce
        .number()
        .pipe(z.union([z.literal(0), attendanceState.schema]))
        .optional(),
    }),
    output: pageOf(attendanceRow).extend({ counts }),
    errors: [protocolErrors.notFound],
  }),
  setAttendance: endpoint({
    path: `${base}/setAttendance`,
    summary: '登记签到',
    access: rights.attend,
    audit: { action: 'attend', target: 'training-session' },
    scope: 'department',
    input: ofTask.extend({ staffIds: ids, state: handState, reason: text(200, '原因').default('') }),
    output: z.object({ changedCount: z.int() }),
    errors: [
      protocolErrors.notFound,
      projectErrors.fixed,
      sessionErrors.full,
      sessionErrors.reasonNeeded,
      sessionErrors.unknownStaff,
    ],
  }),
  close: endpoint({
    path: `${base}/close`,
    summary: '关闭签到名单',
    access: rights.attend,
    scope: 'department',
    audit: { action: 'close', target: 'training-session' },
    input: ofTask,
    output: organised,
    errors: [protocolErrors.notFound, projectErrors.fixed, sessionErrors.held, sessionErrors.notOver, sessionErrors.beyondScope],
  }),
  sheet: endpoint({
    path: `${base}/sheet`,
    summary: '导出签到表',
    access: rights.export,
    audit: { action: 'export', target: 'training-session' },
    scope: 'department',
    download: true,
    input: ofTask,
    errors: [protocolErrors.notFound],
  }),
}
