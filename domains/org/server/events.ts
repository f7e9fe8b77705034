import { type Db, emit, event } from '@kaopei/server'
import { z } from 'zod'
import { staffTotals } from './staff/totals.ts'

/** People have changed in whatever way: fields, department, state, post, labels, removal. Null: many, or nobody knows whom. */
export const staffChanged = event({ name: 'org.staffChanged', payload: z.object({ staffIds: z.array(z.string()).nullable() }) })

const mostNamed = 1000

export async function tellStaffChanged(db: Db, staffIds: readonly string[] | null): Promise<void> {
  if (staffIds?.length === 0) return
  await emit(db, staffChanged, db.companyId, { staffIds: staffIds && staffIds.length <= mostNamed ? [...staffIds] : null })
}

/** For handlers: the news with the transaction, and no total of before afterwards. */
export async function noteStaffChanged(
  { actor, db, after }: { readonly actor: { companyId: string }; readonly db: Db; readonly after: (work: () => void) => void },
  staffIds: readonly string[] | null,
): Promise<void> {
  await tellStaffChanged(db, staffIds)
  after(() => staffTotals.forget(actor.companyId))
}
