import { changesOf, type Db, findOne } from '@kaopei/server'
import { z } from 'zod'

const row = z.object({ ranges: z.array(z.string()), version: z.int() })
export type SharedRanges = z.output<typeof row>

/** Addresses that the company says many share; version 0: it has said nothing. */
export async function selectSharedRanges(db: Db): Promise<SharedRanges> {
  const found = await findOne(db, row)`
    select ranges, version
    from proctoring.shared_range
    where company_id = ${db.companyId}`
  return found ?? { ranges: [], version: 0 }
}

/** False when somebody else has changed it since that version. */
export async function saveSharedRanges(db: Db, { ranges, version }: SharedRanges): Promise<boolean> {
  const written =
    version === 0
      ? await changesOf(db)`
          insert into proctoring.shared_range (company_id, ranges)
          values (${db.companyId}, ${[...ranges]}::text[])
          on conflict do nothing`
      : await changesOf(db)`
          update proctoring.shared_range
          set ranges = ${[...ranges]}::text[], version = version + 1
          where company_id = ${db.companyId} and version = ${version}`
  return written > 0
}
