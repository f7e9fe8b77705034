import { protocolErrors } from '@kaopei/contract'
import { type Actor, type Db, mayUse, ProtocolFailure, siteOf } from '@kaopei/server'
import { mailTemplateMenu, smsTemplateMenu } from '../contract/menus.ts'
import { templateType } from '../contract/message-template.ts'
import type { MessageKey } from '../contract/template-catalogue.ts'
import { templateProblems } from '../contract/template-problems.ts'
import { cleanMail } from './rules/clean-mail.ts'
import { sampleValues } from './rules/sample-values.ts'
import { type Deployment, renderMessage } from './send-template.ts'
import {
  findTemplateLocked,
  insertRevision,
  insertTemplate,
  type StoredTemplate,
  selectSendingCompany,
  type TemplateChange,
  type TemplateContent,
  updateTemplate,
} from './template.sql.ts'
import { rowOf } from './template-row.ts'

export interface Words {
  readonly type: number
  readonly key: MessageKey
  readonly subject: string
  readonly body: string
  readonly signature: string
  readonly providerTemplateId: string
}

/** The two menus share their calls; each opens its own channel alone. */
export function demand(actor: Actor, type: number, right: 'view' | 'edit'): void {
  const menu = type === templateType.sms ? smsTemplateMenu : mailTemplateMenu
  if (!mayUse(actor, menu.rights[right].code)) throw new ProtocolFailure(protocolErrors.noPermission)
}

/** The words as they are kept; ends the request with every problem, on its field. */
export function checkedWords(input: Words): Words {
  const isMail = input.type === templateType.mail
  const cleaned = isMail ? cleanMail(input.body) : { html: input.body }
  if ('problem' in cleaned) return refuseWords([{ path: 'body', message: cleaned.problem }])
  const words = isMail ? { ...input, body: cleaned.html, signature: '', providerTemplateId: '' } : { ...input, subject: '' }
  const problems = [...templateProblems(words)]
  if (isMail && !words.subject) problems.push({ path: 'subject', message: '请输入邮件主题' })
  if (!isMail && words.body.length > 500) problems.push({ path: 'body', message: '短信正文不超过500个字符' })
  if (problems.length > 0) return refuseWords(problems)
  return words
}

function refuseWords(fields: readonly { path: string; message: string }[]): never {
  throw new ProtocolFailure(protocolErrors.invalid, { text: fields[0]?.message ?? protocolErrors.invalid.text, data: { fields } })
}

/** The template to change, of the version that its editor read; otherwise 1007 with what it says now. */
export async function selectForChange(
  db: Db,
  { type, key, id, version }: { type: 1 | 2; key: MessageKey; id: string | null; version: number },
): Promise<StoredTemplate | undefined> {
  const stored = await findTemplateLocked(db, { channel: type, key, id })
  if (!stored && id !== null) throw new ProtocolFailure(protocolErrors.notFound)
  if ((stored?.version ?? 0) !== version) {
    const company = await selectSendingCompany(db)
    throw new ProtocolFailure(protocolErrors.changed, { data: rowOf(type, key, stored, company) })
  }
  return stored
}

/** Writes the template and what it said before into its history. The first change of a standard one makes its row. */
export async function save(
  db: Db,
  actor: Actor,
  { type, key, stored }: { type: 1 | 2; key: MessageKey; stored: StoredTemplate | undefined },
  { content, action }: { content: TemplateContent & { isRemoved?: boolean }; action: TemplateChange },
) {
  const saved = stored
    ? await updateTemplate(db, stored.id, content)
    : await insertTemplate(db, { channel: type, key, isStandard: true }, content)
  if (!saved) throw new ProtocolFailure(protocolErrors.changed)
  await insertRevision(db, saved, { action, by: actor })
  return { saved, row: rowOf(type, key, saved, await selectSendingCompany(db)) }
}

/** The words with the company's name, the caller's name, what was typed, and samples for the rest. */
export async function renderedFor(
  db: Db,
  actor: Actor,
  words: Omit<Words, 'providerTemplateId'>,
  typed: Readonly<Record<string, string>>,
  { publicUrl }: Deployment,
) {
  const { type: channel, key } = words
  const company = await selectSendingCompany(db)
  const values = { ...sampleValues(key), staffName: actor.name, ...typed }
  return renderMessage({ key, channel, words, company, site: siteOf(publicUrl, company.domain), values })
}
