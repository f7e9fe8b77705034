/** A world with the worker's programs, for tests: uploads made by the programs themselves. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { filesModule, storeFile, temporaryBlobs } from '@kaopei/files/server'
import type { Job } from '@kaopei/server'
import { World } from '@kaopei/server/testing'
import { coursewareModule } from '../index.ts'
import { askForConversion } from './index.ts'
import { findTools } from './tools.ts'

export const openConversionWorld = (jobs: readonly Job[] = []) =>
  World.open([filesModule, coursewareModule, ...(jobs.length > 0 ? [{ endpoints: [], jobs }] : [])], temporaryBlobs)

/** What is converted comes last on the machine: beside other tests, a film of a minute may take minutes. */
export const patientConfig = { testTimeout: 300_000 }

/** Says what to install instead of failing somewhere in the middle. */
export async function requireTools(): Promise<void> {
  const tools = await findTools()
  const missing = [
    !tools.ffmpeg && 'ffmpeg',
    !tools.soffice && 'libreoffice-impress libreoffice-writer libreoffice-calc',
    !tools.pdftoppm && 'poppler-utils',
    !tools.bwrap && 'bubblewrap',
    !tools.hasChineseFont && 'fonts-noto-cjk',
  ].filter((name) => name !== false)
  if (missing.length > 0)
    throw new Error(
      `this test needs programs that the machine lacks: apt-get install --no-install-recommends ${missing.join(' ')}`,
    )
}

const folder = mkdtempSync(join(tmpdir(), 'kaopei-made-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
export const madePath = (name: string) => join(folder, name)

/** A file made by ffmpeg, as `-f lavfi` sources and options. */
export function madeByFfmpeg(name: string, ...args: readonly string[]): Buffer {
  const path = madePath(name)
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...args, path])
  return readFileSync(path)
}

export const picture = (size: string, rate = 25) => ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=${rate}`]
export const tone = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=44100']
export const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']

export interface Upload {
  readonly companyId: string
  readonly type: number
  readonly name: string
  readonly body: Buffer
}

/** A courseware with this file as its only version, as uploading makes it. */
export async function uploaded(
  world: World,
  { companyId, type, name, body }: Upload,
): Promise<{ coursewareId: string; versionId: string }> {
  return world.inCompany(companyId, async (db) => {
    const facts = { companyId, name, contentType: 'application/octet-stream', purpose: 'courseware', createdBy: null }
    const { fileId, sizeBytes } = await storeFile(db, world.services, { ...facts, body }, ({ text }) => {
      throw new Error(text)
    })
    const { id: coursewareId } = await db
      .insertInto('courseware.courseware')
      .values({ company_id: companyId, title: name, type })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: versionId } = await db
      .insertInto('courseware.version')
      .values({
        company_id: companyId,
        courseware_id: coursewareId,
        number: 1,
        file_id: fileId,
        file_name: name,
        size_bytes: sizeBytes,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .updateTable('courseware.courseware')
      .set({ version_id: versionId, latest_id: versionId })
      .where('id', '=', coursewareId)
      .execute()
    return { coursewareId, versionId }
  })
}

/** The same, converted. */
export async function converted(world: World, upload: Upload): Promise<Outcome> {
  const { versionId } = await uploaded(world, upload)
  await world.inCompany(upload.companyId, (db) => askForConversion(db, versionId, null))
  await world.runJobs()
  return outcomeOf(world, versionId)
}

export interface Outcome {
  readonly versionId: string
  readonly state: string
  readonly progress: number
  readonly failure: string | null
  readonly failureText: string | null
  readonly transStatus: number
  readonly lengthSeconds: number | null
  readonly pageCount: number | null
  readonly text: string
  readonly hasCover: boolean
  readonly renditions: readonly {
    readonly name: string
    readonly width: number
    readonly height: number
    readonly codecs: string
    readonly initBytes: number | null
    readonly segments: readonly (readonly [number, number, number])[] | null
    readonly fileId: string
  }[]
  readonly pages: readonly { readonly number: number; readonly width: number; readonly height: number; readonly fileId: string }[]
}

export async function outcomeOf(world: World, versionId: string): Promise<Outcome> {
  const [row] = await world.rows<Outcome & Record<string, unknown>>(
    `select v.id as "versionId", c.state, c.progress, c.failure, c.failure_text as "failureText", v.trans_status as "transStatus",
       v.length_seconds as "lengthSeconds", v.page_count as "pageCount", v.text, w.cover_file_id is not null as "hasCover",
       coalesce((select jsonb_agg(jsonb_build_object('name', r.name, 'width', r.width, 'height', r.height, 'codecs', r.codecs,
         'initBytes', r.init_bytes, 'segments', r.segments, 'fileId', r.file_id) order by r.height desc)
         from courseware.rendition r where r.version_id = v.id), '[]') as renditions,
       coalesce((select jsonb_agg(jsonb_build_object('number', p.number, 'width', p.width, 'height', p.height, 'fileId', p.file_id) order by p.number)
         from courseware.page p where p.version_id = v.id), '[]') as pages
     from courseware.version v
     join courseware.courseware w on w.id = v.courseware_id
     join courseware.conversion c on c.version_id = v.id
     where v.id = $1`,
    [versionId],
  )
  if (!row) throw new Error('no such version')
  return row
}

export async function bytesOf(world: World, fileId: string): Promise<Buffer> {
  const [row] = await world.rows<{ key: string }>('select key from files.object where id = $1', [fileId])
  if (!row) throw new Error('no such file')
  return readFileSync(world.services.blobs.localPath(row.key) ?? '')
}
