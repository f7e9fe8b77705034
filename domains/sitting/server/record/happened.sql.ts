import type { Db } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'

/**
 * What happened in an attempt: rows of `id`, `type`, `source`, `actor_id`, `"serverTime"`, `"clientTime"` and `data`. Signals are kept for the watch alone, and stops of the clock for whoever rebuilds;
 * times away from the page are among what happened. A gap that was found to be ours is named as that.
 */
export const happenedIn = (db: Db, attemptId: string): RawBuilder<unknown> => sql`
    select v.id,
      case when v.type like 'capture%' and exists (
        select from sitting.attempt_event x
        where x.company_id = v.company_id and x.attempt_id = v.attempt_id and x.type = 'captureExcused' and x.data ->> 'eventId' = v.id::text
      ) then 'captureExcused' else v.type end as type,
      v.source, v.actor_id, v.server_time as "serverTime", v.client_time as "clientTime", v.data
    from sitting.attempt_event v
    where v.company_id = ${db.companyId} and v.attempt_id = ${attemptId} and v.type not in ('signal', 'captureExcused', 'clockStops')
    union all
    select kit.new_id(), 'leave', 'client', null, l.began, l.began, jsonb_build_object('durationMs', l.ms, 'kind', l.kind, 'why', l.why)
    from sitting.list_absences(${db.companyId}, ${attemptId}) l
    where l.kind <> 'left'`
