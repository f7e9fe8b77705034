import { type Db, findOne } from '@kaopei/server'
import { z } from 'zod'

const nearestRow = z.object({ goesOn: z.boolean(), opensAt: z.date().nullable(), name: z.string().nullable() })
/** `name` is null for an exam of another company. */
export type NearestSitting = z.output<typeof nearestRow>

/** The real exam, of whatever company, that goes on or begins within so many minutes; undefined: none is near. */
export function nearestSitting(
  db: Db,
  { now, guardMinutes }: { now: Date; guardMinutes: number },
): Promise<NearestSitting | undefined> {
  return findOne(db, nearestRow)`
    select n.goes_on as "goesOn", n.opens_at as "opensAt", n.name
    from exam.nearest_sitting(${db.companyId}, ${now}, ${guardMinutes}) n`
}
