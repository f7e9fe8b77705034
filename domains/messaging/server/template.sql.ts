import type { Db } from '@kaopei/server'
import { sql } from 'kysely'

export interface StoredTemplate {
  readonly id: string
  readonly channel: number
  readonly key: string
  readonly name: string
  readonly isStandard: boolean
  /** Only the switch is the company's own; the words are the system's. */
  readonly isSystemText: boolean
  readonly subject: string
  readonly body: string
  readonly signature: string
  readonly providerTemplateId: string
  readonly isEnabled: boolean
  readonly version: number
  readonly updatedAt: Date
}

const columns = sql`t.id, t.channel, t.key, t.name, t.is_standard as "isStandard", t.is_system_text as "isSystemText", t.subject, t.body, t.signature,
  t.provider_template_id as "providerTemplateId", t.is_enabled as "isEnabled", t.version, t.updated_at as "updatedAt"`

/** The chosen template of this message, or else the company's standard one. */
export async function findTemplateToSend(
  db: Db,
  { channel, key, templateId }: { channel: number; key: string; templateId: string | null },
): Promise<StoredTemplate | undefined> {
  const { rows } = await sql<StoredTemplate>`
    select ${columns}
    from messaging.template t
    where t.company_id = ${db.companyId}
      and t.channel = ${channel}
      and t.key = ${key}
      and t.removed_at is null
      and (t.is_standard or t.id = ${templateId}::uuid)
    order by t.is_standard
    limit 1`.execute(db)
  return rows[0]
}

/** The messages by SMS for which the company's standard template names the supplier's. */
export async function keysWithSupplierTemplate(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select t.key
    from messaging.template t
    where t.company_id = ${db.companyId}
      and t.channel = 1
      and t.is_standard
      and not t.is_system_text
      and t.provider_template_id <> ''
      and t.removed_at is null`.execute(db)
  return new Set(rows.map(({ key }) => key))
}

export interface SendingCompany {
  readonly name: string
  readonly domain: string
  readonly timeZone: string
}

export async function selectSendingCompany(db: Db): Promise<SendingCompany> {
  const { rows } = await sql<SendingCompany>`
    select name, domain, time_zone as "timeZone"
    from platform.company
    where id = ${db.companyId}`.execute(db)
  const [company] = rows
  if (!company) throw new Error('messages are sent in the name of a company that exists')
  return company
}

/** Standard and further templates of a channel; further ones are bounded, so all of them are few. */
export async function selectTemplates(db: Db, channel: number): Promise<StoredTemplate[]> {
  const { rows } = await sql<StoredTemplate>`
    select ${columns}
    from messaging.template t
    where t.company_id = ${db.companyId}
      and t.channel = ${channel}
      and t.removed_at is null
    order by t.is_standard desc, t.id`.execute(db)
  return rows
}

export interface TemplateName {
  readonly channel: number
  readonly key: string
  /** Null: the standard one. */
  readonly id: string | null
}

/** Locked until the transaction ends: of two people who save at once, the second sees what the first has saved. */
export async function findTemplateLocked(db: Db, { channel, key, id }: TemplateName): Promise<StoredTemplate | undefined> {
  const { rows } = await sql<StoredTemplate>`
    select ${columns}
    from messaging.template t
    where t.company_id = ${db.companyId}
      and t.channel = ${channel}
      and t.key = ${key}
      and t.removed_at is null
      and (${id}::uuid is null and t.is_standard or t.id = ${id}::uuid)
    for update`.execute(db)
  return rows[0]
}

export interface TemplateContent {
  readonly name: string
  readonly subject: string
  readonly body: string
  readonly signature: string
  readonly providerTemplateId: string
  readonly isEnabled: boolean
  readonly isSystemText: boolean
}

/** Undefined when somebody else made the standard template of this message meanwhile. */
export async function insertTemplate(
  db: Db,
  { channel, key, isStandard }: { channel: number; key: string; isStandard: boolean },
  content: TemplateContent,
): Promise<StoredTemplate | undefined> {
  const { rows } = await sql<StoredTemplate>`
    insert into messaging.template as t (company_id, channel, key, is_standard, name, subject, body, signature, provider_template_id,
      is_enabled, is_system_text)
    values (${db.companyId}, ${channel}, ${key}, ${isStandard}, ${content.name}, ${content.subject}, ${content.body}, ${content.signature},
      ${content.providerTemplateId}, ${content.isEnabled}, ${content.isSystemText})
    on conflict (company_id, channel, key) where is_standard do nothing
    returning ${columns}`.execute(db)
  return rows[0]
}

export async function updateTemplate(
  db: Db,
  id: string,
  content: TemplateContent & { isRemoved?: boolean },
): Promise<StoredTemplate> {
  const { rows } = await sql<StoredTemplate>`
    update messaging.template t
    set name = ${content.name}, subject = ${content.subject}, body = ${content.body}, signature = ${content.signature},
      provider_template_id = ${content.providerTemplateId}, is_enabled = ${content.isEnabled}, is_system_text = ${content.isSystemText},
      version = version + 1, updated_at = now(), removed_at = case when ${content.isRemoved ?? false} then now() end
    where t.company_id = ${db.companyId}
      and t.id = ${id}
    returning ${columns}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a template that is locked is there')
  return row
}

