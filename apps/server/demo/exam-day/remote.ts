import { hall } from '@kaopei/proctoring/contract/hall'
import { trial } from '@kaopei/proctoring/contract/rehearsal/trial'
import { secondCamera } from '@kaopei/proctoring/contract/second-camera'
import { sitting } from '@kaopei/sitting/contract/sitting'
import type { DemoClient } from '../client.ts'
import type { DemoCompany, DemoStaff } from '../company.ts'
import type { Stage } from '../stage.ts'
import { openFixedExam } from './fixed-exam.ts'
import { drawn, haveDue, type Piece, send } from './recorded.ts'
import { begin, handIn, leave, type Sitter, write } from './sitter.ts'

const minute = 60_000

export interface Remote {
  readonly sitters: readonly (Sitter & { readonly phoneAddress: string })[]
  readonly now: Date
}

const [handedIn, hasLeft, isPaused, isCalling] = [0, 1, 2, 3]
/** Each phone counts from a hundred thousand of its own: the second of each, after the one of the trial. */
const phoneNumbers = 200_000
const minutesSince = 24

/** Under way when the product is started for the first time: from home, with screen, camera and phone filmed. */
export async function holdRemoteExam(stage: Stage, company: DemoCompany, now: Date): Promise<Remote> {
  const admin = stage.as(company.admin, true)
  const people = company.staff.slice(232, 239)
  const openAt = new Date(now.getTime() - 30 * minute)
  stage.now = new Date(now.getTime() - 26 * 60 * minute)
  const examId = await openFixedExam(admin, {
    name: '外派工程师远程上岗考试（双机位）',
    information: '请在安静、独立的房间内参加考试。考试过程将录制屏幕、摄像头与手机机位，仅用于本场考试的监考与复核。',
    openAt,
    closeAt: new Date(now.getTime() + 3 * 60 * minute),
    people,
    settings: {
      ...{ duration: 120, switchScreenNumberLimit: 3, switchScreenSeconds: 60 },
      ...{
        permitScreenRecord: true,
        permitScreenPhoto: true,
        permitCamera: true,
        permitFaceRecord: true,
        permitSecondView: true,
      },
    },
    counts: { 1: 12, 2: 4, 3: 4 },
  })
  await tryDevices(stage, examId, people, new Date(now.getTime() - 20 * 60 * minute))
  const sitters = []
  for (const [number, person] of people.slice(0, 5).entries()) {
    const at = new Date(now.getTime() - minutesSince * minute + number * 9000)
    const sitter = await begin(stage, person, {
      ...{ examId, at, address: `172.20.${number + 1}.15`, device: `home-pc-${number}:demo-tab` },
      ...{ ability: 0.5 + number / 10, seed: 9000 + number },
    })
    sitters.push({ ...sitter, phoneAddress: await letPhoneIn(stage, sitter.client, { examId }) })
  }
  await goOn(stage, { admin, examId, sitters, now })
  return { sitters, now }
}

const good = [1, 2, 3, 5, 6, 7, 8, 9, 10] as const
/** What was not good of whom. */
const faults: Readonly<Record<number, { item: 7 | 9; state: 'bad' | 'warn'; text: string }>> = {
  2: { item: 9, state: 'warn', text: '0.6 Mbit/s，偏慢' },
  5: { item: 7, state: 'bad', text: '未找到摄像头' },
}

/** The day before: most devices are fit, one somewhat slow, one has no camera, one was never tried. */
async function tryDevices(stage: Stage, examId: string, people: readonly DemoStaff[], at: Date): Promise<void> {
  for (const [number, person] of people.slice(0, 6).entries()) {
    stage.now = new Date(at.getTime() + number * minute)
    const client = stage.as(person)
    await letPhoneIn(stage, client, { examId, isTrial: true })
    const fault = faults[number]
    const checks = good.map((item) => (item === fault?.item ? fault : { item, state: 'good' as const, text: '正常' }))
    const device = `home-pc-${number}:demo-tab`
    await client.call(trial.save, { examId, device, deviceName: 'Chrome 142 · Windows 11', checks })
  }
}

