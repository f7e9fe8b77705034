import { coursewareType } from '@kaopei/courseware/contract/codes'
import type { ShownCourseware } from '@kaopei/courseware/contract/shown'
import { type GivenVersion, shownContent, versionFor } from '@kaopei/courseware/server'
import type { Grant } from '@kaopei/files/server'
import type { Db, Services } from '@kaopei/server'
import { coursewareRule } from '../../contract/outline.ts'
import { inCompanyOf } from '../in-company.ts'
import { deriveEnrolment, type Learning, learningOf } from './derive.ts'
import type { Entered } from './enter.ts'
import { deleteOldSessions, findBegunFilms, fixMedia, insertSession } from './open.sql.ts'

/** As long as the longest sitting in front of one task. */
const linkSeconds = 4 * 3600

interface Caller {
  readonly db: Db
  readonly services: Pick<Services, 'secret'>
  readonly now: Date
  readonly staffId: string
}

/** The content of a task that may be entered, with a player that may report. Undefined: the courseware is not there. */
export async function openCourseware({ db, services, now, staffId }: Caller, { learning, task, grant }: Entered) {
  const seen = learning.media.find(({ taskId }) => taskId === task.id)
  const place = { staffId, courseId: learning.outline.courseId, taskId: task.id, now }
  const begunFilms = seen?.coursewareType === coursewareType.microCourse ? await findBegunFilms(db, place) : undefined
  const given = await contentOf({ db, services }, task, { begunVersionId: seen?.versionId ?? null, begunFilms, grant })
  if (!given) return undefined
  const { version, shown } = given
  const films = shown.blocks.flatMap(({ film }) => (film ? [[film.coursewareId, film.versionId] as const] : []))
  const what = {
    versionId: version.versionId,
    coursewareType: version.type,
    ...sizeOf(version, shown),
    filmStarts: filmStartsOf(version, shown),
  }
  const opening = { ...place, ...what, films: Object.fromEntries(films) }
  const { lengthSeconds, pageCount, position, watched } = await fixMedia(db, opening)
  await deleteOldSessions(db, staffId, now)
  const isAsBefore =
    !seen || (seen.versionId === version.versionId && seen.lengthSeconds === lengthSeconds && seen.pageCount === pageCount)
  const standing = isAsBefore ? learning : await derivedAnew(db, place, learning)
  const { isComplete = false, percent = 0 } = standing.learner.tasks.get(task.id)?.own ?? {}
  return {
    ...{ shown, lengthSeconds, pageCount, position, watched, isComplete, percent },
    isUnmeasured: version.isUnmeasured,
    session: await insertSession(db, opening),
    pageSeconds: (seen?.pageSeconds ?? []).map((seconds) => seconds ?? 0),
    rule: coursewareRule.parse(task.rule),
  }
}

/** How far somebody is, is a share of what there is now. */
async function derivedAnew(
  db: Db,
  { courseId, staffId, now }: { readonly courseId: string; readonly staffId: string; readonly now: Date },
  before: Learning,
): Promise<Learning> {
  await deriveEnrolment(db, courseId, staffId, now)
  return (await learningOf(db, courseId, staffId)) ?? before
}

/** In the company whose courseware it is: of a bought course the seller's, whose licence was looked at. */
function contentOf(
  { db, services }: Pick<Caller, 'db' | 'services'>,
  { targetId, targetCompanyId }: Entered['task'],
  {
    begunVersionId,
    ...wish
  }: { begunVersionId: string | null; begunFilms: Readonly<Record<string, string>> | undefined; grant: Grant | undefined },
): Promise<{ version: GivenVersion; shown: ShownCourseware } | undefined> {
  return inCompanyOf(db, targetCompanyId ?? db.companyId, async () => {
    const version = targetId === null ? undefined : await versionFor(db, { coursewareId: targetId, begunVersionId })
    const shown = version && (await shownContent(services, db, { ...wish, versionId: version.versionId, seconds: linkSeconds }))
    return version && shown && { version, shown }
  })
}

/** They count one behind the other. */
function filmStartsOf({ type }: GivenVersion, { blocks }: ShownCourseware): number[] | null {
  if (type !== coursewareType.microCourse) return null
  const lengths = blocks.map(({ lengthSeconds }) => lengthSeconds ?? 0)
  const startOf = (index: number) => lengths.slice(0, index).reduce((sum, seconds) => sum + seconds, 0)
  return lengths.flatMap((seconds, index) => (seconds > 0 ? [startOf(index)] : []))
}

/** What counts: of a micro-course the films of its blocks, one behind the other; a picture is a page. */
function sizeOf({ type, lengthSeconds, pageCount }: GivenVersion, { blocks }: ShownCourseware) {
  if (type === coursewareType.image) return { lengthSeconds: 0, pageCount: 1 }
  if (type !== coursewareType.microCourse) return { lengthSeconds: lengthSeconds ?? 0, pageCount: pageCount ?? 0 }
  return { lengthSeconds: blocks.reduce((sum, block) => sum + (block.lengthSeconds ?? 0), 0), pageCount: blocks.length }
}
