import type { VariableKind, VariableSpec } from '../../contract/template-catalogue.ts'

/** `{{name}}`; what stands between the braces is looked at later, so that a mistyped name is found and named. */
export const placeholder = /\{\{([^{}]{0,80})\}\}/g

export type Values = Readonly<Record<string, string | number | Date | null>>

/** The value of each variable as text of the message, before anything is escaped. Throws for one that is not given, naming it. */
export function textsOf(
  variables: Readonly<Record<string, VariableSpec>>,
  values: Values,
  timeZone: string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, { kind, label }]) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined
      if (value === undefined) throw new Error(`the message needs a value for its variable ${name} (${label})`)
      return [name, textOf(kind, value, timeZone)]
    }),
  )
}

function textOf(kind: VariableKind, value: string | number | Date | null, timeZone: string): string {
  if (value === null) return kind === 'time' ? '另行通知' : ''
  if (value instanceof Date) return minuteIn(value, timeZone)
  const text = oneLine(String(value))
  return kind === 'link' ? safeLink(text) : text
}

/** Values are one line: a name cannot add lines, and no header, to a message. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

/** Only addresses that open a page; anything else (`javascript:`) becomes nothing. */
function safeLink(text: string): string {
  const url = URL.parse(text)
  return url && (url.protocol === 'https:' || url.protocol === 'http:') && !/[\s"'<>]/.test(text) ? text : ''
}

/** 2026-12-01 09:00 on the clocks of a time zone. */
export function minuteIn(instant: Date, timeZone: string): string {
  const options = {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  } as const
  const parts = new Intl.DateTimeFormat('en-CA', options).formatToParts(instant)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}`
}

/** Plain words. Values are put in once and never looked at again, so a name that reads `{{code}}` stays a name. */
export function renderText(words: string, texts: Readonly<Record<string, string>>): string {
  return fill(words, (name) => texts[name] ?? '')
}

/** An SMS: the brackets of its signature cannot come from a value. */
export function renderSms(words: string, signature: string, texts: Readonly<Record<string, string>>): string {
  return `【${withoutBrackets(signature)}】${fill(words, (name) => withoutBrackets(texts[name] ?? ''))}`
}

/** What suppliers fill into their own template: the values that the words name, each once, in the order of the words. */
export function paramsOf(words: string, texts: Readonly<Record<string, string>>): (readonly [name: string, value: string])[] {
  const names = [...words.matchAll(placeholder)].map(([, name = '']) => name.trim())
  return [...new Set(names)].map((name) => [name, texts[name] ?? ''] as const)
}

/**
 * Markup: values are escaped exactly once. They stand between tags alone (`templateProblems` refuses any other place); an address becomes
 * something to click on.
 */
export function renderHtml(
  markup: string,
  texts: Readonly<Record<string, string>>,
  variables: Readonly<Record<string, VariableSpec>>,
): string {
  return fill(markup, (name) => {
    const text = escapeHtml(texts[name] ?? '')
    return variables[name]?.kind === 'link' && text ? `<a href="${text}">${text}</a>` : text
  })
}

function fill(words: string, textFor: (name: string) => string): string {
  return words.replace(placeholder, (_all, name: string) => textFor(name.trim()))
}

function withoutBrackets(text: string): string {
  return text.replaceAll('【', '[').replaceAll('】', ']')
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

/** Markup as the plain text that mail programs without pictures show. */
export function plainTextOf(html: string): string {
  return withAddresses(html)
    .replace(/<br\s*\/?>|<\/(?:p|h[1-6]|li|div|tr)>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(lt|gt|quot|#39|nbsp|amp);/g, (_all, name: string) => entities[name] ?? '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** The address of each link behind its words, unless they say it. */
function withAddresses(html: string): string {
  const pieces = html.split(/(<\/?a\b[^<>]*>)/i)
  return pieces
    .map((piece, at) => {
      if (at % 2 === 0 || !piece.startsWith('</')) return piece
      const [opening = '', words = ''] = at < 3 ? [] : pieces.slice(at - 2, at)
      const href = opening.startsWith('</') ? undefined : /\bhref="([^"<>]*)"/i.exec(opening)?.[1]
      return href === undefined || words.includes(href) ? piece : ` ${href}`
    })
    .join('')
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ', amp: '&' }
