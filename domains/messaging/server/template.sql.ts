import { id } from '@kaopei/contract'
import { countOf, type Db, findOne, idsOf, lit, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { messageChannel } from '../contract/outbox.ts'

const storedTemplateRow = z.object({
  id,
  channel: z.int(),
  key: z.string(),
  name: z.string(),
  isStandard: z.boolean(),
  /** Only the switch is the company's own; the words are the system's. */
  isSystemText: z.boolean(),
  subject: z.string(),
  body: z.string(),
  signature: z.string(),
  providerTemplateId: z.string(),
  isEnabled: z.boolean(),
  version: z.int(),
  updatedAt: z.date(),
})
export type StoredTemplate = z.output<typeof storedTemplateRow>

const columns = sql`t.id, t.channel, t.key, t.name, t.is_standard as "isStandard", t.is_system_text as "isSystemText", t.subject, t.body, t.signature,
  t.provider_template_id as "providerTemplateId", t.is_enabled as "isEnabled", t.version, t.updated_at as "updatedAt"`

/** The chosen template of this message, or else the company's standard one. */
export async function findTemplateToSend(
  db: Db,
  { channel, key, templateId }: { channel: number; key: string; templateId: string | null },
): Promise<StoredTemplate | undefined> {
  return findOne(db, storedTemplateRow)`
    select ${columns}
    from messaging.template t
    where t.company_id = ${db.companyId}
      and t.channel = ${channel}
      and t.key = ${key}
      and t.removed_at is null
      and (t.is_standard or t.id = ${templateId}::uuid)
    order by t.is_standard
    limit 1`
}

const keyRow = z.object({ key: z.string() })

/** The messages by SMS for which the company's standard template names the supplier's. */
export async function keysWithSupplierTemplate(db: Db): Promise<ReadonlySet<string>> {
  const rows = await rowsOf(db, keyRow)`
    select t.key
    from messaging.template t
    where t.company_id = ${db.companyId}
      and t.channel = ${lit(messageChannel.sms)}
      and t.is_standard
      and not t.is_system_text
      and t.provider_template_id <> ''
      and t.removed_at is null`
  return new Set(rows.map(({ key }) => key))
}

const sendingCompanyRow = z.object({ name: z.string(), domain: z.string(), timeZone: z.string() })
export type SendingCompany = z.output<typeof sendingCompanyRow>

export async function selectSendingCompany(db: Db): Promise<SendingCompany> {
  const company = await findOne(db, sendingCompanyRow)`
    select name, domain, time_zone as "timeZone"
    from identity.company_card
    where id = ${db.companyId}`
  if (!company) throw new Error('messages are sent in the name of a company that exists')
  return company
}

/** Standard and further templates of a channel; further ones are bounded, so all of them are few. */
export async function selectTemplates(db: Db, channel: number): Promise<StoredTemplate[]> {
  return rowsOf(db, storedTemplateRow)`
    select ${columns}
    from messaging.template t
    where t.company_id = ${db.companyId}
      and t.channel = ${channel}
      and t.removed_at is null
    order by t.is_standard desc, t.id`
}

export interface TemplateName {
  readonly channel: number
  readonly key: string
  /** Null: the standard one. */
  readonly id: string | null
}

/** Locked until the transaction ends: of two people who save at once, the second sees what the first has saved. */
export async function findTemplateLocked(db: Db, { channel, key, id }: TemplateName): Promise<StoredTemplate | undefined> {
  return findOne(db, storedTemplateRow)`
    select ${columns}
    from messaging.template t
    where t.company_id = ${db.companyId}
      and t.channel = ${channel}
      and t.key = ${key}
      and t.removed_at is null
      and (${id}::uuid is null and t.is_standard or t.id = ${id}::uuid)
    for update`
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
  return findOne(db, storedTemplateRow)`
    insert into messaging.template as t (company_id, channel, key, is_standard, name, subject, body, signature, provider_template_id,
      is_enabled, is_system_text)
    values (${db.companyId}, ${channel}, ${key}, ${isStandard}, ${content.name}, ${content.subject}, ${content.body}, ${content.signature},
      ${content.providerTemplateId}, ${content.isEnabled}, ${content.isSystemText})
    on conflict (company_id, channel, key) where is_standard do nothing
    returning ${columns}`
}

export async function updateTemplate(
  db: Db,
  id: string,
  content: TemplateContent & { isRemoved?: boolean },
): Promise<StoredTemplate> {
  const row = await findOne(db, storedTemplateRow)`
    update messaging.template t
    set name = ${content.name}, subject = ${content.subject}, body = ${content.body}, signature = ${content.signature},
      provider_template_id = ${content.providerTemplateId}, is_enabled = ${content.isEnabled}, is_system_text = ${content.isSystemText},
      version = version + 1, updated_at = now(), removed_at = case when ${content.isRemoved ?? false} then now() end
    where t.company_id = ${db.companyId}
      and t.id = ${id}
    returning ${columns}`
  if (!row) throw new Error('a template that is locked is there')
  return row
}

export async function countFurther(db: Db, channel: number, key: string): Promise<number> {
  return countOf(db)`
    select count(*)::int as count
    from messaging.template
    where company_id = ${db.companyId}
      and channel = ${channel}
      and key = ${key}
      and not is_standard
      and removed_at is null`
}

const templateChangeRow = z.enum(['create', 'modify', 'enable', 'disable', 'restore', 'remove'])
export type TemplateChange = z.output<typeof templateChangeRow>

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

const storedRevisionRow = z.object({
  version: z.int(),
  action: templateChangeRow,
  name: z.string(),
  subject: z.string(),
  body: z.string(),
  signature: z.string(),
  providerTemplateId: z.string(),
  isEnabled: z.boolean(),
  changedByName: z.string(),
  changedAt: z.date(),
})
export type StoredRevision = z.output<typeof storedRevisionRow>

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
  const dataList = await rowsOf(db, storedRevisionRow)`
    select r.version, r.action, r.name, r.subject, r.body, r.signature, r.provider_template_id as "providerTemplateId",
      r.is_enabled as "isEnabled", r.changed_by_name as "changedByName", r.changed_at as "changedAt"
    ${from}
    order by r.version desc
    limit ${pageSize}
    offset ${(pageIndex - 1) * pageSize}`
  const totalCount = await countOf(db)`select count(*)::int as count ${from}`
  return { dataList, totalCount }
}

/** Of these templates those that the company has for the message on the channel. */
export async function selectTemplateIds(
  db: Db,
  { ids, keys, channel }: { ids: readonly string[]; keys: readonly string[]; channel: number },
): Promise<string[]> {
  return idsOf(db)`
    select t.id
    from messaging.template t
    where t.company_id = ${db.companyId}
      and t.id = any(${ids}::uuid[])
      and t.key = any(${keys}::text[])
      and t.channel = ${channel}
      and t.removed_at is null
  `
}
