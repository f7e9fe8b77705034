/** The project itself, as far as its people are concerned. */
import { id, protocolErrors } from '@kaopei/contract'
import { type Db, type Fail, findOne, ProtocolFailure } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { projectStatus } from '../../contract/codes.ts'
import { projectStaffErrors } from '../../contract/errors.ts'
import { isChangeable } from '../../contract/status.ts'

const projectRow = z.object({ id, name: z.string(), status: projectStatus.schema, outlineVersion: z.int() })
export type ProjectRow = z.input<typeof projectRow>

const project = (db: Db, projectId: string) => sql`
    select p.id, p.name, p.status, p.outline_version as "outlineVersion"
    from training.project p
    where p.company_id = ${db.companyId} and p.id = ${projectId} and p.removed_at is null`

export const findProject = (db: Db, projectId: string): Promise<ProjectRow | undefined> =>
  findOne(db, projectRow)`${project(db, projectId)}`

/** Not while somebody ends it or takes it off the shelf; two who add people do not wait for each other. */
const lockProject = (db: Db, projectId: string): Promise<ProjectRow | undefined> =>
  findOne(db, projectRow)`${project(db, projectId)} for share`

/** Off the shelf nobody new comes in; a draft gathers its people before it is put there. */
export async function openProject(db: Db, projectId: string, fail: Fail<(typeof projectStaffErrors)['notOpen']>) {
  const found = await lockProject(db, projectId)
  if (!found) throw new ProtocolFailure(protocolErrors.notFound)
  if (takesPeople(found.status)) return found
  const is = projectStatus.label(found.status)
  return fail(projectStaffErrors.notOpen, {
    text: `项目${is}，不能添加学员${found.status === projectStatus.unshelved ? '；请先上架' : ''}`,
  })
}

export const takesPeople = (status: number): boolean => status === projectStatus.draft || status === projectStatus.shelved

export async function changeableProject(db: Db, projectId: string, fail: Fail<(typeof projectStaffErrors)['ended']>) {
  const found = await lockProject(db, projectId)
  if (!found) throw new ProtocolFailure(protocolErrors.notFound)
  return isChangeable(found.status) ? found : fail(projectStaffErrors.ended)
}
