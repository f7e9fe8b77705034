import { type Actor, type Db, enterCompany } from '@kaopei/server'

/** Row-level security shows one company at a time: another's for `work`, then the actor's again, for the log. */
export async function inCompany<T>(db: Db, actor: Actor, companyId: string, work: () => Promise<T>): Promise<T> {
  if (companyId === actor.companyId) return work()
  await enterCompany(db, companyId)
  const result = await work()
  await enterCompany(db, actor.companyId)
  return result
}
