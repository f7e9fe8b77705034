import type { Db, Fail } from '@kaopei/server'
import { staffErrors } from '../../contract/errors.ts'
import { countDisabled, countHeads, findStaffQuota, lockHeadcount } from './headcount.sql.ts'

export type NoSeat = typeof staffErrors.noSeatLeft

/**
 * Every way to more employees passes here before it writes: `insertStaff` (forms, imports, other rooms), recovery and enabling.
 * Refuses what goes beyond the quota that the platform has agreed with the company. Outside candidates and disabled people do not count.
 */
export async function guardHeadcount(db: Db, added: number, fail: Fail<NoSeat>): Promise<void> {
  if (added <= 0) return
  const quota = await findStaffQuota(db)
  if (quota === null) return
  await lockHeadcount(db)
  const free = Math.max(0, quota - (await countHeads(db)))
  if (added <= free) return
  const left = free === 0 ? '已用完' : `还可增加${free}人，本次需要增加${added}人`
  const text = `企业的员工名额为${quota}人，${left}。请先停用或删除不再使用的员工，或联系平台管理员提高名额`
  fail(staffErrors.noSeatLeft, { text, data: { quota, free, added } })
}

/** The same for people who are here and are to be enabled again. */
export async function guardEnabling(db: Db, ids: readonly string[], fail: Fail<NoSeat>): Promise<void> {
  if ((await findStaffQuota(db)) === null) return
  await lockHeadcount(db)
  await guardHeadcount(db, await countDisabled(db, ids), fail)
}
