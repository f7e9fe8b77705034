/** Incidents of an exam: what stops the clock of many at once, also said afterwards, and what comes of it. */
import {
  codes,
  endpoint,
  id,
  instant,
  instantInput,
  pageOf,
  pageQuery,
  protocolErrors,
  requiredText,
  rowVersion,
  text,
} from '@kaopei/contract'
import { z } from 'zod'
import { hallErrors } from '../hall-errors.ts'
import { hallReason } from '../hall-reasons.ts'
import { examinationHall } from '../menus.ts'
import { incidentErrors } from './incident-errors.ts'

const { rights } = examinationHall
const path = '/api/v1/exam/proctor/incident'

/** For whom. */
export const incidentScope = codes({
  everybody: { code: 1, label: '全部考生' },
  rooms: { code: 2, label: '考场' },
  departments: { code: 3, label: '部门' },
  addresses: { code: 4, label: 'IP 地址段' },
  people: { code: 5, label: '指定考生' },
})
export type IncidentScope = z.output<typeof incidentScope.schema>

export const incidentState = codes({
  open: { code: 1, label: '进行中', tone: 'danger' },
  over: { code: 2, label: '已结束', tone: 'success' },
  takenBack: { code: 3, label: '已撤回', tone: 'neutral' },
})

/** What an incident does to an attempt. */
export const incidentOutcome = codes({
  moved: { code: 1, label: '顺延截止时间', tone: 'info' },
  stopped: { code: 2, label: '停止计时', tone: 'warning' },
  reopened: { code: 3, label: '重新开放', tone: 'active' },
  untouched: { code: 4, label: '不受影响', tone: 'neutral' },
})

const range = z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()], '网段格式不正确，例如 10.1.2.0/24')

const reach = z.object({
  examId: id,
  scopeKind: incidentScope.schema,
  roomIds: z.array(id).max(200, '最多选择 200 个考场').default([]),
  departmentIds: z.array(id).max(200, '最多选择 200 个部门').default([]),
  addresses: z.array(range).max(50, '最多 50 个网段').default([]),
  staffIds: z.array(id).max(2000, '最多选择 2000 名考生').default([]),
  fromTime: instantInput,
  /** Null: it goes on. */
  untilTime: instantInput.nullable().default(null),
  restartMinutes: z.int('恢复时间须为整数分钟').min(0, '恢复时间不能小于 0').max(120, '恢复时间不能超过 120 分钟').default(0),
})
export type IncidentReach = z.output<typeof reach>

const person = z.object({
  attemptId: id,
  staffId: id,
  name: z.string(),
  department: z.string().nullable(),
  outcome: incidentOutcome.schema,
  /** Why nothing is done, or how it was closed. */
  remark: z.string(),
  dueBefore: instant.nullable(),
  dueAfter: instant.nullable(),
  /** Of a reopened one, and of one whose deadline comes nearer. */
  leftSeconds: z.int().nullable(),
})
export type IncidentPerson = z.output<typeof person>

/** Each stay in its scope stopped the clock: who left it and came back has more than one. */
const keptPerson = person.extend({ stays: z.array(z.object({ from: instant, until: instant.nullable() })) })
export type KeptIncidentPerson = z.output<typeof keptPerson>

const counts = z.object({ moved: z.int(), stopped: z.int(), reopened: z.int(), untouched: z.int(), notBegun: z.int() })
export type IncidentCounts = z.output<typeof counts>

/** Of whose deadlines move and who is opened again, with the deadlines before. Whoever is only stopped is not in it: while it goes on others come and go. */
const fingerprint = z.string().regex(/^[0-9a-f]{64}$/, '预演标识不正确')
const dryRun = pageOf(person).extend({ counts, now: instant })

const row = z.object({
  id,
  title: z.string(),
  reason: z.string(),
  scopeText: z.string(),
  fromTime: instant,
  untilTime: instant.nullable(),
  restartMinutes: z.int(),
  state: incidentState.schema,
  /** Of the caller's people. */
  personCount: z.int(),
  reopenedCount: z.int(),
  createdByName: z.string().nullable(),
  createdTime: instant,
  version: rowVersion,
})
/** `mayChange`: everybody in it is within the caller's reach, and they are not one of them; such may end it and take it back. */
const listedRow = row.extend({ mayChange: z.boolean() })
export type IncidentRow = z.output<typeof listedRow>

const those = z.object({ id, version: rowVersion })
const refusals = [
  hallErrors.notWatchable,
  incidentErrors.untilBeforeFrom,
  incidentErrors.notInExam,
  incidentErrors.tooFar,
] as const

