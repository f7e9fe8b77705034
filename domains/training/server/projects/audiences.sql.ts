import type { DataScope, Db } from '@kaopei/server'
import { lit } from '@kaopei/server'
import { attachMode } from '@kaopei/usergroup/contract/codes'
import { sql } from 'kysely'

/** Its followed departments and groups have to be looked at again. */
export async function markAudiences(db: Db, projectId: string): Promise<void> {
  await sql`
    insert into training.audience_mark (company_id, project_id)
    select a.company_id, a.project_id
    from training.audience a
    where a.company_id = ${db.companyId} and a.project_id = ${projectId} and a.mode = ${lit(attachMode.live)}
    limit 1`.execute(db)
}

/** The followed ones come along. Whoever copies within a data scope brings nobody from outside of it. */
export async function copyAudiences(
  db: Db,
  { from, to, scope, actorId, now }: { from: string; to: string; scope: DataScope; actorId: string; now: Date },
): Promise<void> {
  const own = scope.kind === 'all' ? null : JSON.stringify(scope)
  await sql`
    insert into training.audience (company_id, project_id, kind, target_id, mode, scope, added_by, added_at)
    select a.company_id, ${to}, a.kind, a.target_id, a.mode, coalesce(${own}::jsonb, a.scope), ${actorId}, ${now}
    from training.audience a
    where a.company_id = ${db.companyId} and a.project_id = ${from} and a.mode = ${lit(attachMode.live)}`.execute(db)
}
