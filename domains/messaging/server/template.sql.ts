import type { Db } from '@kaopei/server'
import { sql } from 'kysely'

export interface StoredTemplate {
  readonly id: string
  readonly channel: number
  readonly key: string
  readonly name: string
  readonly isStandard: boolean
  readonly subject: string
  readonly body: string
  readonly signature: string
  readonly providerTemplateId: string
  readonly isEnabled: boolean
  readonly version: number
  readonly updatedAt: Date
}

const columns = sql`t.id, t.channel, t.key, t.name, t.is_standard as "isStandard", t.subject, t.body, t.signature,
  t.provider_template_id as "providerTemplateId", t.is_enabled as "isEnabled", t.version, t.updated_at as "updatedAt"`

/** The chosen template of this message, or else the company's standard one. */
export async function findTemplateToSend(
  db: Db,
  companyId: string,
  { channel, key, templateId }: { channel: number; key: string; templateId: string | null },
): Promise<StoredTemplate | undefined> {
  const { rows } = await sql<StoredTemplate>`
    select ${columns}
    from messaging.template t
    where t.company_id = ${companyId}
      and t.channel = ${channel}
      and t.key = ${key}
      and t.removed_at is null
      and (t.is_standard or t.id = ${templateId}::uuid)
    order by t.is_standard
    limit 1`.execute(db)
  return rows[0]
}

export interface SendingCompany {
  readonly name: string
  readonly timeZone: string
}

export async function selectSendingCompany(db: Db, companyId: string): Promise<SendingCompany> {
  const { rows } = await sql<SendingCompany>`
    select name, time_zone as "timeZone"
    from platform.company
    where id = ${companyId}`.execute(db)
  const [company] = rows
  if (!company) throw new Error('messages are sent in the name of a company that exists')
  return company
}