export const incident = {
  list: endpoint({
    path: `${path}/list`,
    summary: '考试的突发事件',
    access: rights.view,
    audit: 'read',
    scope: 'department',
    input: pageQuery.extend({ examId: id }),
    /** `openCount`: of all that the caller may hear of, on whichever page; `endableCount` of them reach nobody beyond the caller. */
    output: pageOf(listedRow).extend({ examName: z.string(), openCount: z.int(), endableCount: z.int() }),
  }),
  get: endpoint({
    path: `${path}/get`,
    summary: '突发事件报告',
    access: rights.view,
    audit: 'read',
    scope: 'department',
    input: z.object({ id }),
    output: row.extend({
      examId: id,
      examName: z.string(),
      report: z.string(),
      maySaveReport: z.boolean(),
      endedTime: instant.nullable(),
      takenBackTime: instant.nullable(),
      takenBackReason: z.string(),
    }),
    errors: [protocolErrors.notFound],
  }),
  /** Whom an incident reached, with both deadlines. */
  people: endpoint({
    path: `${path}/people`,
    summary: '突发事件涉及的考生',
    access: rights.view,
    audit: 'read',
    scope: 'department',
    input: pageQuery.extend({ id }),
    output: pageOf(keptPerson),
    errors: [protocolErrors.notFound],
  }),
  /** Rooms and departments of the exam's candidates, to choose from; rooms also for whoever moves somebody. */
  choices: endpoint({
    path: `${path}/choices`,
    summary: '突发事件可选的范围',
    access: [rights.incident, rights.move],
    audit: 'read',
    scope: 'department',
    input: z.object({ examId: id }),
    output: z.object({
      rooms: z.array(z.object({ id, name: z.string(), count: z.int() })),
      departments: z.array(z.object({ id, name: z.string(), count: z.int() })),
      people: z.array(z.object({ id, name: z.string(), department: z.string().nullable() })),
      /** Not all of them are in `people`. */
      hasMorePeople: z.boolean(),
    }),
    errors: [hallErrors.notWatchable],
  }),
  dryRun: endpoint({
    path: `${path}/dryRun`,
    summary: '突发事件预演',
    access: rights.incident,
    audit: 'read',
    scope: 'department',
    input: reach.extend(pageQuery.shape).extend({ outcome: incidentOutcome.schema.optional() }),
    output: dryRun.extend({ fingerprint }),
    errors: [...refusals],
  }),
  apply: endpoint({
    path: `${path}/apply`,
    summary: '登记突发事件并停表',
    access: rights.incident,
    audit: { action: 'stopClock', target: 'exam' },
    scope: 'department',
    input: reach.extend({
      title: requiredText(50, '事件名称'),
      reason: hallReason,
      note: text(100, '补充说明').default(''),
      /** Whoever was closed meanwhile by the server is opened again. */
      reopens: z.boolean().default(true),
      /** But for these. */
      keptClosedIds: z.array(id).max(2000).default([]),
      /** Of the dry run that was looked at: where it would say something else by now, nothing is done. */
      fingerprint: fingerprint.optional(),
    }),
    output: z.object({ id, counts }),
    errors: [...refusals, incidentErrors.nobody, incidentErrors.stale],
  }),
  end: endpoint({
    path: `${path}/end`,
    summary: '结束突发事件',
    access: rights.incident,
    audit: { action: 'endIncident', target: 'exam' },
    scope: 'department',
    input: those,
    output: z.object({ changedCount: z.int() }),
    errors: [
      protocolErrors.notFound,
      protocolErrors.changed,
      incidentErrors.notOpen,
      incidentErrors.beyondScope,
      hallErrors.ownAttempt,
    ],
  }),
  dryRunTakingBack: endpoint({
    path: `${path}/dryRunTakingBack`,
    summary: '撤回突发事件预演',
    access: rights.incident,
    audit: 'read',
    scope: 'department',
    input: pageQuery.extend({ id }),
    output: dryRun,
    errors: [protocolErrors.notFound, incidentErrors.takenBack],
  }),
  takeBack: endpoint({
    path: `${path}/takeBack`,
    summary: '撤回突发事件',
    access: rights.incident,
    audit: { action: 'takeIncidentBack', target: 'exam' },
    scope: 'department',
    input: those.extend({ reason: requiredText(200, '撤回原因') }),
    output: z.object({ changedCount: z.int() }),
    errors: [
      protocolErrors.notFound,
      protocolErrors.changed,
      incidentErrors.takenBack,
      incidentErrors.beyondScope,
      hallErrors.ownAttempt,
    ],
  }),
  saveReport: endpoint({
    path: `${path}/saveReport`,
    summary: '修改突发事件报告',
    access: rights.incident,
    audit: { action: 'modify', target: 'exam' },
    scope: 'department',
    input: those.extend({ report: text(5000, '报告') }),
    output: z.object({}),
    errors: [protocolErrors.notFound, protocolErrors.changed, incidentErrors.beyondScope],
  }),
}
