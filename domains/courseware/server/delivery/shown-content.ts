import { fileUrl, type Grant, picturesIn, pictureUrl, showPictures } from '@kaopei/files/server'
import { type Db, databaseNow, type Services } from '@kaopei/server'
import { coursewareType, transStatus } from '../../contract/codes.ts'
import type { StoredMicroCourse } from '../../contract/micro-course.ts'
import type { ShownCourseware } from '../../contract/shown.ts'
import { versionsFor } from '../door.sql.ts'
import { playableFilesOf } from '../micro-course.sql.ts'
import { selectParts } from '../package/entry.sql.ts'
import { frameUrlOf } from '../package/package-link.ts'
import {
  findShownVersion,
  type ShownVersionRow,
  selectPages,
  selectRenditions,
  selectShownSubtitles,
} from './shown-content.sql.ts'

type Secret = Pick<Services, 'secret' | 'contents'>

interface Links {
  readonly file: (fileId: string) => string
  readonly picture: (fileId: string) => string
  /** Formatted text with its pictures. */
  readonly text: (html: string) => string
}

interface Wish {
  readonly versionId: string
  readonly seconds: number
  readonly grant?: Grant | undefined
  /** Of a micro-course that somebody has begun: the versions that they began of the coursewares in it, by courseware. */
  readonly begunFilms?: Readonly<Record<string, string>> | undefined
}

/**
 * What a player or viewer needs of a version, with links that end after so many seconds, all of them with `grant`, which the right rests on. Whether this person may have it
 * was decided by the caller.
 * Undefined: there is no such version in the company.
 */
export async function shownContent(
  services: Secret,
  db: Db,
  { versionId, seconds, grant, begunFilms }: Wish,
): Promise<ShownCourseware | undefined> {
  const version = await findShownVersion(db, versionId)
  if (!version) return undefined
  const { companyId } = db
  const links: Links = {
    file: (fileId) => fileUrl(services, { companyId, fileId }, seconds, grant),
    picture: (fileId) => pictureUrl(services, { companyId, fileId }, { seconds, grant }),
    text: (html) => showPictures(services, { companyId, seconds, grant }, html),
  }
  const { coursewareId, title, type, lengthSeconds, pageCount, coverFileId } = version
  const content = {
    renditions: await renditionsOf(db, version, links),
    pages: await pagesOf(db, version, links),
    blocks: await blocksOf(db, version.content, { links, begunFilms }),
  }
  const shownPackage = type === coursewareType.package ? await packageOf(services, db, { versionId, grant }) : null
  const refusal = shownPackage ? null : refusalOf(version, content)
  const subtitles = await selectShownSubtitles(db, versionId)
  return {
    ...{ coursewareId, versionId, title, type, lengthSeconds, pageCount, refusal, ...content },
    package: shownPackage,
    coverUrl: coverFileId === null ? null : links.picture(coverFileId),
    subtitles: subtitles.map(({ language, label, fileId }) => ({ language, label, url: links.file(fileId) })),
    downloadUrl: refusal !== null && version.fileId !== null ? links.file(version.fileId) : null,
    expiresAt: new Date(Math.min(databaseNow().getTime() + seconds * 1000, grant?.until?.getTime() ?? Infinity)).toISOString(),
  }
}

const playsAsItIs = /\.(mp4|mp3|m4a)$/i

/** What was made of it; without a converter what browsers play anyway, as it was uploaded. */
async function renditionsOf(db: Db, { versionId, type, fileId, fileName, isBroken }: ShownVersionRow, links: Links) {
  if (type !== coursewareType.video && type !== coursewareType.audio) return []
  const made = await selectRenditions(db, versionId)
  if (made.length > 0) return made.map(({ fileId: file, ...facts }) => ({ ...facts, url: links.file(file) }))
  // The name says nothing of what is in it: of what could not be made ready somebody has looked.
  if (fileId === null || isBroken || !playsAsItIs.test(fileName)) return []
  const unknown = { width: 0, height: 0, bitsPerSecond: 0, codecs: '', initBytes: null, segments: null }
  return [{ name: 'original', url: links.file(fileId), ...unknown }]
}

async function pagesOf(db: Db, { versionId, type, fileId }: ShownVersionRow, links: Links) {
  if (type === coursewareType.image && fileId !== null) return [{ url: links.picture(fileId), width: 0, height: 0 }]
  if (type !== coursewareType.document) return []
  const pages = await selectPages(db, versionId)
  return pages.map(({ fileId: file, width, height }) => ({ url: links.picture(file), width, height }))
}

async function blocksOf(
  db: Db,
  content: StoredMicroCourse | null,
  { links, begunFilms = {} }: { links: Links } & Pick<Wish, 'begunFilms'>,
) {
  if (!content) return []
  const ids = [...new Set(content.contentList.flatMap(({ coursewareId }) => coursewareId ?? []))]
  const begun = ids.map((coursewareId) => ({ coursewareId, begunVersionId: begunFilms[coursewareId] ?? null }))
  const films = new Map((await versionsFor(db, begun)).map((version) => [version.coursewareId, version]))
  const files = await playableFilesOf(
    db,
    [...films.values()].map(({ versionId }) => versionId),
  )
  return content.contentList.map(({ id, type, fenmianImgPath, content: html, ...block }) => {
    const { fileId, coursewareId } = block
    const [picture] = picturesIn(fenmianImgPath === '' ? '' : `<img src="${fenmianImgPath}"`)
    const version = films.get(coursewareId ?? '')
    const film = fileId ?? files.get(version?.versionId ?? '')
    return {
      ...{ id, type },
      fenmianImgPath: picture === undefined ? '' : links.picture(picture),
      url: film === undefined ? null : links.file(film),
      content: links.text(html),
      lengthSeconds: block.lengthSeconds ?? version?.lengthSeconds ?? null,
      film: version ? { coursewareId: version.coursewareId, versionId: version.versionId } : null,
    }
  })
}

/** Its parts, on an origin of their own; nothing where this deployment could not open that one. */
async function packageOf(
  services: Secret,
  db: Db,
  { versionId, grant }: { versionId: string; grant: Grant | undefined },
): Promise<ShownCourseware['package']> {
  const rows = await selectParts(db, versionId)
  const [first] = rows
  const frameUrl = frameUrlOf(services, { companyId: db.companyId, versionId }, grant)
  if (!first || frameUrl === undefined) return null
  return { standard: first.standard, frameUrl, parts: rows.map(({ number, title, href }) => ({ number, title, href })) }
}

/** Why there is nothing to show, in words that say what to do. */
function refusalOf(
  { type, transStatus: status }: ShownVersionRow,
  { renditions, pages, blocks }: Pick<ShownCourseware, 'renditions' | 'pages' | 'blocks'>,
): string | null {
  if (renditions.length + pages.length + blocks.length > 0) return null
  if (status === transStatus.running) return '课件正在转码，请稍后再试'
  if (status === transStatus.failed) return '课件暂时不能学习，请联系课程管理员'
  if (type === coursewareType.package) return '标准课件暂时不能播放，请联系课程管理员'
  return '课件不能在线播放，请下载后查看'
}
