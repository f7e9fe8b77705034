import type { InputOf } from '@kaopei/contract'
import { staff } from '@kaopei/org/contract/staff'
import type pg from 'pg'

/** The rows that a list of people shows. */
const columns = `s.id, s.name, s.login_account, s.phone, s.email, s.job_number, s.gender, s.is_enabled, s.staff_source, s.entry_date,
  s.created_at, s.custom, s.version, d.name as department, d.path`

/**
 * The same question as one would write it in SQL: the total, then the page, with prepared statements through the bare driver as the tables'
 * owner, without rights, scopes and masks. A keyword goes by the index that there is for it.
 */
export async function askBarely(
  client: pg.PoolClient,
  companyId: string,
  question: InputOf<typeof staff.list>,
): Promise<{ ms: number; pageMs: number; total: number }> {
  const { keyWords, departmentId, state, pageIndex, pageSize } = staff.list.input.parse(question)
  const values: unknown[] = [companyId]
  const place = (value: unknown) => `$${values.push(value)}`
  const conditions = ['s.company_id = $1', 's.removed_at is null']
  if (keyWords) {
    const word = place(keyWords.toLowerCase())
    const fields = ['lower(s.name)', 'lower(s.job_number)', 's.login_key', 's.phone', 's.email_key']
    conditions.push(`(${fields.map((field) => `strpos(${field}, ${word}) > 0`).join(' or ')})`)
    conditions.push(`org.staff_pieces(s.company_id, s.name, s.login_account, s.phone, s.job_number, s.email)
      @> org.pieces_of_keyword(${word}, uuid_hash_extended($1, 0))`)
  }
  if (departmentId)
    conditions.push(`s.department_id in (
      select below.id from org.department top
      join org.department below on below.company_id = top.company_id and starts_with(below.path, top.path)
      where top.company_id = $1 and top.id = ${place(departmentId)})`)
  if (state === 0) conditions.push('not s.is_enabled')
  const where = conditions.join(' and ')
  const counting = [...values]
  const page = `select ${columns} from org.staff s
    left join org.department d on d.company_id = s.company_id and d.id = s.department_id
    where ${where} order by s.id desc offset ${place((pageIndex - 1) * pageSize)} limit ${place(pageSize)}`
  const name = [keyWords && 'keyword', departmentId && 'department', state === 0 && 'disabled'].filter(Boolean).join('-')
  const begun = performance.now()
  const { rows } = await client.query<{ total: number }>({
    name: `bench-total-${name}`,
    text: `select count(*)::int as total from org.staff s where ${where}`,
    values: counting,
  })
  const counted = performance.now()
  await client.query({ name: `bench-page-${name}`, text: page, values })
  const ended = performance.now()
  return { ms: ended - begun, pageMs: ended - counted, total: rows[0]?.total ?? 0 }
}
