import { randomBytes, randomUUID } from 'node:crypto'
import type { Ground } from './ground.ts'
import { type Caller, callerOf } from './raw-client.ts'

export interface Person extends Caller {
  readonly id: string
}

export interface Company {
  readonly id: string
  readonly departmentIds: readonly string[]
  /** Holds the role admin. */
  readonly admin: Person
}

/** A company with a root department, some below it, and an administrator who is signed in. */
export async function makeCompany(ground: Ground, departments = 20): Promise<Company> {
  const id = randomUUID()
  await ground.rows('insert into identity.company (id, domain, name) values ($1, $2, $3)', [id, `b${id.slice(0, 8)}`, '压测公司'])
  const departmentIds = Array.from({ length: departments + 1 }, () => randomUUID())
  await ground.rows(
    `insert into org.department (company_id, id, parent_id, name, path)
     select $1, d.id, case when d.n > 1 then ($2::uuid[])[1] end, '部门' || d.n,
       case when d.n > 1 then '/' || ($2::uuid[])[1] || '/' || d.id || '/' else '/' || d.id || '/' end
     from unnest($2::uuid[]) with ordinality as d(id, n)`,
    [id, departmentIds],
  )
  const [admin] = await makePeople(ground, id, departmentIds, 1)
  if (!admin) throw new Error('no administrator was made')
  const roleId = randomUUID()
  await ground.rows(`insert into identity.role (company_id, id, name, code) values ($1, $2, '管理员', 'admin')`, [id, roleId])
  await ground.rows('insert into identity.role_account (company_id, role_id, account_id) values ($1, $2, $3)', [
    id,
    roleId,
    admin.id,
  ])
  return { id, departmentIds, admin }
}

/** People with accounts and living sessions, spread over the departments. */
export async function makePeople(
  ground: Ground,
  companyId: string,
  departmentIds: readonly string[],
  count: number,
): Promise<Person[]> {
  const people = Array.from({ length: count }, () => {
    const token = randomBytes(32).toString('base64url')
    return { id: randomUUID(), ...callerOf(ground.secret, token) }
  })
  const ids = people.map(({ id }) => id)
  await ground.rows(
    `insert into org.staff (company_id, id, name, login_account, phone, email, job_number, department_id)
     select $1, p.id, '考生' || p.n, p.id::text, null, p.id || '@example.cn', p.id::text, ($3::uuid[])[1 + p.n % cardinality($3::uuid[])]
     from unnest($2::uuid[]) with ordinality as p(id, n)`,
    [companyId, ids, departmentIds],
  )
  await ground.rows(
    `insert into identity.account (company_id, id, login_account, must_change_password, password_strength)
     select $1, p.id, p.id::text, false, 1 from unnest($2::uuid[]) as p(id)`,
    [companyId, ids],
  )
  await ground.rows(
    `insert into identity.session (company_id, account_id, token_hash, expires_at)
     select $1, p.id, p.hash, now() + interval '12 hours' from unnest($2::uuid[], $3::text[]) as p(id, hash)`,
    [companyId, ids, people.map(({ tokenHash }) => tokenHash)],
  )
  return people
}