export async function countFurther(db: Db, channel: number, key: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from messaging.template
    where company_id = ${db.companyId}
      and channel = ${channel}
      and key = ${key}
      and not is_standard
      and removed_at is null`.execute(db)
  return rows[0]?.count ?? 0
}

export type TemplateChange = 'create' | 'modify' | 'enable' | 'disable' | 'restore' | 'remove'

/** What the template says from now on, under its version. */
export async function insertRevision(
  db: Db,
  template: StoredTemplate,
  { action, by }: { action: TemplateChange; by: { staffId: string; name: string } },
): Promise<void> {
  await sql`
    insert into messaging.template_revision (company_id, template_id, version, action, name, subject, body, signature,
      provider_template_id, is_enabled, changed_by, changed_by_name)
    values (${db.companyId}, ${template.id}, ${template.version}, ${action}, ${template.name}, ${template.subject}, ${template.body},
      ${template.signature}, ${template.providerTemplateId}, ${template.isEnabled}, ${by.staffId}, ${by.name})`.execute(db)
}

export interface StoredRevision {
  readonly version: number
  readonly action: TemplateChange
  readonly name: string
  readonly subject: string
  readonly body: string
  readonly signature: string
  readonly providerTemplateId: string
  readonly isEnabled: boolean
  readonly changedByName: string
  readonly changedAt: Date
}

export async function pageOfRevisions(
  db: Db,
  { channel, key, id }: TemplateName,
  { pageIndex, pageSize }: { pageIndex: number; pageSize: number },
) {
  const from = sql`
    from messaging.template_revision r
    join messaging.template t on t.company_id = r.company_id and t.id = r.template_id
    where r.company_id = ${db.companyId}
      and t.channel = ${channel}
      and t.key = ${key}
      and (${id}::uuid is null and t.is_standard or t.id = ${id}::uuid)`
  const { rows: dataList } = await sql<StoredRevision>`
    select r.version, r.action, r.name, r.subject, r.body, r.signature, r.provider_template_id as "providerTemplateId",
      r.is_enabled as "isEnabled", r.changed_by_name as "changedByName", r.changed_at as "changedAt"
    ${from}
    order by r.version desc
    limit ${pageSize}
    offset ${(pageIndex - 1) * pageSize}`.execute(db)
  const { rows: counts } = await sql<{ count: number }>`select count(*)::int as count ${from}`.execute(db)
  return { dataList, totalCount: counts[0]?.count ?? 0 }
}

/** Where a person can be reached: their own row. */
export async function findOwnContact(
  db: Db,
  staffId: string,
): Promise<{ phone: string | null; email: string | null } | undefined> {
  const { rows } = await sql<{ phone: string | null; email: string | null }>`
    select phone, email
    from org.person
    where company_id = ${db.companyId}
      and id = ${staffId}
      and removed_at is null`.execute(db)
  return rows[0]
}
