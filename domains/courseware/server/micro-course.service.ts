/** Micro-courses as they are kept and as they are shown. */
import { protocolErrors } from '@kaopei/contract'
import { extensionOf } from '@kaopei/files/contract/upload-types'
import {
  fileUrl,
  findOwnUploads,
  type KeepPicture,
  keepablePictures,
  keepFiles,
  picturesIn,
  pictureUrl,
  readerOfStored,
  showPictures,
} from '@kaopei/files/server'
import { cleanHtml, plainText } from '@kaopei/question/server'
import { type Actor, type Db, type Fail, MarkupBudget, ProtocolFailure, type Services, TooComplexMarkup } from '@kaopei/server'
import { coursewareType } from '../contract/codes.ts'
import { coursewareErrors } from '../contract/errors.ts'
import type { MicroCourseInput, ShownMicroCourse, StoredMicroCourse } from '../contract/micro-course.ts'
import type { Writing } from './courseware.service.ts'
import { coursewareCards } from './door.sql.ts'
import { wholeSeconds } from './formats/hls-playlist.ts'
import { mp4Facts } from './formats/mp4-facts.ts'
import { playableFiles } from './micro-course.sql.ts'

type Block = MicroCourseInput['contentList'][number]
type StoredBlock = StoredMicroCourse['contentList'][number]
type ContentError = (typeof coursewareErrors)['pictureRefused' | 'filmMissing' | 'filmUnplayable' | 'tooComplex']

const isFilm = ({ type }: { type: number }) => type === 3
const imageTag = (address: string) => (address === '' ? '' : `<img src="${address}"`)

/** The contents as they are kept: words cut down, pictures and films only what this person may name or what stood there before. */
export async function contentToKeep(
  context: Writing,
  { title, contentList }: MicroCourseInput,
  { before, fail }: { before: StoredMicroCourse | undefined; fail: Fail<ContentError> },
): Promise<StoredMicroCourse> {
  refuseGaps(contentList)
  const { actor, db, services, now } = context
  const text = contentList.map((block) => `${block.fenmianImgPath}\n${block.content}`).join('\n')
  const known = (before?.contentList ?? []).flatMap((block) => picturesIn(imageTag(block.fenmianImgPath) + block.content))
  const keep = await keepablePictures(db, services, actor, { text, known, now })
  const films = await filmsOf(context, contentList, before, fail)
  const budget = new MarkupBudget()
  return {
    title,
    contentList: contentList.map((block) => ({
      id: block.id,
      type: block.type,
      fenmianImgPath: block.fenmianImgPath === '' ? '' : (keep(block.fenmianImgPath) ?? fail(coursewareErrors.pictureRefused)),
      content: cleaned(block.content, { keep, budget, fail }),
      ...(films.get(block.id) ?? noFilm),
    })),
  }
}

const noFilm = { fileId: null, coursewareId: null, filmName: '' }
type Film = Pick<StoredBlock, 'fileId' | 'coursewareId' | 'filmName' | 'lengthSeconds'>

function refuseGaps(contentList: readonly Block[]): void {
  const fields = contentList.flatMap((block, place) => {
    if (isFilm(block) && Boolean(block.fileId) === Boolean(block.coursewareId))
      return [{ path: `content.contentList.${place}.fileId`, message: '请为视频块上传视频或选择视频课件' }]
    if (isFilm(block) || block.fenmianImgPath !== '') return []
    if (block.type === 1) return [{ path: `content.contentList.${place}.fenmianImgPath`, message: '请为图片块上传图片' }]
    return block.content === '' ? [{ path: `content.contentList.${place}.content`, message: '请填写正文，或上传图片' }] : []
  })
  const [first] = fields
  if (first) throw new ProtocolFailure(protocolErrors.invalid, { text: first.message, data: { fields } })
}

function cleaned(
  html: string,
  { keep, budget, fail }: { keep: KeepPicture; budget: MarkupBudget; fail: Fail<ContentError> },
): string {
  try {
    const { html: kept, refusedPictures } = cleanHtml(html, keep, budget)
    return refusedPictures > 0 ? fail(coursewareErrors.pictureRefused) : kept
  } catch (error) {
    if (error instanceof TooComplexMarkup) return fail(coursewareErrors.tooComplex)
    throw error
  }
}

