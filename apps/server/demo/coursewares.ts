import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { courseware } from '@kaopei/courseware/contract/courseware'
import { coursewareSubtitle } from '@kaopei/courseware/contract/subtitle'
import { knowledgePoint } from '@kaopei/question/contract/knowledge-point'
import { ZipFile } from 'yazl'
import type { DemoClient } from './client.ts'
import type { DemoCompany } from './company.ts'
import { keepDemoFile } from './keep-file.ts'
import type { Stage } from './stage.ts'

const day = 86_400_000
/** Drawn by e2e/pictures/draw-coursewares.ts; the package is written by hand. */
const media = join(import.meta.dirname, 'media')

export interface DemoCoursewares {
  readonly film: string
  /** Undefined on a machine without the programs that make pages of it: it can be downloaded, and is part of no course. */
  readonly slides: string | undefined
  readonly signs: string
}

export interface DemoPoints {
  readonly equipment: string
  readonly firstMinutes: string
  readonly evacuation: string
}

/** What fire drills teach; questions and coursewares carry them. */
export async function makeDemoPoints(admin: DemoClient): Promise<DemoPoints> {
  const made = async (name: string) => (await admin.call(knowledgePoint.create, { name })).id
  return {
    equipment: await made('消防设施的使用'),
    firstMinutes: await made('初起火灾的扑救'),
    evacuation: await made('火场疏散与逃生'),
  }
}

/** A film with subtitles, slides and a package (SCORM 1.2), as their author would have uploaded them, and one that cannot be read. */
export async function makeDemoCoursewares(
  stage: Stage,
  company: DemoCompany,
  { today, points }: { readonly today: Date; readonly points: DemoPoints },
): Promise<DemoCoursewares> {
  stage.now = new Date(today.getTime() - 41 * day)
  const admin = stage.as(company.admin, true)
  const credits = { contributor: [{ staffId: company.admin.id }], teacher: [{ name: '安全环保部' }] }
  const made = (name: string, body: Buffer, knowledgePointIds: string[] = []) =>
    addDemoCourseware(stage, company.admin.id, { name, body, facts: { ...credits, knowledgePointIds } })
  const film = await made('火灾疏散须知.mp4', demoFilm(), Object.values(points))
  const slides = await made('劳动防护用品使用规范.pdf', readFileSync(join(media, 'protection.pdf')))
  const signs = await made('车间安全标志.zip', await demoPackage())
  await stage.runJobs()
  const fileId = await keepDemoFile(stage, company.admin.id, {
    ...{ name: '火灾疏散须知.vtt', contentType: 'text/vtt', purpose: 'subtitle' },
    body: readFileSync(join(media, 'evacuation.vtt')),
  })
  await admin.call(coursewareSubtitle.save, { id: film, fileId, language: 'zh', label: '中文' })
  stage.now = new Date(today.getTime() - 2 * day)
  // Half of a film: the list says why nothing became of it.
  await made('应急演练实拍（传输中断）.mp4', demoFilm().subarray(20_000))
  await stage.runJobs()
  return { film, slides: (await isReady(stage, slides)) ? slides : undefined, signs }
}

/** Whether it can be part of a course: what this machine has no program for is never converted. */
export async function isReady(stage: Stage, coursewareId: string): Promise<boolean> {
  const rows = await stage.rows<{ is_ready: boolean }>('select is_ready from courseware.card where company_id = $1 and id = $2', [
    stage.companyId,
    coursewareId,
  ])
  return rows[0]?.is_ready === true
}

interface Upload {
  readonly name: string
  readonly body: Buffer
  readonly facts: { readonly contributor: { staffId: string }[]; readonly knowledgePointIds?: string[] }
}

export async function addDemoCourseware(stage: Stage, authorId: string, { name, body, facts }: Upload): Promise<string> {
  const contentType = name.endsWith('.pdf') ? 'application/pdf' : name.endsWith('.zip') ? 'application/zip' : 'video/mp4'
  const fileId = await keepDemoFile(stage, authorId, { name, contentType, purpose: 'courseware', body })
  const author = stage.as({ id: authorId, name: '系统管理员', loginAccount: 'admin' }, true)
  const title = name.replace(/\.\w+$/, '')
  const { dataList } = await author.call(courseware.saveBatch, { coursewareList: [{ fileId, title, ...facts }] })
  const [made] = dataList
  if (!made) throw new Error(`${name} became no courseware`)
  return made.id
}

export const demoFilm = () => readFileSync(join(media, 'evacuation.mp4'))

function demoPackage(): Promise<Buffer> {
  const folder = join(media, 'signs')
  const zip = new ZipFile()
  for (const name of readdirSync(folder)) zip.addFile(join(folder, name), name)
  zip.end()
  return buffer(zip.outputStream)
}
