/** What has to hold before a courseware is written, and how its facts come to be kept. */
import { protocolErrors } from '@kaopei/contract'
import { findOwnUploads, keepablePictures, keepFiles, pictureUrl } from '@kaopei/files/server'
import { instructorCards } from '@kaopei/instructor/server'
import { staffMenu } from '@kaopei/org/contract/menus'
import { peopleInScope } from '@kaopei/org/server'
import { knowledgeToWrite } from '@kaopei/question/server'
import { type Actor, type Db, type Fail, ProtocolFailure, type Services, scopeOn } from '@kaopei/server'
import { coursewareType, creditRole } from '../contract/codes.ts'
import { coursewareErrors } from '../contract/errors.ts'
import type { CreditInput, PartialFacts } from '../contract/facts.ts'
import { askForConversion } from './conversion/ask.ts'
import {
  type Credit,
  findCourseware,
  insertVersion,
  type NewVersion,
  replaceCredits,
  replacePoints,
  selectCredits,
  type WholeRow,
} from './courseware.sql.ts'

export interface Writing {
  readonly actor: Actor
  readonly db: Db
  readonly services: Services
  readonly now: Date
}

export async function requireCourseware(db: Db, id: string, isLocked = false): Promise<WholeRow> {
  const found = await findCourseware(db, id, isLocked)
  if (!found) throw new ProtocolFailure(protocolErrors.notFound)
  return found
}

type FactsError = typeof coursewareErrors.personOutOfSight | typeof coursewareErrors.pictureRefused

const roles = [
  ['contributor', creditRole.contributor],
  ['author', creditRole.author],
  ['teacher', creditRole.teacher],
  ['assistTeacher', creditRole.assistTeacher],
] as const

type CreditLists = { readonly [Key in (typeof roles)[number][0]]?: readonly CreditInput[] | undefined }

/** Of many new coursewares at once the people are looked at once. */
export async function requireSeenPeople(
  { actor, db }: Writing,
  lists: readonly CreditLists[],
  known: ReadonlySet<string>,
  fail: Fail<FactsError>,
): Promise<void> {
  const given = lists.flatMap((one) => roles.flatMap(([key]) => one[key] ?? []))
  await requireInstructors(db, given, known, fail)
  const open = new Set(given.map(({ staffId, instructorId }) => (instructorId ? null : staffId)))
  const asked = [...open].filter((id) => typeof id === 'string').filter((id) => id !== actor.staffId && !known.has(id))
  if (asked.length === 0) return
  const seen = await peopleInScope(db, scopeOn(actor, staffMenu.name), asked)
  if (seen.length < asked.length) fail(coursewareErrors.personOutOfSight)
}

/** Instructors are named by whoever picks them: those who teach now, and those who stood there before. */
async function requireInstructors(
  db: Db,
  given: readonly CreditInput[],
  known: ReadonlySet<string>,
  fail: Fail<FactsError>,
): Promise<void> {
  const asked = new Set(given.flatMap(({ instructorId }) => (instructorId && !known.has(instructorId) ? [instructorId] : [])))
  if (asked.size === 0) return
  const cards = await instructorCards(db, [...asked])
  if (cards.filter(({ isRemoved, isEnabled }) => isEnabled && !isRemoved).length < asked.size)
    fail(coursewareErrors.personOutOfSight)
}

/** Writes credits and knowledge points as far as they are given; those of people have been looked at. */
export async function writeFacts(db: Db, coursewareId: string, facts: PartialFacts): Promise<void> {
  const isAnyRole = roles.some(([key]) => facts[key] !== undefined)
  if (isAnyRole) await replaceCredits(db, coursewareId, creditsOf(facts, await selectCredits(db, coursewareId)))
  if (facts.knowledgePointIds === undefined) return
  const { knowledgePointIds } = facts
  await replacePoints(db, coursewareId, await knowledgeToWrite(db, { knowledgePointIds, newKnowledgePoints: [] }))
}

/** As the log of changes reads it: people and points by their ids, which it knows the names of, and names that were typed. */
export function loggedInput({ knowledgePointIds, ...facts }: PartialFacts) {
  const people = roles.flatMap(([key]) => {
    const given = facts[key]
    return given === undefined ? [] : [[key, given.map((one) => one.instructorId ?? one.staffId ?? one.name)]]
  })
  return { ...Object.fromEntries(people), ...(knowledgePointIds && { knowledgePointIds }) }
}

function creditsOf(facts: PartialFacts, before: readonly Credit[]): Credit[] {
  return roles.flatMap(([key, role]) => {
    const given = facts[key]
    if (given === undefined) return before.filter((one) => one.role === role)
    const seen = new Set<string>()
    return given
      .map(({ staffId, instructorId, name }) => ({
        ...{ role, staffId: instructorId ? null : (staffId ?? null), instructorId: instructorId ?? null },
        name: (instructorId ?? staffId) ? '' : name,
      }))
      .filter((one) => {
        const mark = one.instructorId ?? one.staffId ?? `:${one.name}`
        return !seen.has(mark) && seen.add(mark)
      })
  })
}

/** The file of a cover: undefined is left as it is, '' takes it away. What was shown may come back as it is. */
export async function coverToKeep(
  { actor, db, services, now }: Writing,
  coverUrl: string | undefined,
  known: string | null,
  fail: Fail<FactsError>,
): Promise<string | null> {
  if (coverUrl === undefined) return known
  if (coverUrl === '') return null
  const keep = await keepablePictures(db, services, actor, { text: coverUrl, known: known === null ? [] : [known], now })
  return keep(coverUrl)?.split('/').at(-1) ?? fail(coursewareErrors.pictureRefused)
}

export function coverUrlOf({ services, actor }: Pick<Writing, 'services' | 'actor'>, fileId: string | null): string | null {
  return fileId && pictureUrl(services, { companyId: actor.companyId, fileId }, { holderId: actor.staffId })
}

export interface CoursewareFile {
  readonly fileId: string
  readonly name: string
  readonly sizeBytes: number
}

/** The uploads that a call names, all of them one's own; they stay from now on. */
export async function requireFiles(
  { actor, db, services, now }: Writing,
  named: readonly { fileId: string }[],
  fail: Fail<typeof coursewareErrors.fileMissing>,
): Promise<CoursewareFile[]> {
  const found = await findOwnUploads(db, services, actor, named, ['courseware'])
  const files = found.map((file) => file ?? fail(coursewareErrors.fileMissing))
  const ids = [...new Set(files.map(({ fileId }) => fileId))]
  return (await keepFiles(db, ids, now)) === ids.length ? files : fail(coursewareErrors.fileMissing)
}

/** A new version of an uploaded file; what can be made of it is asked for. */
export async function addFileVersion(
  db: Db,
  type: number,
  file: CoursewareFile,
  version: Pick<NewVersion, 'coursewareId' | 'isForBegun' | 'createdBy'>,
): Promise<string> {
  const isPicture = type === coursewareType.image
  const versionId = await insertVersion(
    db,
    {
      ...version,
      fileId: file.fileId,
      fileName: file.name,
      sizeBytes: file.sizeBytes,
      pageCount: isPicture ? 1 : null,
      content: null,
      text: '',
    },
    { isUsable: isPicture },
  )
  if (!isPicture) await askForConversion(db, versionId, version.createdBy)
  return versionId
}
