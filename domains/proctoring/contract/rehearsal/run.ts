/** Virtual candidates sit a published exam through the product's own address; what comes of it is a verdict in words. */
import { endpoint, id, instant, pageOf, pageQuery, protocolErrors } from '@kaopei/contract'
import { virtualKind } from '@kaopei/sitting/contract/virtual'
import { z } from 'zod'
import { examinationHall } from '../menus.ts'
import { runState, startPattern } from './codes.ts'
import { rehearsalErrors } from './rehearsal-errors.ts'

const path = '/api/v1/exam/rehearsal'
const { rights } = examinationHall
export const mostVirtual = 5000
/** Nobody rehearses so near to a real exam. */
export const guardMinutes = 60

const whole = (label: string, least: number, most: number) =>
  z.int(`${label}须为整数`).min(least, `${label}不能小于 ${least}`).max(most, `${label}不能大于 ${most}`)

/** Milliseconds. */
const timing = z.object({ count: z.int(), errors: z.int(), p50: z.int(), p95: z.int(), p99: z.int() })
export type Timing = z.output<typeof timing>
export const callKinds = ['start', 'save', 'heartbeat', 'submit'] as const
export type CallKind = (typeof callKinds)[number]
export const callLabels: Record<CallKind, string> = { start: '进入考试', save: '保存答案', heartbeat: '心跳', submit: '交卷' }

export const measuredShape = z.object({
  calls: z.object({ start: timing, save: timing, heartbeat: timing, submit: timing }),
  /** 0 to 10, the highest that was told. */
  highestLoad: z.int(),
  /** Milliseconds, the worst that was measured in the server; null: never told. */
  loopMs: z.int().nullable(),
  poolMs: z.int().nullable(),
  databaseMs: z.int().nullable(),
  /** Of the rehearsing process itself: where it is late, the server may be able to do more. */
  ownLoopMs: z.int(),
  /** What went wrong, the most frequent first. */
  troubles: z.array(z.object({ text: z.string(), count: z.int() })),
})
export type Measured = z.output<typeof measuredShape>

export const verdictShape = z.object({ isEnough: z.boolean(), text: z.string(), limit: z.string(), measured: measuredShape })
export type RunVerdict = z.output<typeof verdictShape>

export const progressShape = z.object({
  begun: z.int(),
  saved: z.int(),
  handedIn: z.int(),
  failed: z.int(),
  load: z.int(),
})
export type RunProgress = z.output<typeof progressShape>

const row = z.object({
  id,
  state: runState.schema,
  count: z.int(),
  pattern: startPattern.schema,
  thinkSeconds: z.int(),
  minutes: z.int(),
  askedBy: z.string(),
  createTime: instant,
  beginTime: instant.nullable(),
  endTime: instant.nullable(),
  reason: z.string().nullable(),
  isStopping: z.boolean(),
  isCleaned: z.boolean(),
  progress: progressShape,
  verdict: verdictShape.nullable(),
})
export type RunRow = z.output<typeof row>

export const rehearsal = {
  list: endpoint({
    path: `${path}/listRuns`,
    summary: '虚拟考生演练',
    access: rights.view,
    audit: 'read',
    scope: 'department',
    input: pageQuery.extend({ examinationId: id }),
    output: pageOf(row),
    errors: [protocolErrors.notFound],
  }),
  /** What stands in the way of a run at this moment; null: nothing. */
  hindrance: endpoint({
    path: `${path}/getHindrance`,
    summary: '是否可以演练',
    access: rights.view,
    audit: 'read',
    scope: 'department',
    input: z.object({ examinationId: id }),
    output: z.object({ message: z.string().nullable(), candidateCount: z.int() }),
    errors: [protocolErrors.notFound],
  }),
  start: endpoint({
    path: `${path}/startRun`,
    summary: '开始虚拟考生演练',
    access: rights.rehearse,
    audit: { action: 'rehearse', target: 'exam' },
    scope: 'department',
    input: z.object({
      examinationId: id,
      count: whole('虚拟考生人数', 1, mostVirtual),
      pattern: startPattern.schema,
      thinkSeconds: whole('每题思考秒数', 2, 120),
      minutes: whole('作答分钟数', 1, 30),
    }),
    output: z.object({ id }),
    errors: [protocolErrors.notFound, rehearsalErrors.notPublished, rehearsalErrors.examNear, rehearsalErrors.otherRuns],
  }),
  stop: endpoint({
    path: `${path}/stopRun`,
    summary: '停止虚拟考生演练',
    access: rights.rehearse,
    audit: { action: 'stop', target: 'exam' },
    scope: 'department',
    input: z.object({ id }),
    output: z.object({}),
    errors: [protocolErrors.notFound, rehearsalErrors.notRunning],
  }),
  /** For virtual candidates alone: how busy the server is that answers. */
  measure: endpoint({
    path: `${path}/measureServer`,
    summary: '演练时的服务器负载',
    access: 'signedIn',
    whileConfinedTo: virtualKind,
    audit: 'read',
    output: z.object({ load: z.int(), loopMs: z.int(), poolMs: z.int(), databaseMs: z.int() }),
  }),
}
