/** Coursewares and courses for the journeys of learning: files made here, uploaded and converted as everybody's are. */
import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { InputOf } from '@kaopei/contract'
import { course } from '@kaopei/course/contract/course'
import { courseOutlineCalls } from '@kaopei/course/contract/course-outline'
import { courseStaff } from '@kaopei/course/contract/course-staff'
import { coursewareType } from '@kaopei/courseware/contract/codes'
import { courseware } from '@kaopei/courseware/contract/courseware'
import { upload } from '@kaopei/files/contract/upload'
import { staff } from '@kaopei/org/contract/staff'
import type { Page } from 'playwright-core'
import { expect, inject, vi } from 'vitest'
import type { DemoClient } from '../../apps/server/demo/client.ts'
import { newVisitor, type Visitor } from '../browser.ts'
import { accountOf } from '../people.ts'
import type { DemoAccount } from '../setup.ts'
import { logInAsCandidate } from './candidate.ts'

const folder = mkdtempSync(join(tmpdir(), 'kaopei-films-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

const run = promisify(execFile)
export const filmSeconds = 20

/** Twenty seconds in 720P with a tone: light enough to be encoded beside the journeys, and with a second quality. */
export function madeFilm(): Buffer {
  const path = join(folder, 'film.mp4')
  const picture = ['-f', 'lavfi', '-i', `testsrc2=size=1280x720:rate=5:duration=${filmSeconds}`]
  const tone = ['-f', 'lavfi', '-i', `sine=frequency=440:sample_rate=44100:duration=${filmSeconds}`]
  const coded = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '20', '-c:a', 'aac', '-shortest']
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...picture, ...tone, ...coded, path])
  return readFileSync(path)
}

