import { id } from '@kaopei/contract'
import { type Db, findOne } from '@kaopei/server'
import { z } from 'zod'

const taskPlace = z.object({ projectId: id })

/** The project of a task that is there. */
export function findProjectOf(db: Db, taskId: string): Promise<z.input<typeof taskPlace> | undefined> {
  return findOne(db, taskPlace)`
    select t.project_id as "projectId"
    from training.task t
    where t.company_id = ${db.companyId} and t.id = ${taskId}`
}

const facesRow = z.object({ information: z.string(), coverFileId: id.nullable() })

/** What a learner's page says of a project beside its outline. */
export function findFaces(db: Db, projectId: string): Promise<z.input<typeof facesRow> | undefined> {
  return findOne(db, facesRow)`
    select p.information, p.cover_file_id as "coverFileId"
    from training.project p
    where p.company_id = ${db.companyId} and p.id = ${projectId}`
}
