import { protocolErrors } from '@kaopei/contract'
import { keptHtml } from '@kaopei/course/server'
import { findOwnUpload } from '@kaopei/files/server'
import { type Context, type Fail, missingIds, ProtocolFailure } from '@kaopei/server'
import { projectErrors } from '../../contract/errors.ts'
import type { project } from '../../contract/project.ts'
import type { Project, ProjectFields } from './project.sql.ts'

type Saving = Pick<Context<(typeof project)['create']>, 'actor' | 'db' | 'now' | 'services'> & {
  readonly fail: Fail<(typeof projectErrors)['timesInverted' | 'pictureRefused']>
}

/** Fields of a project as they are kept: its text cleaned, its picture the caller's own, its category of this company, its end behind its beginning. */
export async function keptFields(
  { actor, db, fail, now, services }: Saving,
  wish: ProjectFields,
  before: Project | undefined,
): Promise<ProjectFields> {
  const { companyId, staffId } = actor
  const { beginTime, endTime, categoryId, coverFileId } = wish
  if (beginTime !== null && endTime !== null && endTime <= beginTime) return fail(projectErrors.timesInverted)
  const isKept = coverFileId === null || coverFileId === before?.coverFileId
  const own =
    isKept || (await findOwnUpload(db, services, { companyId, staffId }, { fileId: coverFileId }, ['image', 'editorImage']))
  if (!own) return fail(projectErrors.pictureRefused)
  if (categoryId !== null && (await missingIds(db, 'training.category', [categoryId])).length > 0)
    throw new ProtocolFailure(protocolErrors.notFound)
  const html = { html: wish.information, before: before?.information ?? '' }
  const kept = await keptHtml(db, { services, companyId, staffId, now }, html)
  if ('problem' in kept) return fail(projectErrors.pictureRefused, { text: kept.problem })
  return { ...wish, information: kept.html }
}
