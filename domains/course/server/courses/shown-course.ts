import { pictureUrl, showPictures } from '@kaopei/files/server'
import type { Actor, Db, Services } from '@kaopei/server'
import { findCourse, namesOf } from './course.sql.ts'

type Reading = { readonly actor: Actor; readonly db: Db; readonly services: Services }

/** A course as its makers see it; undefined: there is none. */
export async function shownCourse({ actor, db, services }: Reading, courseId: string) {
  const found = await findCourse(db, courseId)
  if (!found) return undefined
  const { publishedId, draftId, ...facts } = found
  const { companyId, staffId: holderId } = actor
  const { coverFileId } = found
  return {
    ...facts,
    ...(await namesOf(db, found)),
    hasChange: publishedId !== null && draftId !== null,
    descript: showPictures(services, { companyId, holderId }, found.descript),
    coverUrl: coverFileId && pictureUrl(services, { companyId, fileId: coverFileId }, { holderId }),
  }
}
