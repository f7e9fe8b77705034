/** Contacts that are recognised wherever they turn up, in every place of a company that can hold one. */
import type { World } from '@kaopei/server/testing'
import type { RoomTable } from './company-tables.ts'

export interface PlantedPerson {
  readonly id: string
  readonly departmentId: string
  readonly phone: string
  readonly email: string
  readonly idCard: string
  /** All that may not be met whole. */
  readonly contacts: readonly string[]
  /** What is hidden of them, and enough of what is shown that nothing else has it. */
  readonly fragments: readonly string[]
}

/** Stands in every hash and sealed secret of the company. */
export const hashMark = 'HASHTHATNOBODYMAYSEE'
const hashColumn = /^(password_hash|token_hash|secret_hash|sealed_secret|answer_hash|request_hash)$/

/** Every hash and sealed secret becomes one that is recognised wherever it turns up. */
export async function plantHashes(world: World, tables: readonly RoomTable[], companyId: string): Promise<void> {
  for (const { name, columns } of tables) {
    for (const column of columns.filter((one) => one.type === 'text' && hashColumn.test(one.name)))
      await world.rows(
        `update ${name} set ${column.name} = '${hashMark}' || left(md5(random()::text), 12) where company_id = $1`,
        [companyId],
      )
  }
}

const contactColumn = /^(phone|sms_address|email|mail_address|address)$/

export async function plantContacts(world: World, tables: readonly RoomTable[], companyId: string): Promise<PlantedPerson[]> {
  const people = await nameContacts(world, companyId)
  for (const table of tables) await fillColumns(world, table, companyId, people)
  await plantPlaces(world, companyId, people)
  return people
}

/** Everybody gets their own; the account of the first is their phone, of the second their address, of the third a phone that they had once. */
async function nameContacts(world: World, companyId: string): Promise<PlantedPerson[]> {
  const rows = await world.rows<{ id: string }>(
    'select id from org.staff where company_id = $1 and removed_at is null order by id',
    [companyId],
  )
  const people: PlantedPerson[] = []
  for (const [index, { id }] of rows.entries()) {
    const [department] = await world.rows<{ id: string }>(
      `insert into org.department (company_id, id, name, path) select $1, x.id, 'D' || x.id, '/' || x.id || '/'
       from (select gen_random_uuid() as id) x returning id`,
      [companyId],
    )
    const person = personOf(id, department?.id ?? '', index)
    // The second is a candidate from outside, who is asked for everything.
    if (index === 1) await world.rows('update org.staff set staff_source = 2 where company_id = $1 and id = $2', [companyId, id])
    const account = [person.phone, person.email, `1368${String(6_190_000 + index)}`][index % 3] ?? ''
    await world.rows(
      'update org.staff set phone = $3, email = $4, login_account = $5, department_id = $6 where company_id = $1 and id = $2',
      [companyId, id, person.phone, person.email, account, person.departmentId],
    )
    await world.rows(
      `insert into identity.account (company_id, id, login_account) values ($1, $2, $3)
       on conflict (company_id, id) do update set login_account = excluded.login_account`,
      [companyId, id, account],
    )
    await world.rows(
      `insert into collect.staff_value (company_id, staff_id, field_id, value, updated_at) values ($1, $2, 'idCard', to_jsonb($3::text), now())
       on conflict (company_id, staff_id, field_id) do update set value = excluded.value`,
      [companyId, id, person.idCard],
    )
    people.push({ ...person, contacts: [...new Set([...person.contacts, account])] })
  }
  return people
}

function personOf(id: string, departmentId: string, index: number): PlantedPerson {
  const phone = `1357${String(7_190_013 + index * 10_101)}`
  const email = `quietly${index}hidden@secret.example`
  const idCard = `1101011990${String(10_191_731 + index * 101).padStart(8, '0')}`
  const fragments = [phone.slice(0, 8), phone.slice(3), `uietly${index}hidd`, idCard.slice(5, 16)]
  return { id, departmentId, phone, email, idCard, contacts: [phone, email, idCard], fragments }
}

