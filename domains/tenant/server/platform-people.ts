import { protocolErrors } from '@kaopei/contract'
import { type Actor, type Db, enterCompany, Failure } from '@kaopei/server'

/** The first lock of this room: menus of the platform are the platform company's alone, whatever rights a role elsewhere may name. */
export function requirePlatform({ isPlatform }: Actor): void {
  if (!isPlatform) throw new Failure(protocolErrors.noPermission)
}

/** Row-level security shows one company at a time: another's for `work`, then the actor's again, for the log. */
export async function inCompany<T>(db: Db, actor: Actor, companyId: string, work: () => Promise<T>): Promise<T> {
  if (companyId === actor.companyId) return work()
  await enterCompany(db, companyId)
  const result = await work()
  await enterCompany(db, actor.companyId)
  return result
}
