import { type Db, hasRows, lit } from '@kaopei/server'
import { ruledGroup } from '../../contract/ruled-group.ts'

/** Does a rule decide anywhere in the company who has a role? */
export async function hasRuledRoles(db: Db): Promise<boolean> {
  return hasRows(db)`
    select
    from identity.role_group attached
    join usergroup.staff_group g on g.company_id = attached.company_id and g.id = attached.group_id
    where attached.company_id = ${db.companyId}
      and g.kind = ${lit(ruledGroup)}
      and g.removed_at is null
    limit 1`
}