/** By block. What browsers play as it was uploaded is taken as a file; everything else has to become a courseware first. */
async function filmsOf(
  { actor, db, services, now }: Writing,
  contentList: readonly Block[],
  before: StoredMicroCourse | undefined,
  fail: Fail<ContentError>,
): Promise<ReadonlyMap<string, Film>> {
  const films = contentList.filter(isFilm)
  const known = new Map((before?.contentList ?? []).map((block) => [block.fileId ?? block.coursewareId, block]))
  const fresh = films.filter(({ fileId, coursewareId }) => !known.has(fileId ?? coursewareId ?? null))
  const fileIds = fresh.flatMap(({ fileId }) => fileId ?? [])
  const named = fileIds.map((fileId) => ({ fileId }))
  const uploads = new Map((await findOwnUploads(db, services, actor, named, ['courseware'])).map((file) => [file?.fileId, file]))
  const cards = await coursewareCards(
    db,
    fresh.flatMap(({ coursewareId }) => coursewareId ?? []),
  )
  const found = new Map<string, Film>()
  for (const { id, fileId = null, coursewareId = null } of films) {
    const kept = known.get(fileId ?? coursewareId)
    const upload = fileId === null ? undefined : uploads.get(fileId)
    const card = cards.find(
      (one) => one.id === coursewareId && one.type === coursewareType.video && one.isReady && !one.isRemoved,
    )
    const isPlayable = upload !== undefined && extensionOf(upload.name) === 'mp4'
    const filmName = kept?.filmName ?? (isPlayable ? upload.name : card?.title)
    if (filmName === undefined) return fail(coursewareErrors.filmMissing)
    const measured = fileId === null ? null : (kept?.lengthSeconds ?? (await secondsOfUpload(db, services, fileId)))
    // What stood there before stays, though nobody can say how long it is.
    if (measured === undefined && !kept) return fail(coursewareErrors.filmUnplayable, { text: unplayable(filmName) })
    found.set(id, { fileId, coursewareId, filmName, ...(typeof measured === 'number' && { lengthSeconds: measured }) })
  }
  if ((await keepFiles(db, fileIds, now)) < new Set(fileIds).size) return fail(coursewareErrors.filmMissing)
  return found
}

/** A two-hour film's header has some five megabytes. */
const headerLimits = { mostBoxes: 100, mostBytes: 16 * 1024 * 1024 }

/** By its header; undefined where browsers do not play it everywhere, or it does not say how long it is. */
export async function secondsOfUpload(db: Db, services: Services, fileId: string): Promise<number | undefined> {
  const stored = await readerOfStored(db, services, fileId)
  const facts = stored && (await mp4Facts(stored.read, stored.sizeBytes, headerLimits))
  return facts?.isPlayable && facts.seconds > 0 ? wholeSeconds(facts.seconds) : undefined
}

const unplayable = (name: string) => `“${name}”不是浏览器都能播放的 H.264 视频，请先上传为课件，转码后再选择`

/** For the search in what coursewares say. */
export function wordsOf({ title, contentList }: StoredMicroCourse): string {
  return [title, ...contentList.map(({ content }) => plainText(content.replace(/<img\b[^<>]*>/gi, ' ')))].join('\n').trim()
}

interface Reading {
  readonly actor: Actor
  readonly db: Db
  readonly services: Services
}

/** For whoever edits it: what they are shown they may save again. */
export async function shownMicroCourseOf({ actor, db, services }: Reading, stored: StoredMicroCourse): Promise<ShownMicroCourse> {
  const reader = { companyId: actor.companyId, holderId: actor.staffId }
  const files = await playableFiles(
    db,
    stored.contentList.flatMap(({ coursewareId }) => coursewareId ?? []),
  )
  return {
    title: stored.title,
    contentList: stored.contentList.map((block) => {
      const [picture] = picturesIn(imageTag(block.fenmianImgPath))
      const fileId = block.fileId ?? files.get(block.coursewareId ?? '')
      return {
        ...block,
        fenmianImgPath:
          picture === undefined ? '' : pictureUrl(services, { companyId: actor.companyId, fileId: picture }, reader),
        content: showPictures(services, reader, block.content),
        filmUrl: fileId === undefined ? null : fileUrl(services, { companyId: actor.companyId, fileId }),
      }
    }),
  }
}
