import { id } from '@kaopei/contract'
import { companiesByIds } from '@kaopei/platform/server'
import { type Db, rowsOf } from '@kaopei/server'
import { z } from 'zod'

const faceRow = z.object({ companyId: id, peopleCount: z.int() })

/** Of every company, the most first: for the platform alone. */
export async function selectFaces(db: Db) {
  const found = await rowsOf(db, faceRow)`
    select company_id as "companyId", people as "peopleCount"
    from proctoring.filmed_people()
    order by people desc, company_id`
  const ids = found.map(({ companyId }) => companyId)
  const names = new Map((await companiesByIds(db, ids)).map(({ id: companyId, name }) => [companyId, name]))
  return found.map((company) => ({ ...company, name: names.get(company.companyId) ?? '' }))
}