/** Which of some seconds of that film looks most like a picture: by the colours of 32 × 18 points. Others go on meanwhile. */
export async function likestSecond(picture: Buffer, seconds: readonly number[]): Promise<number | undefined> {
  const cover = join(folder, 'cover.jpg')
  writeFileSync(cover, picture)
  const pointsOf = async (...source: string[]) => {
    const shape = ['-frames:v', '1', '-vf', 'scale=32:18', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-']
    return (await run('ffmpeg', ['-v', 'error', ...source, ...shape], { encoding: 'buffer' })).stdout
  }
  const given = await pointsOf('-i', cover)
  const unlike: { second: number; difference: number }[] = []
  for (const second of seconds) {
    const frame = await pointsOf('-ss', String(second), '-i', join(folder, 'film.mp4'))
    unlike.push({ second, difference: frame.reduce((sum, point, at) => sum + Math.abs(point - (given[at] ?? 0)), 0) })
  }
  return unlike.toSorted((one, other) => one.difference - other.difference)[0]?.second
}

/** Two pages with a line each, in letters that every viewer has. */
export function madePdf(): Buffer {
  const page = (content: number) =>
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${content} 0 R/Resources<</Font<</F1 7 0 R>>>>>>`
  const words = (text: string) => `<</Length ${text.length + 33}>>stream\nBT /F1 36 Tf 72 720 Td (${text}) Tj ET\nendstream`
  const kids = '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>'
  const font = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'
  const objects = ['<</Type/Catalog/Pages 2 0 R>>', kids, page(5), page(6), words('1'), words('2'), font]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const end = `xref\n0 8\n0000000000 65535 f \n${places.join('')}trailer\n<</Size 8/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(text + end, 'latin1')
}

export function madePicture(): Buffer {
  const path = join(folder, 'picture.png')
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', 'testsrc2=size=1200x800', '-frames:v', '1', path])
  return readFileSync(path)
}

/** What is converted comes last on the machine. */
export const conversionMs = 300_000

/** Uploaded and ready to be learnt with; answers the courseware's id. `knowledgePointIds`: what it teaches. */
export async function readyCourseware(
  admin: DemoClient,
  name: string,
  body: Buffer,
  knowledgePointIds: readonly string[] = [],
): Promise<string> {
  const { uploadId, slices } = await admin.call(upload.credential, {
    filePath: name,
    sizeBytes: body.length,
    purpose: 'courseware',
  })
  let from = 0
  for (const { url, sizeBytes } of slices) {
    const bytes = new Uint8Array(body.subarray(from, from + sizeBytes))
    const headers = { 'content-type': 'application/octet-stream' }
    const { ok, status } = await fetch(new URL(url, inject('baseUrl')), { method: 'PUT', headers, body: bytes })
    if (!ok) throw new Error(`a slice was answered ${status}`)
    from += sizeBytes
  }
  const { fileId } = await admin.call(upload.complete, { uploadId })
  const { dataList } = await admin.call(courseware.saveBatch, {
    coursewareList: [{ fileId, title: name, contributor: [{ name: '安全环保部' }], knowledgePointIds: [...knowledgePointIds] }],
  })
  const id = dataList[0]?.id ?? ''
  // A picture is ready as it is.
  const isReady = async () => {
    const { type, transStatus } = await admin.call(courseware.detail, { id })
    expect(type === coursewareType.image || transStatus === 2).toBe(true)
  }
  await vi.waitFor(isReady, { timeout: conversionMs, interval: 250 })
  return id
}

type Task = NonNullable<InputOf<typeof courseOutlineCalls.courseChapterEdit>['tasks']>[number]

export interface CourseWish {
  readonly name: string
  readonly unlockOrder?: 'free' | 'tasks' | 'groups'
  readonly tasks: readonly Task[]
  /** Who learns it. */
  readonly learners: readonly DemoAccount[]
  readonly fields?: Partial<InputOf<typeof course.courseEdit>>
}

export interface OpenCourse {
  readonly courseId: string
  readonly name: string
  readonly taskIds: readonly string[]
}

/** On the shelf, with one chapter. */
export async function openCourse(admin: DemoClient, wish: CourseWish): Promise<OpenCourse> {
  const { id: courseId } = await admin.call(course.courseEdit, { ...wish.fields, courseName: wish.name })
  const { taskIds } = await admin.call(courseOutlineCalls.courseChapterEdit, {
    courseId,
    title: '第一章',
    tasks: [...wish.tasks],
  })
  await admin.call(courseOutlineCalls.unlockMode, { courseId, unlockOrder: wish.unlockOrder ?? 'free' })
  await admin.call(course.upShelf, { id: courseId })
  const staffIds = await Promise.all(wish.learners.map(({ account }) => staffIdOf(admin, account)))
  if (staffIds.length > 0) await admin.call(courseStaff.updateCourseStaff, { courseId, staffIds })
  return { courseId, name: wish.name, taskIds }
}

export async function staffIdOf(admin: DemoClient, account: string): Promise<string> {
  const { dataList } = await admin.call(staff.list, { pageIndex: 1, pageSize: 20, keyWords: account })
  const found = dataList.find(({ loginAccount }) => loginAccount === account)
  if (!found) throw new Error(`nobody has the account ${account}`)
  return found.id
}

/** A candidate of the demo with a browser of their own, signed in; 390 pixels wide it is a phone. */
export async function learner(number: number, { width = 1440, baseUrl = inject('baseUrl') } = {}): Promise<Visitor> {
  const visitor = await newVisitor({ width, height: width < 600 ? 844 : 900 })
  await logInAsCandidate(visitor.page, accountOf('考生', number), baseUrl)
  return visitor
}

export const goToTask = (page: Page, { courseId, taskIds }: OpenCourse, place = 0, baseUrl = inject('baseUrl')) =>
  page.goto(`${baseUrl}/candidate/learn/${courseId}/${taskIds[place]}`)

/** Where the film on the page is, in seconds. */
export const secondsOf = (page: Page) => page.locator('video').evaluate((media: HTMLVideoElement) => media.currentTime)

export const isAt = (page: Page, seconds: number) =>
  page.waitForFunction((at) => (document.querySelector('video')?.currentTime ?? 0) >= at, seconds, { timeout: 60_000 })
