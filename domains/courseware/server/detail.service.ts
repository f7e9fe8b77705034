import { protocolErrors } from '@kaopei/contract'
import { knowledgePointsByIds } from '@kaopei/question/server'
import { type Actor, type Db, ProtocolFailure, type Services } from '@kaopei/server'
import { creditRole } from '../contract/codes.ts'
import { needsOtherFile } from '../contract/conversion.ts'
import { coverUrlOf, requireCourseware } from './courseware.service.ts'
import { type Credit, selectCredits, selectPointIds } from './courseware.sql.ts'
import { shownContent } from './delivery/shown-content.ts'
import { type ListRow, placesInQueue, selectListRows } from './list.sql.ts'
import { selectSubtitles } from './subtitle.sql.ts'
import { learnCountsOf, usesOf } from './users.ts'

/** Rows of the list as they are shown: with who learns and the place in the queue. */
export async function shownRows(db: Db, rows: readonly ListRow[]) {
  const learnCounts = await learnCountsOf(
    db,
    rows.map(({ id }) => id),
  )
  const waiting = rows.filter(({ state }) => state === 'waiting').map(({ latestId }) => latestId)
  const places = await placesInQueue(db, waiting)
  return rows.map(({ latestId, state, progress, failure, failureText, ...row }) => ({
    ...row,
    learnCount: learnCounts.get(row.id) ?? 0,
    work: {
      ...{ state, progress, queuePlace: places.get(latestId) ?? null, failureText },
      needsOtherFile: state === 'failed' && needsOtherFile(row.type, failure),
    },
  }))
}

export async function detailOf(context: { actor: Actor; db: Db; services: Services }, id: string) {
  const { db } = context
  const whole = await requireCourseware(db, id)
  const [row] = await shownRows(db, await selectListRows(db, [id]))
  if (!row) throw new ProtocolFailure(protocolErrors.notFound)
  const credits = await selectCredits(db, id)
  return {
    ...row,
    descript: whole.descript,
    coverUrl: coverUrlOf(context, whole.coverFileId),
    versionId: whole.versionId,
    latestId: whole.latestId,
    version: whole.version,
    contributor: ofRole(credits, creditRole.contributor),
    author: ofRole(credits, creditRole.author),
    teacher: ofRole(credits, creditRole.teacher),
    assistTeacher: ofRole(credits, creditRole.assistTeacher),
    knowledgePoints: await knowledgePointsByIds(db, await selectPointIds(db, id)),
    subtitles: await selectSubtitles(db, whole.latestId),
    usedIn: (await usesOf(db, [id])).map(({ coursewareId: _same, ...use }) => use),
  }
}

const dataSeconds = 2 * 60 * 60

/** The same with what is in it, as the specification has it: each in a text of its own. */
export async function dataOf(context: { actor: Actor; db: Db; services: Services }, id: string) {
  const detail = await detailOf(context, id)
  const shown = await shownContent(context.services, context.db, { versionId: detail.versionId, seconds: dataSeconds })
  const { renditions, pages, blocks } = shown ?? { renditions: [], pages: [], blocks: [] }
  const contentList = blocks.map(({ id: block, type, fenmianImgPath, content }) => ({ id: block, type, fenmianImgPath, content }))
  return {
    ...detail,
    fileTmpUrl: pages.length > 0 ? JSON.stringify(pages.map(({ url }) => url)) : (renditions[0]?.url ?? ''),
    content: contentList.length > 0 ? JSON.stringify({ title: detail.title, contentList }) : '',
  }
}

const ofRole = (credits: readonly Credit[], role: number) =>
  credits
    .filter((one) => one.role === role)
    .map(({ staffId, instructorId, name }) => ({ staffId, name, ...(instructorId && { instructorId }) }))

/** Whoever is named already may stay, whatever scope the one who saves has. */
export function knownPeople(detail: Awaited<ReturnType<typeof detailOf>>): ReadonlySet<string> {
  const all = [detail.contributor, detail.author, detail.teacher, detail.assistTeacher].flat()
  return new Set(all.flatMap(({ staffId, instructorId }) => [staffId, instructorId].filter((one) => typeof one === 'string')))
}
