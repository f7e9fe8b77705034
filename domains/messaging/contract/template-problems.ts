import { messageChannel } from './outbox.ts'
import { type MessageKey, messageSpecOf, variablesOf } from './template-catalogue.ts'

export interface TemplateDraft {
  readonly type: number
  readonly key: MessageKey
  readonly subject: string
  readonly body: string
  readonly signature: string
}

export interface TemplateProblem {
  readonly path: 'subject' | 'body' | 'signature'
  readonly message: string
}

const placeholder = /\{\{([^{}]{0,80})\}\}/g

/** What is wrong with a template's words, each naming its variable; nothing when it can be sent. One rule for browser and server. */
export function templateProblems(draft: TemplateDraft): readonly TemplateProblem[] {
  const { type, subject, body, signature } = draft
  const problems = [...wordProblems(draft, 'body', body), ...missing(draft)]
  if (type !== messageChannel.sms) return [...wordProblems(draft, 'subject', subject), ...problems, ...tagProblems(draft)]
  if (/[【】]/.test(body)) problems.push({ path: 'body', message: '短信正文不能包含“【】”，签名由系统自动加在最前面' })
  if (/[【】{}\s]/.test(signature)) problems.push({ path: 'signature', message: '签名不能包含“【】”、大括号或空格' })
  return problems
}

function namesIn(words: string): Set<string> {
  return new Set([...words.matchAll(placeholder)].map(([, name = '']) => name.trim()))
}

/** Names that the message does not know, and braces that belong to no name. */
function wordProblems({ key }: TemplateDraft, path: 'subject' | 'body', words: string): TemplateProblem[] {
  const known = variablesOf(key)
  const names = namesIn(words)
  const unknown = [...names].filter((name) => !Object.hasOwn(known, name))
  const problems = unknown.map((name) => ({
    path,
    message: name ? `变量“{{${name}}}”不存在，请从可用变量中选择` : '“{{ }}”中没有变量名，请从可用变量中选择',
  }))
  if (/\{\{|\}\}/.test(words.replace(placeholder, ''))) {
    problems.push({ path, message: '有未成对的“{{”或“}}”，请检查变量的写法' })
  }
  return problems
}

function missing({ key, type, body }: TemplateDraft): TemplateProblem[] {
  const used = namesIn(body)
  const required = Object.entries(messageSpecOf(key).variables).filter(([name, { isRequired }]) => isRequired && !used.has(name))
  const where = type === messageChannel.sms ? '短信' : '邮件'
  return required.map(([, { label }]) => ({
    path: 'body' as const,
    message: `正文缺少变量“${label}”，没有它${where}无法使用`,
  }))
}

/** A value inside a tag could become part of it; between tags an address is made a link by itself. */
function tagProblems({ body }: TemplateDraft): TemplateProblem[] {
  const tags = [...body.matchAll(/<[^<>]*(?=[<>])/g)].flatMap(([tag]) => [...namesIn(tag)])
  return tags.map((name) => ({ path: 'body', message: `变量“{{${name}}}”不能写在标签里，请直接写在文字中` }))
}
