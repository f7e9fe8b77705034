import { protocolErrors } from '@kaopei/contract'
import { findAnyExam as findExam, settingsOf } from '@kaopei/exam/server'
import { type Db, type Handlers, implement, type Module } from '@kaopei/server'
import { serverLoad } from '@kaopei/server/load'
import { siteOfLinks } from '@kaopei/share/server'
import { type AttemptRow, type AttemptState, findAttempt, isUnderWay } from '@kaopei/sitting/server'
import { source } from '../../contract/capture.ts'
import { type CameraDuty, secondCamera, secondCameraErrors } from '../../contract/second-camera.ts'
import { agreedStreams } from '../pieces/agreed.ts'
import { numbersOfCamera, secondAddress } from '../pieces/piece-address.ts'
import { type Wanted, wantedBy } from '../pieces/wanted.ts'
import { findWatch, selectLastNumbers } from '../pieces/watch.sql.ts'
import { askedOf } from '../rehearsal/asked.ts'
import {
  type CameraRow,
  decideCamera,
  findCamera,
  findRecorded,
  insertInvitation,
  livingCameras,
  noteHeard,
  redeemInvitation,
} from './camera.sql.ts'
import { companyOfInvitation, hashOf, newDigits, newInvitation, phoneKey, readPhoneKey } from './camera-key.ts'

const invitationMs = 2 * 60_000
const lostMs = 45_000
const invitesPerHour = 60
const redeemsPerMinute = 600
const plansPerMinute = 60
/** A whole hall of phones behind one address. */
const plansOfNetwork = 60_000

const handlers: Handlers<typeof secondCamera> = {
  invite: async ({ examId, isTrial }, { db, actor, now, fail, services, limitRate }) => {
    await limitRate(`second-camera-invite:${actor.staffId}`, invitesPerHour, 3600)
    const whose = { examId, staffId: actor.staffId }
    const exam = await findExam(db, examId)
    if (!exam) return fail(protocolErrors.notFound)
    const wanted = await agreedStreams(db, { streams: wantedBy(settingsOf(exam)), ...whose })
    const mayTry = isTrial && (await triesSecond(db, { ...whose, now }))
    if (!wanted.some(isSecond) && !mayTry) return fail(secondCameraErrors.notWanted)
    const code = newInvitation(services.secret, db.companyId)
    if (!(await insertInvitation(db, whose, { codeHash: hashOf(code), now }))) return fail(secondCameraErrors.tooMany)
    const url = `${await siteOfLinks(db, services)}/candidate/second-camera#${code}`
    return { url, expiresAt: new Date(now.getTime() + invitationMs) }
  },

  state: async ({ examId }, { db, actor, now }) => {
    const living = await livingCameras(db, { examId, staffId: actor.staffId })
    const asking = living.find(({ confirmedAt }) => confirmedAt === null)
    const own = living.find(({ confirmedAt }) => confirmedAt !== null)
    return {
      standing: standingOf(own, asking, now),
      asking: asking ? { id: asking.id, digits: asking.digits ?? '', device: asking.device ?? '' } : null,
      cameraId: own?.id ?? null,
      device: own?.device ?? null,
      battery: own?.battery ?? null,
      waiting: own?.waiting ?? 0,
      heardAt: own?.heardAt ?? null,
    }
  },

  confirm: async ({ examId, id: cameraId, isOwn }, { db, actor, now, fail }) => {
    const isDone = await decideCamera(db, { examId, staffId: actor.staffId, cameraId }, { isOwn, now })
    return isDone ? {} : fail(secondCameraErrors.phoneMissing)
  },

  redeem: async ({ code, device }, { db, now, fail, services, limitRate, request, enterCompany }) => {
    await limitRate(`second-camera-redeem:${request.network}`, redeemsPerMinute, 60)
    const companyId = companyOfInvitation(services.secret, code)
    if (companyId === undefined) return fail(secondCameraErrors.codeOver)
    await enterCompany(companyId)
    const since = new Date(now.getTime() - invitationMs)
    const camera = await redeemInvitation(db, { codeHash: hashOf(code), device, digits: newDigits(), since, now })
    const exam = camera && (await findExam(db, camera.examId))
    if (!camera || !exam) return fail(secondCameraErrors.codeOver)
    return { token: phoneKey(services.secret, { companyId, cameraId: camera.id }), digits: camera.digits, examName: exam.name }
  },

  plan: async ({ token, ...heard }, { db, now, fail, services, limitRate, request, enterCompany }) => {
    await limitRate(`second-camera-plan:${request.network}`, plansOfNetwork, 60)
    const key = readPhoneKey(services.secret, token)
    if (!key) return fail(secondCameraErrors.over)
    await limitRate(`second-camera-plan:${key.cameraId}`, plansPerMinute, 60)
    await enterCompany(key.companyId)
    const camera = await findCamera(db, key.cameraId)
    const exam = camera && (await findExam(db, camera.examId))
    if (!camera || !exam) return fail(secondCameraErrors.over)
    if (camera.endedAt === null) await noteHeard(db, camera.id, { ...heard, now })
    const attempt = await filmedAttempt(db, camera)
    const watch = attempt && (await findWatch(db, attempt.id))
    const streams = watch ? (await agreedStreams(db, watch)).filter(isSecond) : []
    const address = { companyId: db.companyId, attemptId: attempt?.id ?? '', camera: camera.number }
    return {
      duty: dutyOf(camera, attempt?.state, streams),
      serverTime: now,
      examName: exam.name,
      attemptId: watch ? watch.attemptId : null,
      pieceAddress: watch ? secondAddress(services.secret, address) : null,
      streams: watch ? await numbered(db, watch.attemptId, camera, streams) : [],
      isDirect: services.evidence.direct !== undefined,
      load: serverLoad.tell(attempt && { companyId: db.companyId, id: attempt.id }),
    }
  },
}