/** Scanned, and confirmed at the computer; answers where the phone's recordings go once the exam is begun. */
async function letPhoneIn(stage: Stage, client: DemoClient, asked: { examId: string; isTrial?: boolean }): Promise<string> {
  const { examId } = asked
  const { url } = await client.call(secondCamera.invite, asked)
  const phone = stage.anybody()
  const { token } = await phone.call(secondCamera.redeem, { code: url.split('#')[1] ?? '', device: 'Android 手机' })
  const { asking } = await client.call(secondCamera.state, { examId })
  await client.call(secondCamera.confirm, { examId, id: asking?.id ?? '', isOwn: true })
  const { pieceAddress } = await phone.call(secondCamera.plan, { token, battery: 76, isFilming: true })
  return pieceAddress ?? ''
}

interface Running {
  readonly admin: DemoClient
  readonly examId: string
  readonly sitters: readonly Sitter[]
  readonly now: Date
}

/** Some are done, one leaves too often, one is paused, one calls. */
async function goOn(stage: Stage, { admin, examId, sitters, now }: Running): Promise<void> {
  const ago = (minutes: number) => new Date(now.getTime() - minutes * minute)
  for (const [number, sitter] of sitters.entries()) {
    const until = number === handedIn ? 1 : 0.5 + number / 10
    await write(stage, sitter, { from: 0, until, begun: ago(22), secondsEach: 40 })
    if (number === handedIn) await handIn(stage, sitter, ago(4))
    if (number === hasLeft) for (const minutes of [7, 5, 3]) await leave(stage, sitter, ago(minutes), 12)
    if (number === isCalling)
      await sitter.client.call(sitting.callForHelp, { attemptId: sitter.attemptId, text: '网络卡顿，题目图片打不开' })
  }
  stage.now = ago(2)
  const named = (number: number) => ({ examId, attemptIds: sitters.slice(number, number + 1).map(({ attemptId }) => attemptId) })
  await admin.call(hall.tell, {
    ...named(hasLeft),
    kind: 'warning',
    reason: 'candidate.behaviour',
    text: '请不要切换窗口，再次离开将强制交卷。',
  })
  await admin.call(hall.pause, { ...named(isPaused), reason: 'technical.network', note: '正在更换网络' })
  stage.now = now
}

/** The last thing of a demo: films wait for the workers, who compose those of whoever has handed in. */
export async function sendFilms(stage: Stage, { sitters, now }: Remote): Promise<void> {
  for (const [number, sitter] of sitters.entries()) {
    const begun = sitter.entrance.at.getTime()
    const minutes = number === handedIn ? 20 : 12
    const first = number === handedIn ? begun : now.getTime() - minutes * minute
    const span = (at: number, length = minute) => ({
      from: new Date(first + at * minute),
      until: new Date(first + at * minute + length),
    })
    const each = Array.from({ length: minutes }, (_, at) => at)
    const film = (source: 1 | 2, bytes: (at: number) => Buffer | undefined | null): Piece[] =>
      each.map((at) => ({ source, kind: 'film', number: at + 1, ...span(at), bytes: bytes(at) ?? null }))
    const picture = (source: 1 | 2, at: number, bytes: Buffer | undefined, thumb: Buffer | undefined): Piece => ({
      ...{ source, kind: 'picture', number: at + 1, ...span(at, 0), bytes: bytes ?? null, ...(thumb && { thumb }) },
    })
    const face = drawn.faces[number]
    await send(stage, sitter.pieceAddress, [
      ...film(1, (at) => (at % 3 === 0 ? drawn.screenFilm : null)),
      ...film(2, () => drawn.faceFilms[number % drawn.faceFilms.length]),
      ...each
        .filter((at) => at % 4 === 3)
        .flatMap((at) => {
          const screen = Math.floor((at / minutes) * drawn.screens.length)
          return [picture(1, at, drawn.screens[screen], drawn.screenThumbs[screen]), picture(2, at, face, face)]
        }),
    ])
    await haveDue(stage, sitter.attemptId, 240)
    const fromPhone = each.map((at) => ({
      ...span(at),
      source: 3 as const,
      kind: 'film' as const,
      number: phoneNumbers + at + 1,
      bytes: drawn.deskFilm,
    }))
    await send(stage, sitter.phoneAddress, fromPhone)
  }
}
