/** The candidate's phone as second camera: let in at the computer, filming without login, and able to do nothing else. */
import { endpoint, errors, id, instant, protocolErrors } from '@kaopei/contract'
import { z } from 'zod'
import { wantedStream } from './capture.ts'

const path = '/api/v1/exam/proctor/secondCamera'

export const secondCameraErrors = errors('secondCamera', {
  notWanted: { code: 3376, text: '本场考试不需要手机机位' },
  codeOver: { code: 3377, text: '二维码已过期或已被使用，请在电脑上重新生成' },
  over: { code: 3378, text: '此手机机位已结束，请在电脑上重新生成二维码' },
  phoneMissing: { code: 3379, text: '没有等待确认的手机，请重新扫码' },
  tooMany: { code: 3398, text: '本场考试连接手机的次数过多，请联系监考人员' },
})

/** The computer's view: none yet; a phone asks to be let in; it films or is ready to; nothing was heard of it for a while. */
const standing = z.enum(['none', 'asking', 'connected', 'lost'])
export type CameraStanding = z.output<typeof standing>

/** What a phone is to do: wait to be let in, wait for the beginning, film, rest, go. */
const duty = z.enum(['asking', 'ready', 'filming', 'paused', 'over'])
export type CameraDuty = z.output<typeof duty>

const token = z.string('连接无效').max(300, '连接无效')

export const secondCamera = {
  invite: endpoint({
    path: `${path}/invite`,
    summary: '生成手机机位二维码',
    access: 'signedIn',
    whileSuspended: true,
    audit: 'ownTrail',
    /** A trial, days before: nothing has been agreed to yet, and nothing is filmed. */
    input: z.object({ examId: id, isTrial: z.boolean().default(false) }),
    output: z.object({ url: z.string(), expiresAt: instant }),
    errors: [protocolErrors.notFound, secondCameraErrors.notWanted, secondCameraErrors.tooMany],
  }),
  state: endpoint({
    path: `${path}/state`,
    summary: '手机机位状态',
    access: 'signedIn',
    whileSuspended: true,
    audit: 'read',
    input: z.object({ examId: id }),
    output: z.object({
      standing,
      /** The phone that asks. */
      asking: z.object({ id, digits: z.string(), device: z.string() }).nullable(),
      /** The phone that is in. */
      cameraId: id.nullable(),
      device: z.string().nullable(),
      battery: z.int().nullable(),
      waiting: z.int(),
      heardAt: instant.nullable(),
    }),
  }),
  confirm: endpoint({
    path: `${path}/confirm`,
    summary: '确认手机机位',
    access: 'signedIn',
    whileSuspended: true,
    audit: 'ownTrail',
    isRepeatable: true,
    input: z.object({ examId: id, id, isOwn: z.boolean() }),
    output: z.object({}),
    errors: [secondCameraErrors.phoneMissing],
  }),
  redeem: endpoint({
    path: `${path}/redeem`,
    summary: '手机扫码连接',
    access: 'public',
    audit: 'ownTrail',
    input: z.object({ code: token, device: z.string().trim().min(1).max(100) }),
    output: z.object({ token: z.string(), digits: z.string(), examName: z.string() }),
    errors: [secondCameraErrors.codeOver],
  }),
  plan: endpoint({
    path: `${path}/plan`,
    summary: '手机机位采集要求',
    access: 'public',
    audit: 'ownTrail',
    isRepeatable: true,
    input: z.object({
      token,
      battery: z.int().min(0).max(100).nullable().default(null),
      waiting: z.int().min(0).max(100_000).default(0),
      isFilming: z.boolean().default(false),
    }),
    output: z.object({
      duty,
      serverTime: instant,
      examName: z.string(),
      /** Both null before the exam has begun. */
      attemptId: id.nullable(),
      pieceAddress: z.string().nullable(),
      /** Bytes go straight to the store, by addresses that the piece address gives for each. */
      isDirect: z.boolean(),
      streams: z.array(wantedStream),
      load: z.int(),
    }),
    errors: [secondCameraErrors.over],
  }),
}