/** The newest attempt that is recorded, unless it was over before this phone was let in: that one is there for the next. */
async function filmedAttempt(db: Db, camera: CameraRow): Promise<AttemptRow | undefined> {
  const { confirmedAt } = camera
  const recorded = confirmedAt && (await findRecorded(db, camera))
  const attempt = recorded ? await findAttempt(db, recorded.attemptId) : undefined
  const isOver = confirmedAt !== null && attempt?.submittedAt != null && attempt.submittedAt <= confirmedAt
  return isOver ? undefined : attempt
}

async function triesSecond(db: Db, whose: Parameters<typeof askedOf>[1]): Promise<boolean> {
  const asked = await askedOf(db, whose)
  return asked !== undefined && asked !== 'closed' && asked.wantsSecond
}

/** Whether a phone is in and was heard of within the last moments. */
export async function isPhoneThere(db: Db, { now, ...whose }: { examId: string; staffId: string; now: Date }): Promise<boolean> {
  const own = (await livingCameras(db, whose)).find(({ confirmedAt }) => confirmedAt !== null)
  return standingOf(own, undefined, now) === 'connected'
}

const isSecond = (stream: Wanted) => stream.source === source.second

function standingOf(own: CameraRow | undefined, asking: CameraRow | undefined, now: Date) {
  if (asking) return 'asking'
  if (!own) return 'none'
  return own.heardAt && now.getTime() - own.heardAt.getTime() <= lostMs ? 'connected' : 'lost'
}

function dutyOf({ confirmedAt, endedAt }: CameraRow, state: AttemptState | undefined, streams: readonly Wanted[]): CameraDuty {
  if (endedAt !== null) return 'over'
  if (confirmedAt === null) return 'asking'
  if (state === undefined) return 'ready'
  if (state === 'paused') return 'paused'
  return isUnderWay(state) && streams.length > 0 ? 'filming' : 'over'
}

async function numbered(db: Db, attemptId: string, { number }: CameraRow, streams: readonly Wanted[]) {
  const watch = await findWatch(db, attemptId)
  const lasts = watch
    ? await selectLastNumbers(db, watch, { from: number * numbersOfCamera, until: (number + 1) * numbersOfCamera })
    : []
  return streams.map((stream) => ({
    ...stream,
    lastNumber:
      lasts.find(({ source: of, kind }) => of === stream.source && kind === stream.kind)?.number ?? number * numbersOfCamera,
  }))
}

export const secondCameraModule: Module = { endpoints: implement(secondCamera, handlers) }
