import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { FolderStore, filesModule } from '@kaopei/files/server'
import { World } from '@kaopei/server/testing'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { coursewareType } from '../../contract/codes.ts'
import { coursewareModule } from '../index.ts'
import {
  h264,
  madeByFfmpeg,
  type Outcome,
  outcomeOf,
  patientConfig,
  picture,
  requireTools,
  uploaded,
} from './conversion-world.ts'
import { removeStaleFolders } from './convert.job.ts'
import { askForConversion, cancelConversion } from './index.ts'
import { workFolder } from './run-folder.ts'

vi.setConfig(patientConfig)

let world: World
let workers: ChildProcess[] = []
let companyId: string
let film: Buffer
let folderOfAll: string
const folder = mkdtempSync(join(tmpdir(), 'kaopei-interrupted-'))
beforeAll(async () => {
  await requireTools()
  world = await World.open([filesModule, coursewareModule], ({ secret }) => ({ blobs: new FolderStore({ folder, secret }) }))
  companyId = await world.company()
  folderOfAll = await workFolder(world.services)
  film = madeByFfmpeg('long.mkv', ...picture('160x90', 2), '-t', '600', '-c:v', 'mpeg4')
})
afterEach(() => {
  for (const worker of workers) worker.kill('SIGKILL')
  workers = []
})
afterAll(async () => {
  await world?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** `fatal`: the file with which it dies. */
function startConverter(fatal = ''): ChildProcess {
  const program = join(import.meta.dirname, 'made-converter.ts')
  const worker = spawn(process.execPath, [program, world.url, folder, world.services.secret, fatal], { stdio: 'inherit' })
  workers.push(worker)
  return worker
}

async function asked(): Promise<string> {
  const { versionId } = await uploaded(world, { companyId, type: coursewareType.video, name: 'film.mkv', body: film })
  await world.inCompany(companyId, (db) => askForConversion(db, versionId, null))
  return versionId
}

async function until(versionId: string, isSo: (outcome: Outcome) => boolean): Promise<Outcome> {
  for (;;) {
    const outcome = await outcomeOf(world, versionId)
    expect(outcome.transStatus === 2).toBe(outcome.state === 'done')
    if (isSo(outcome)) return outcome
    await wait(50)
  }
}

const runFolder = (versionId: string) => join(folderOfAll, `${companyId}.${versionId}`)
const pieces = (versionId: string) => readdirSync(runFolder(versionId)).filter((name) => /^piece-\d+-360\.mp4$/.test(name))
const objects = () =>
  world.rows('select id from files.object where company_id = $1 and purpose = $2', [companyId, 'coursewareMade'])

test('kill -9 of the worker at 60 %: another worker goes on with the pieces that are there, and one whole film comes of it', async () => {
  const before = (await objects()).length
  const versionId = await asked()
  const doomed = startConverter(join(runFolder(versionId), 'piece-5-360.mp4'))
  await new Promise((resolve) => doomed.once('exit', resolve))
  expect(doomed.signalCode).toBe('SIGKILL')
  // Six of ten minutes are made, the seventh was begun.
  expect(pieces(versionId).length).toBeGreaterThanOrEqual(6)
  expect(await outcomeOf(world, versionId)).toMatchObject({ state: 'running', transStatus: 1, renditions: [] })
  startConverter()
  const done = await until(versionId, ({ state }) => state !== 'running' && state !== 'waiting')
  expect(done).toMatchObject({ state: 'done', transStatus: 2, lengthSeconds: 600 })
  expect((await objects()).length - before).toBe(done.renditions.length + 1)
  await expect.poll(() => existsSync(runFolder(versionId)), { timeout: 20_000 }).toBe(false)
}, 240_000)

test('cancelled while it runs: the program ends, nothing is kept, and it can be tried again', async () => {
  const before = (await objects()).length
  const versionId = await asked()
  startConverter()
  await until(versionId, ({ progress }) => progress >= 5)
  expect(await world.inCompany(companyId, (db) => cancelConversion(db, versionId))).toBe(true)
  await expect.poll(() => existsSync(runFolder(versionId)), { timeout: 20_000 }).toBe(false)
  const running = () =>
    execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line.includes('/usr/bin/ffmpeg') && line.includes(versionId))
  expect(running()).toEqual([])
  expect(await outcomeOf(world, versionId)).toMatchObject({
    state: 'cancelled',
    failure: 'cancelled',
    transStatus: 3,
    renditions: [],
  })
  expect((await objects()).length).toBe(before)
  expect(await world.inCompany(companyId, (db) => cancelConversion(db, versionId))).toBe(false)
  expect(await world.inCompany(companyId, (db) => askForConversion(db, versionId, null))).toBe(true)
  expect(await world.inCompany(companyId, (db) => askForConversion(db, versionId, null))).toBe(false)
  await until(versionId, ({ state }) => state === 'running')
}, 120_000)

test('a folder that nobody works in any more is taken away, one that is worked in stays', async () => {
  const open = await asked()
  const { versionId: over } = await uploaded(world, {
    companyId,
    type: coursewareType.video,
    name: 'a.mp4',
    body: Buffer.from('x'),
  })
  mkdirSync(runFolder(open), { recursive: true })
  mkdirSync(runFolder(over), { recursive: true })
  await removeStaleFolders(world.services)
  expect([existsSync(runFolder(open)), existsSync(runFolder(over))]).toEqual([true, false])
  await world.inCompany(companyId, (db) => cancelConversion(db, open))
  await removeStaleFolders(world.services)
  expect(existsSync(runFolder(open))).toBe(false)
})

test('a full disk ends it with what to do, and nothing is left of it', async () => {
  const versionId = await (async () => {
    const body = madeByFfmpeg('short.mp4', ...picture('320x180', 5), '-t', '3', ...h264)
    const made = await uploaded(world, { companyId, type: coursewareType.video, name: 'short.mp4', body })
    await world.inCompany(companyId, (db) => askForConversion(db, made.versionId, null))
    return made.versionId
  })()
  const { blobs } = world.services
  const put = blobs.put.bind(blobs)
  blobs.put = () => Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' }))
  await world.runJobs()
  blobs.put = put
  expect(await outcomeOf(world, versionId)).toMatchObject({ state: 'failed', failure: 'noSpace', transStatus: 3, renditions: [] })
  await world.inCompany(companyId, (db) => askForConversion(db, versionId, null))
  await world.runJobs()
  expect(await outcomeOf(world, versionId)).toMatchObject({ state: 'done', transStatus: 2 })
})
