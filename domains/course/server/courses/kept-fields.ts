import { protocolErrors } from '@kaopei/contract'
import { findOwnUpload } from '@kaopei/files/server'
import { instructorCards } from '@kaopei/instructor/server'
import { type Context, type Db, missingIds } from '@kaopei/server'
import type { course } from '../../contract/course.ts'
import { courseErrors } from '../../contract/errors.ts'
import { keptHtml } from '../kept-html.ts'
import type { Course, CourseFields } from './course.sql.ts'

type Saving = Context<(typeof course)['courseEdit']>

/** Fields of a course as they are kept: its text cleaned, its picture the caller's own, its teacher and category of this company. */
export async function keptFields(
  { actor, db, fail, now, services }: Saving,
  wish: CourseFields,
  before: Course | undefined,
): Promise<CourseFields> {
  const { companyId, staffId } = actor
  const { coverFileId, teacherId, categoryId } = wish
  const isKept = coverFileId === null || coverFileId === before?.coverFileId
  const own =
    isKept || (await findOwnUpload(db, services, { companyId, staffId }, { fileId: coverFileId }, ['image', 'editorImage']))
  if (!own) return fail(courseErrors.pictureRefused)
  const strangers = [
    ...(teacherId === null || teacherId === before?.teacherId ? [] : await missingInstructors(db, teacherId)),
    ...(categoryId === null ? [] : await missingIds(db, 'course.category', [categoryId])),
  ]
  if (strangers.length > 0) return fail(protocolErrors.notFound)
  if (wish.descript === before?.descript) return wish
  const kept = await keptHtml(db, { services, companyId, staffId, now }, { html: wish.descript, before: before?.descript ?? '' })
  if ('problem' in kept) return fail(courseErrors.pictureRefused, { text: kept.problem })
  return { ...wish, descript: kept.html }
}

/** Whoever is named anew teaches here now: neither removed nor disabled. */
async function missingInstructors(db: Db, teacherId: string): Promise<string[]> {
  const [card] = await instructorCards(db, [teacherId])
  return card && !card.isRemoved && card.isEnabled ? [] : [teacherId]
}
