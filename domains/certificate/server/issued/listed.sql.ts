/** Whom the rows of a list mean. */
import { id } from '@kaopei/contract'
import { scopedStaff } from '@kaopei/org/server'
import { type DataScope, type Db, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import type { FailedRow, ListedPerson } from './list-sheet.ts'

const foundRow = z.object({
  id,
  name: z.string(),
  loginKey: z.string(),
  jobNumber: z.string().nullable(),
  isEnabled: z.boolean(),
})
type Found = z.input<typeof foundRow>

function selectFound(db: Db, rows: readonly ListedPerson[], scope: DataScope): Promise<Found[]> {
  const accounts = rows.flatMap(({ account }) => (account === '' ? [] : [account.toLowerCase()]))
  const numbers = rows.flatMap(({ jobNumber }) => (jobNumber === '' ? [] : [jobNumber]))
  const seen = scope.kind === 'all' ? sql`true` : sql`s.id in (${scopedStaff(db, scope)})`
  return rowsOf(db, foundRow)`
    select s.id, s.name, s.login_key as "loginKey", s.job_number as "jobNumber", s.is_enabled as "isEnabled"
    from org.person s
    where s.company_id = ${db.companyId} and s.removed_at is null
      and (s.login_key = any(${accounts}::text[]) or s.job_number = any(${numbers}::text[])) and ${seen}`
}

export interface JudgedList {
  readonly sound: readonly { readonly staffId: string; readonly person: ListedPerson }[]
  readonly failed: readonly FailedRow[]
}

/** Sound rows, each person once, and those that mean nobody whom the caller may give one. */
export async function judgeList(db: Db, rows: readonly ListedPerson[], scope: DataScope): Promise<JudgedList> {
  const found = await selectFound(db, rows, scope)
  const byAccount = new Map(found.map((one) => [one.loginKey, one]))
  const byNumber = new Map(found.flatMap((one) => (one.jobNumber === null ? [] : [[one.jobNumber, one] as const])))
  const sound = new Map<string, { staffId: string; person: ListedPerson }>()
  const failed: FailedRow[] = []
  for (const person of rows) {
    const one = person.account === '' ? byNumber.get(person.jobNumber) : byAccount.get(person.account.toLowerCase())
    const reason = whyNot(person, one) ?? (one && sound.has(one.id) ? '与前面的行重复' : null)
    if (one && reason === null) sound.set(one.id, { staffId: one.id, person })
    else failed.push({ person, reason: reason ?? '' })
  }
  return { sound: [...sound.values()], failed }
}

function whyNot(person: ListedPerson, one: Found | undefined): string | null {
  if (!one) return '没有找到该人员，或不在您的管理范围内；请核对账号或工号'
  if (person.name !== '' && person.name !== one.name) return '姓名与账号或工号不一致，请核对'
  if (person.account !== '' && person.jobNumber !== '' && person.jobNumber !== one.jobNumber) return '工号与账号不一致，请核对'
  return one.isEnabled ? null : '账号已停用，请先启用'
}
