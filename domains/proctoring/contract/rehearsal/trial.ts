/** Candidates try device and network days before an exam; organisers and invigilators see who is ready. */
import { type CodeOf, endpoint, id, instant, lineText, pageOf, pageQuery, protocolErrors, text } from '@kaopei/contract'
import { device } from '@kaopei/sitting/contract/shapes'
import { z } from 'zod'
import { examinationHall } from '../menus.ts'
import { trialItem, trialStanding } from './codes.ts'
import { rehearsalErrors } from './rehearsal-errors.ts'

const path = '/api/v1/exam/rehearsal'
const { rights } = examinationHall

const check = z.object({
  item: trialItem.schema,
  state: z.enum(['good', 'warn', 'bad']),
  text: text(200, '检测结果'),
})
export type TrialCheck = z.output<typeof check>
export type TrialStanding = CodeOf<typeof trialStanding>

const tried = {
  state: trialStanding.schema,
  /** Of the trial that counts; null: none. */
  time: instant.nullable(),
  deviceName: z.string().nullable(),
  /** What was not good, in words. */
  problems: z.array(z.string()),
}

/** Exams of one question for one's own trials. */
export const mostOwnTrials = 100

const trialFilter = z.object({
  examinationId: id,
  name: text(50, '考生姓名').optional(),
  state: z.coerce.number().pipe(trialStanding.schema).optional(),
})

const row = z.object({
  staffId: id,
  name: z.string(),
  department: z.string().nullable(),
  ...tried,
  tries: z.int(),
  remindedTime: instant.nullable(),
})
export type TrialRow = z.output<typeof row>

export const trial = {
  own: endpoint({
    path: `${path}/ownTrials`,
    summary: '我的设备测试',
    access: 'signedIn',
    audit: 'read',
    /** Those on the screen: whoever was in many exams has tried their device for each. */
    input: z.object({ examIds: z.array(id).min(1).max(mostOwnTrials, `一次最多 ${mostOwnTrials} 场考试`) }),
    output: z.object({ dataList: z.array(z.object({ examId: id, ...tried })), totalCount: z.int() }),
  }),
  /** What an exam asks of this candidate's device. */
  asked: endpoint({
    path: `${path}/askedOfDevice`,
    summary: '设备测试的项目',
    access: 'signedIn',
    audit: 'read',
    input: z.object({ examId: id }),
    output: z.object({
      name: z.string(),
      openTime: instant.nullable(),
      wantsScreen: z.boolean(),
      wantsCamera: z.boolean(),
      wantsSecond: z.boolean(),
      wantsSafeBrowser: z.boolean(),
      hasSafeConfig: z.boolean(),
      /** Whether this very call comes from one. */
      isSafeBrowser: z.boolean(),
      wantsFullScreen: z.boolean(),
      state: trialStanding.schema,
      time: instant.nullable(),
    }),
    errors: [protocolErrors.notFound, rehearsalErrors.notOpen],
  }),
  /** Phone and safe browser are looked at by the server; what a client says of them counts for nothing. */
  save: endpoint({
    path: `${path}/saveTrial`,
    summary: '提交设备测试结果',
    access: 'signedIn',
    audit: 'ownTrail',
    isRepeatable: true,
    input: z.object({
      examId: id,
      device,
      deviceName: lineText(100, '设备名称'),
      checks: z
        .array(check)
        .min(1, '请先完成检测')
        .max(20, '检测项目过多')
        .refine((checks) => new Set(checks.map(({ item }) => item)).size === checks.length, '同一项目只能提交一次'),
    }),
    output: z.object({ state: trialStanding.schema, time: instant }),
    errors: [protocolErrors.notFound, rehearsalErrors.notOpen],
  }),
  list: endpoint({
    path: `${path}/listTrials`,
    summary: '考生设备测试情况',
    access: rights.view,
    audit: 'read',
    scope: 'department',
    input: pageQuery.extend(trialFilter.shape),
    output: pageOf(row),
    errors: [protocolErrors.notFound],
  }),
  figures: endpoint({
    path: `${path}/trialFigures`,
    summary: '设备测试人数',
    access: rights.view,
    audit: 'read',
    scope: 'department',
    input: z.object({ examinationId: id }),
    output: z.object({
      states: z.array(z.object({ state: trialStanding.schema, count: z.int() })),
      /** Without a valid trial, not yet reminded, not yet inside, and to be reached by a message that leaves the house. */
      remindableCount: z.int(),
      /** The same, but nothing reaches them. */
      unreachableCount: z.int(),
      mayRemind: z.boolean(),
      /** Mail or SMS leave the house at all; otherwise nothing is wrong with anybody's address. */
      hasWays: z.boolean(),
    }),
    errors: [protocolErrors.notFound],
  }),
  /** For the hall: how each of the caller's candidates stands. */
  standings: endpoint({
    path: `${path}/trialStandings`,
    summary: '各考生设备测试状态',
    access: rights.view,
    audit: 'read',
    scope: 'department',
    input: z.object({ examId: id }),
    output: z.object({ dataList: z.array(z.object({ staffId: id, ...tried })), totalCount: z.int() }),
    errors: [protocolErrors.notFound],
  }),
  history: endpoint({
    path: `${path}/trialHistory`,
    summary: '考生设备测试记录',
    access: rights.view,
    audit: 'read',
    scope: 'department',
    input: pageQuery.extend({ examinationId: id, staffId: id }),
    output: pageOf(z.object({ ...tried, id, isOutdated: z.boolean(), checks: z.array(check) })),
    errors: [protocolErrors.notFound],
  }),
  export: endpoint({
    path: `${path}/exportTrials`,
    summary: '导出设备测试情况',
    access: rights.trial,
    audit: { action: 'export', target: 'exam' },
    scope: 'department',
    input: trialFilter,
    output: z.object({ jobId: id }),
    errors: [protocolErrors.notFound, rehearsalErrors.nothingToExport],
  }),
  remind: endpoint({
    path: `${path}/remindTrials`,
    summary: '提醒考生测试设备',
    access: rights.trial,
    audit: { action: 'remind', target: 'exam' },
    scope: 'department',
    input: z.object({ examinationId: id }),
    output: z.object({ count: z.int() }),
    errors: [protocolErrors.notFound, rehearsalErrors.notOpen, rehearsalErrors.nobodyToRemind],
  }),
}
