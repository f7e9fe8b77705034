/** Whom the rows of a file mean. */
import { id } from '@kaopei/contract'
import { scopedStaff } from '@kaopei/org/server'
import { type DataScope, type Db, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import type { FailedRow, PersonOfRow } from './people.sheet.ts'

const foundRow = z.object({
  id,
  name: z.string(),
  loginKey: z.string(),
  jobNumber: z.string().nullable(),
  isEnabled: z.boolean(),
})
type Found = z.input<typeof foundRow>

function selectFound(db: Db, rows: readonly PersonOfRow[], scope: DataScope): Promise<Found[]> {
  const accounts = rows.flatMap(({ account }) => (account === '' ? [] : [account.toLowerCase()]))
  const numbers = rows.flatMap(({ jobNumber }) => (jobNumber === '' ? [] : [jobNumber]))
  const seen = scope.kind === 'all' ? sql`true` : sql`s.id in (${scopedStaff(db, scope)})`
  return rowsOf(db, foundRow)`
    select s.id, s.name, s.login_key as "loginKey", s.job_number as "jobNumber", s.is_enabled as "isEnabled"
    from org.person s
    where s.company_id = ${db.companyId} and s.removed_at is null
      and (s.login_key = any(${accounts}::text[]) or s.job_number = any(${numbers}::text[])) and ${seen}`
}

/** Sound rows, each person once, and those that mean nobody whom the caller may add. */
export async function judgeRows(
  db: Db,
  rows: readonly PersonOfRow[],
  scope: DataScope,
): Promise<{ staffIds: string[]; failed: FailedRow[] }> {
  const found = await selectFound(db, rows, scope)
  const byAccount = new Map(found.map((one) => [one.loginKey, one]))
  const byNumber = new Map(found.flatMap((one) => (one.jobNumber === null ? [] : [[one.jobNumber, one] as const])))
  const judged = rows.map((person) => {
    const one = person.account === '' ? byNumber.get(person.jobNumber) : byAccount.get(person.account.toLowerCase())
    return { person, one, reason: whyNot(person, one) }
  })
  return {
    staffIds: [...new Set(judged.flatMap(({ one, reason }) => (one && reason === null ? [one.id] : [])))],
    failed: judged.flatMap(({ person, reason }) => (reason === null ? [] : [{ person, reason }])),
  }
}

function whyNot(person: PersonOfRow, one: Found | undefined): string | null {
  if (!one) return '没有找到该学员，或不在您的管理范围内；请核对账号或工号'
  if (person.name !== '' && person.name !== one.name) return '姓名与账号或工号不一致，请核对'
  if (person.account !== '' && person.jobNumber !== '' && person.jobNumber !== one.jobNumber) return '工号与账号不一致，请核对'
  return one.isEnabled ? null : '账号已停用，请先启用'
}
