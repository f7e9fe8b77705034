/** A morning in an exam: many people who answer, leave, call, stand still and hand in, with what was recorded of them. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { entry } from '@kaopei/exam/contract/entry'
import { exam } from '@kaopei/exam/contract/exam'
import { examPeople } from '@kaopei/exam/contract/exam-people'
import { examRooms } from '@kaopei/exam/contract/exam-rooms'
import { capture } from '@kaopei/proctoring/contract/capture'
import { hall } from '@kaopei/proctoring/contract/hall'
import { bank } from '@kaopei/question/contract/bank'
import { defaultScoringRule, type QuestionContent } from '@kaopei/question/contract/content'
import { question } from '@kaopei/question/contract/question'
import { sitting } from '@kaopei/sitting/contract/sitting'
import { room } from '@kaopei/venue/contract/room'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import type { DemoClient } from '../../apps/server/demo/client.ts'
import { administrator } from '../journeys/api.ts'
import { eachOf, type Sitter, sittersNamed } from '../journeys/many-sitters.ts'
import { choices, faceOf, pageOf, screenOf, stems } from './drawings.ts'

const questions = (): QuestionContent[] =>
  stems.map((stem) => ({
    ...{ type: 1, stem, correct: 'o1', analysis: '' },
    options: choices.map((html, at) => ({ id: `o${at + 1}`, html, fixed: false })),
  }))

export interface Morning {
  readonly admin: DemoClient
  readonly examId: string
  /** Of the person whose recording is whole. */
  readonly attemptId: string
}

const count = 24
const minutes = 40

export async function examMorning(painter: Page): Promise<Morning> {
  const admin = await administrator()
  const people = await sittersNamed(admin, 'yl01', count)
  const examId = await openExam(admin, people)
  await seat(admin, examId)
  const begun = await eachOf(people, (person) => begin(person, examId))
  await moveBack(begun.map(({ attemptId }) => attemptId))
  const pictures = await paint(painter)
  await eachOf(begun, (one, at) => record(one, pictures, at))
  await eachOf(begun, (one, at) => live(one, at))
  const [first, ...others] = begun
  if (!first) throw new Error('nobody sits')
  const acts = { examId, note: '' }
  await admin.call(hall.pause, { ...acts, attemptIds: [others[5]?.attemptId ?? ''], reason: 'technical.network' })
  await admin.call(hall.force, { ...acts, attemptIds: [others[8]?.attemptId ?? ''], reason: 'candidate.behaviour' })
  await admin.call(hall.tell, {
    ...{ examId, attemptIds: [others[2]?.attemptId ?? ''], kind: 'warning', reason: 'candidate.behaviour' },
    text: '请不要离开答题页面。',
  })
  await handIn(first)
  return { admin, examId, attemptId: first.attemptId }
}

async function openExam(admin: DemoClient, people: readonly Sitter[]): Promise<string> {
  const stamp = String(Date.now()).slice(-6)
  const { id: bankId } = await admin.call(bank.create, { name: `安全生产题库 ${stamp}` })
  const chosen: { questionType: 1; questionId: string; score: number }[] = []
  for (const content of questions()) {
    const made = { bankId, content, rule: defaultScoringRule(1), difficulty: 2, defaultScore: 10, status: 1 } as const
    const { id } = await admin.call(question.create, { ...made, isDuplicateAllowed: true })
    chosen.push({ questionType: 1, questionId: id, score: 10 })
  }
  const { id } = await admin.call(exam.save, {
    name: `2026 年安全生产资格考试（第 ${stamp} 场）`,
    admissionStartTime: new Date(Date.now() - (minutes + 5) * 60_000).toISOString(),
    admissionEndTime: new Date(Date.now() + 3 * 3_600_000).toISOString(),
    ...{ duration: 90, passScore: 60, switchScreenNumberLimit: 3 },
    ...{ permitScreenPhoto: true, permitCamera: true, permitFaceRecord: true },
    questions: chosen,
  })
  await admin.call(examPeople.add, { examinationId: id, staffIds: people.map(({ staffId }) => staffId) })
  const { version } = await admin.call(exam.checkPublish, { id })
  await admin.call(exam.publish, { id, version, ignoreWarnings: true })
  return id
}

async function seat(admin: DemoClient, examinationId: string): Promise<void> {
  const { dataList } = await admin.call(room.list, { pageIndex: 1, pageSize: 2 })
  const rooms = dataList.map(({ id }) => ({ roomId: id, layoutName: '全部座位' }))
  await admin.call(examRooms.save, { examinationId, isEven: true, rooms })
  await admin.call(examRooms.distribute, { examinationId })
}

interface Begun extends Sitter {
  readonly attemptId: string
  readonly epoch: number
  readonly slots: readonly number[]
}

/** Pictures of the screen, photographs, film of the first camera. */
const kinds = [1, 2, 3] as const

async function begin(person: Sitter, examId: string): Promise<Begun> {
  const { hash } = await person.client.call(entry.notice, { examId })
  const consents = kinds.map((kind) => ({ kind, isAgreed: true }))
  await person.client.call(entry.confirmNotice, { examId, hash, consents })
  const sheet = await person.client.call(entry.start, { examId, device: 'picture-browser:picture-tab' })
  await person.client.call(capture.plan, { attemptId: sheet.attemptId })
  return { ...person, attemptId: sheet.attemptId, epoch: sheet.lease.epoch, slots: sheet.items.map(({ slot }) => slot) }
}