async function fillColumns(
  world: World,
  { name, columns }: RoomTable,
  companyId: string,
  [person]: readonly PlantedPerson[],
): Promise<void> {
  if (!person || name === 'org.staff') return
  for (const column of columns.filter(({ name: column, type }) => type === 'text' && contactColumn.test(column))) {
    const value = /phone|sms/.test(column.name) ? person.phone : person.email
    await world.rows(`update ${name} set ${column.name} = $2 where company_id = $1`, [companyId, value])
  }
}

/** Places that only a use of the product fills: the log as older versions wrote it, messages, jobs, members of roles and groups, the ledger. */
async function plantPlaces(world: World, companyId: string, people: readonly PlantedPerson[]): Promise<void> {
  await world.rows('delete from collect.collection where company_id = $1', [companyId])
  await world.rows('update training.task set removed_at = null where company_id = $1', [companyId])
  await world.rows('insert into collect.collection (company_id, required, optional) values ($1, $2, $3)', [
    companyId,
    ['name', 'phone'],
    ['email', 'idCard'],
  ])
  for (const person of people) {
    await joinEverything(world, companyId, person.id)
    await plantLog(world, companyId, person)
    await plantMessages(world, companyId, person)
    await world.rows(
      `insert into jobs.background_job (company_id, kind, title, conditions, requested_by, state, message, result)
       values ($1, 'org.staffExport', '员工花名册', jsonb_build_object('关键字', $2::text), $3, 3, '没有找到' || $2, jsonb_build_object('text', $2::text))`,
      [companyId, person.phone, person.id],
    )
  }
}

async function joinEverything(world: World, companyId: string, staffId: string): Promise<void> {
  const joins = [
    'insert into identity.role_account (company_id, role_id, account_id) select company_id, id, $2 from identity.role where company_id = $1',
    'insert into usergroup.member (company_id, group_id, staff_id) select company_id, id, $2 from usergroup.staff_group where company_id = $1',
    'insert into exam.reviewer (company_id, exam_id, staff_id) select company_id, id, $2 from exam.exam where company_id = $1',
    `insert into platform.consumption (company_id, kind, subject_id, subject_name, staff_id, at)
     select company_id, kind, id, '考试', $2, now() from exam.exam, unnest(array['exam', 'measurement']) kind where company_id = $1`,
    `insert into training.task_person (company_id, task_id, staff_id, reason, added_by, added_at)
     select company_id, id, $2, '补修', $2, now() from training.task where company_id = $1`,
    `insert into training.notice_person (company_id, project_id, staff_id, once_key, notice_id, is_written, by_mail, by_sms, sent_at)
     select company_id, project_id, $2, 'told', id, true, true, false, now() from training.notice where company_id = $1`,
  ]
  for (const join of joins) await world.rows(`${join} on conflict do nothing`, [companyId, staffId])
}

async function plantLog(world: World, companyId: string, { id, phone, email, idCard }: PlantedPerson): Promise<void> {
  const facts = JSON.stringify({ phone, email, idCard, note: `联系${phone}或${email}`, list: [phone, { email }] })
  await world.rows(
    `insert into kit.operation_log (company_id, actor_id, actor_name, action, target, target_id, target_name, before, after, reason, path)
     values ($1, $2::uuid, $3, 'update', 'staff', $2::uuid::text, $3, $5::jsonb, '{}', $4, '/api/v1/staff/modify'),
       ($1, $2::uuid, '李四', 'loginFailed', 'session', null, $4, null, $5::jsonb, '号码' || $3, '/api/v1/staff/login')`,
    [companyId, id, phone, email, facts],
  )
}

async function plantMessages(world: World, companyId: string, { phone, email }: PlantedPerson): Promise<void> {
  const addresses = [phone, email]
  for (const [index, address] of addresses.entries()) {
    for (const state of [1, 2, 3]) {
      await world.rows(
        `insert into messaging.outbox (company_id, channel, address, subject, body, state, last_error)
         values ($1, $2, $3, $4, $5, $6, '拒绝 <' || upper($3) || '>')`,
        [companyId, index + 1, address, `${phone}的通知`, `您的账号${phone}，邮箱 ${email}`, state],
      )
    }
  }
}
