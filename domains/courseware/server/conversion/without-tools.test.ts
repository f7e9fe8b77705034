import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { World } from '@kaopei/server/testing'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { coursewareType } from '../../contract/codes.ts'
import { converters, troublesOf } from '../../contract/converters.ts'
import { shownContent } from '../delivery/shown-content.ts'
import {
  converted,
  h264,
  madeByFfmpeg,
  openConversionWorld,
  patientConfig,
  picture,
  requireTools,
  tone,
} from './conversion-world.ts'
import { conversionSweeps } from './convert.job.ts'

vi.setConfig(patientConfig)

let world: World
let companyId: string
const folder = mkdtempSync(join(tmpdir(), 'kaopei-without-'))
const files: Record<string, Buffer> = {}
beforeAll(async () => {
  await requireTools()
  world = await openConversionWorld()
  companyId = await world.company()
  files['a.mp4'] = madeByFfmpeg('a.mp4', ...picture('640x360'), ...tone, '-t', '4', ...h264, '-c:a', 'aac')
  files['a.avi'] = madeByFfmpeg('a.avi', ...picture('320x180'), '-t', '2')
  files['new.mp4'] = madeByFfmpeg('new.mp4', ...picture('320x180'), '-t', '2', '-c:v', 'mpeg4')
  files['a.mp3'] = madeByFfmpeg('a.mp3', ...tone, '-t', '7')
  files['a.m4a'] = madeByFfmpeg('a.m4a', ...tone, '-t', '7', '-c:a', 'aac')
})
afterEach(() => vi.unstubAllEnvs())
afterAll(async () => {
  await world?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A machine that has these programs alone. */
function machineWith(...programs: string[]): void {
  const path = mkdtempSync(join(folder, 'bin-'))
  for (const name of programs) symlinkSync(`/usr/bin/${name}`, join(path, name))
  vi.stubEnv('PATH', path)
}

const convert = (type: number, name: string) =>
  converted(world, { companyId, type, name, body: files[name] ?? Buffer.from('%PDF-1.4') })
const shown = (versionId: string) =>
  world.inCompany(companyId, (db) => shownContent(world.services, db, { versionId, seconds: 60 }))

test('without ffmpeg browsers play H.264, MP3 and M4A as they were uploaded; nothing claims to be converted', async () => {
  machineWith('nice', 'bwrap')
  const { video, audio } = coursewareType
  for (const [type, name, seconds] of [
    [video, 'a.mp4', 4],
    [audio, 'a.mp3', 7],
    [audio, 'a.m4a', 7],
  ] as const) {
    const outcome = await convert(type, name)
    expect(outcome, name).toMatchObject({ state: 'done', transStatus: 0, failure: 'toolMissing', lengthSeconds: seconds })
    expect(outcome.failureText, 'it can be played').not.toContain('只能下载')
    expect(outcome.renditions).toMatchObject([{ name: 'original', segments: null }])
    expect(await shown(outcome.versionId)).toMatchObject({ refusal: null, downloadUrl: null, renditions: [{ segments: null }] })
  }
})

test('what browsers do not play can be downloaded, and says which program is missing', async () => {
  machineWith('nice', 'bwrap')
  for (const name of ['a.avi', 'new.mp4']) {
    const outcome = await convert(coursewareType.video, name)
    expect(outcome, name).toMatchObject({ state: 'failed', transStatus: 0, failure: 'toolMissing', renditions: [] })
    expect(outcome.failureText).toContain('ffmpeg')
    // An .mp4 of another codec is no film that browsers play, whatever its name says.
    expect(await shown(outcome.versionId), name).toMatchObject({
      renditions: [],
      downloadUrl: expect.stringMatching(/^\/files\//),
    })
  }
  const outcome = await convert(coursewareType.document, 'a.pdf')
  expect(outcome).toMatchObject({ state: 'failed', transStatus: 0, failureText: expect.stringContaining('poppler-utils') })
  expect((await shown(outcome.versionId))?.downloadUrl).toMatch(/^\/files\//)
})

test('without bubblewrap nothing runs, unless somebody has waived it', async () => {
  machineWith('nice', 'ffmpeg', 'ffprobe')
  expect(await convert(coursewareType.video, 'a.avi')).toMatchObject({
    state: 'failed',
    transStatus: 0,
    failureText: expect.stringContaining('bubblewrap'),
  })
  vi.stubEnv('KAOPEI_UNSANDBOXED', '1')
  expect(await convert(coursewareType.video, 'a.avi')).toMatchObject({ state: 'done', transStatus: 2, lengthSeconds: 2 })
})

test('the console is told what the machines lack, in red what is unsafe', async () => {
  const admin = await world.actor({ companyId })
  const status = async () => {
    await conversionSweeps.find(({ name }) => name === 'courseware-tools')?.run(world.services)
    return (await world.as(admin).get(converters.status)).troubles
  }
  expect(await world.as(admin).get(converters.status)).toMatchObject({ troubles: [{ text: expect.stringContaining('worker') }] })
  expect(await status()).toEqual([])
  machineWith('nice', 'bwrap', 'fc-list')
  expect((await status()).map(({ text }) => /ffmpeg|LibreOffice|poppler/.exec(text)?.[0])).toEqual([
    'ffmpeg',
    'LibreOffice',
    'poppler',
  ])
  vi.stubEnv('KAOPEI_UNSANDBOXED', '1')
  machineWith('nice', 'ffmpeg', 'ffprobe', 'soffice', 'pdftoppm', 'pdftotext', 'pdfinfo', 'fc-list')
  expect(await status()).toMatchObject([{ tone: 'danger', text: expect.stringContaining('KAOPEI_UNSANDBOXED') }])
  const whole = { ffmpeg: true, office: true, pages: true, sandbox: false, font: true, isUnsandboxed: false }
  expect(troublesOf([whole])).toMatchObject([{ tone: 'danger', text: expect.stringContaining('bubblewrap') }])
})
