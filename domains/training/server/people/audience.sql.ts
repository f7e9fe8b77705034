import { id } from '@kaopei/contract'
import { audiencesIn } from '@kaopei/learning/server'
import { type Db, lit, rowsOf } from '@kaopei/server'
import { attachMode } from '@kaopei/usergroup/contract/codes'
import { sql } from 'kysely'
import { z } from 'zod'
import { projectStatus } from '../../contract/codes.ts'

export const projectAudiences = audiencesIn({
  audience: 'training.audience',
  mark: 'training.audience_mark',
  owner: 'project_id',
})

/** Something changed about people: every project that follows somebody is looked at again. */
export async function markFollowing(db: Db): Promise<void> {
  await sql`
    insert into training.audience_mark (company_id, project_id)
    select distinct a.company_id, a.project_id
    from training.audience a
    join training.project p on p.company_id = a.company_id and p.id = a.project_id and p.removed_at is null and p.status < ${lit(projectStatus.ended)}
    where a.company_id = ${db.companyId} and a.mode = ${lit(attachMode.live)}`.execute(db)
}

const markedRow = z.object({ companyId: id, ownerId: id })

/** Of every company. */
export function findMarkedProjects(db: Db, most: number): Promise<z.input<typeof markedRow>[]> {
  return rowsOf(db, markedRow)`
    select company_id as "companyId", project_id as "ownerId" from training.marked_projects(${most})`
}