/** Nobody waits forty minutes for a picture: what has begun, began earlier. */
async function moveBack(attemptIds: readonly string[]): Promise<void> {
  const folder = join(inject('dataDir'), 'postgres')
  const [, , , port] = readFileSync(join(folder, 'pgdata', 'postmaster.pid'), 'utf8').split('\n')
  const database = new pg.Client({
    ...{ host: '127.0.0.1', port: Number(port), user: 'kaopei_owner', database: 'kaopei' },
    password: readFileSync(join(folder, 'password'), 'utf8').trim(),
  })
  await database.connect()
  const by = `interval '${minutes} minutes'`
  const named = [attemptIds]
  await database.query(
    `update sitting.attempt set started_at = started_at - ${by}, due_at = due_at - ${by} where id = any($1)`,
    named,
  )
  await database.query(`update sitting.attempt_event set server_time = server_time - ${by} where attempt_id = any($1)`, named)
  await database.query(`update proctoring.watch set started_at = started_at - ${by} where attempt_id = any($1)`, named)
  await database.end()
}

interface Pictures {
  readonly screens: readonly Buffer[]
  readonly faces: readonly Buffer[]
  readonly films: readonly Buffer[]
}

/** What a screen shows, and people who are none, drawn by a browser; their films are made of the drawings. */
async function paint(page: Page): Promise<Pictures> {
  await page.setViewportSize({ width: 960, height: 540 })
  const shot = async (body: string) => {
    await page.setContent(pageOf(body))
    return page.screenshot({ type: 'jpeg', quality: 60 })
  }
  const screens: Buffer[] = []
  for (const [at, stem] of stems.entries()) screens.push(await shot(screenOf(stem, at)))
  const faces: Buffer[] = []
  for (let at = 0; at < 12; at++) faces.push(await shot(faceOf(at)))
  return { screens, faces, films: faces.map(filmOf) }
}

/** Ten seconds of a drawing, as a camera's film. */
function filmOf(picture: Buffer, at: number): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'kaopei-film-'))
  const file = join(folder, `${at}.webm`)
  const how = '-f mjpeg -framerate 1 -i - -vf loop=9:1:0,scale=320:180 -r 5 -t 10 -c:v libvpx -b:v 80k -loglevel error -y'
  execFileSync('ffmpeg', [...how.split(' '), file], { input: picture })
  const film = readFileSync(file)
  rmSync(folder, { recursive: true })
  return film
}

/** Of the first person everything, of the others the last minutes. */
async function record({ client, attemptId }: Begun, { screens, faces, films }: Pictures, at: number): Promise<void> {
  const { pieceAddress, serverTime } = await client.call(capture.plan, { attemptId })
  const now = Date.parse(serverTime)
  const put = async (path: string, type: string, bytes: Buffer | undefined, from: number, until = from) => {
    if (!bytes) return
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const address = `${inject('baseUrl')}${pieceAddress}/${path}?from=${from}&until=${until}&sha256=${sha256}`
    const { status } = await fetch(address, { method: 'PUT', headers: { 'content-type': type }, body: new Uint8Array(bytes) })
    if (status !== 200) throw new Error(`${path} answered ${status}`)
  }
  const face = at % faces.length
  const length = at === 0 ? minutes * 60 : 120
  for (let [second, number] = [length, 1]; second > 10; second -= 120, number++) {
    const taken = now - second * 1000
    const screen = screens[Math.floor(((length - second) / length) * screens.length)]
    for (const [source, picture] of [
      [1, screen],
      [2, faces[face]],
    ] as const)
      for (const part of ['', '/thumb']) await put(`${source}/picture/${number}${part}`, 'image/jpeg', picture, taken)
  }
  const filmed = at === 0 ? 900 : 30
  for (let [second, number] = [filmed, 1]; second >= 10; second -= 10, number++)
    if (at !== 0 || second > 420 || second < 300)
      await put(`2/film/${number}`, 'video/webm', films[face], now - second * 1000, now - (second - 10) * 1000)
}

/** Answers, and what the page tells: some leave, one calls, one is silent. */
async function live({ client, attemptId, epoch, slots }: Begun, at: number): Promise<void> {
  const items = slots.slice(0, 3 + ((at * 5) % (slots.length - 2))).map((slot, index) => ({
    slot,
    answer: { type: 1 as const, optionId: (at + index) % 4 === 0 ? 'o2' : 'o1' },
    ...{ baseRev: 0, clientSeq: index + 1, seen: true },
  }))
  await client.call(sitting.save, { attemptId, leaseEpoch: epoch, items })
  const here = { visible: true, focused: true, fullScreen: true }
  const away = at % 6 === 1 ? (at % 4) + 1 : at === 0 ? 2 : 0
  const events = Array.from({ length: away * 2 }, (_, index) => ({
    ...{
      seq: index + 1,
      type: 'signal' as const,
      presence: index % 2 === 0 ? { ...here, visible: false, focused: false } : here,
    },
    clientTime: new Date(Date.now() - 600_000 + index * (index % 2 === 0 ? 60_000 : 52_000)).toISOString(),
  }))
  await client.call(sitting.heartbeat, { attemptId, leaseEpoch: epoch, events })
  if (at === 4) await client.call(sitting.callForHelp, { attemptId, text: '键盘失灵，请老师帮忙更换' })
}

async function handIn({ client, attemptId, epoch }: Begun): Promise<void> {
  await client.call(sitting.submit, {
    ...{ attemptId, leaseEpoch: epoch, submissionKey: `picture-${attemptId}`, lastRevs: [], items: [] },
  })
}
