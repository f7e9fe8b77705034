/** Reports of playing: every ten seconds one, those that could not be sent later. */
import { endpoint, id } from '@kaopei/contract'
import { z } from 'zod'
import { learnErrors } from './learn-errors.ts'

const seconds = z.number().min(0).max(10_000_000)
const range = z.tuple([seconds, seconds])

export const pingInput = z.object({
  course: id,
  task: id,
  /** Of the player, as `open` named it. */
  session: id,
  /** Grows by one with each report of the session; the same again changes nothing. */
  seq: z.int().min(1).max(100_000_000),
  /** Played since what was last recorded, in the order in which it was played. */
  ranges: z.array(range).max(500, '一次最多上报 500 段播放记录').default([]),
  /** Pages or blocks, from 0, with their seconds in view. */
  pages: z
    .array(z.tuple([z.int().min(0).max(100_000), z.int().min(0).max(3600)]))
    .max(500, '一次最多上报 500 页')
    .default([]),
  rate: z.number().min(0).max(100).default(1),
  /** Whether the player was to be seen. */
  visible: z.boolean().default(true),
  /** Second or page to go on from. */
  position: z.int().min(0).max(10_000_000).default(0),
  /** It was kept on the device: milliseconds that it stands for, by the device's clock. */
  late: z.object({ spanMs: z.int().min(0).max(86_400_000) }).nullish(),
})
export type PingInput = z.output<typeof pingInput>

const pingOutput = z.object({
  /** What counts of it, in whole seconds. */
  credited: z.array(z.tuple([z.int(), z.int()])),
  /** Of the pages or blocks that were told, from 0: all seconds that have counted. */
  pages: z.array(z.tuple([z.int(), z.int()])),
  /** Seconds that cannot have been played in the time: told again with the next report they may count. */
  cutSeconds: z.int(),
  /** All seconds of the content that have counted. */
  coveredSeconds: z.int(),
  /** Whole percent of the task, and of the course. */
  percent: z.int(),
  isComplete: z.boolean(),
  coursePercent: z.int(),
  learnedSeconds: z.int(),
})
export type PingAnswer = z.output<typeof pingOutput>

export const learnPing = {
  ping: endpoint({
    path: '/api/v1/course/learn/ping',
    summary: '上报学习进度',
    access: 'signedIn',
    audit: 'ownTrail',
    isRepeatable: true,
    transaction: 'statement',
    input: pingInput,
    output: pingOutput,
    errors: [learnErrors.notOpened, learnErrors.gone, learnErrors.notEnrolled, learnErrors.licenceOver, learnErrors.noSeat],
  }),
}
