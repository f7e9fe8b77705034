import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject, vi } from 'vitest'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly text: string
}

/** The mails that have arrived so far and whose subject holds these words. */
export function mailsAbout(words: string): Mail[] {
  const folder = inject('mailDir')
  const files = readdirSync(folder).filter((name) => name.endsWith('.eml'))
  return files.map((name) => readMail(readFileSync(join(folder, name), 'utf8'))).filter(({ subject }) => subject.includes(words))
}

/** Waits for the first of them. */
export function mailAbout(words: string): Promise<Mail> {
  const look = () => mailsAbout(words)[0] ?? Promise.reject(new Error(`no mail about ${words} has arrived`))
  return vi.waitFor(look, { timeout: 60_000, interval: 100 })
}

function readMail(source: string): Mail {
  const { headers, body } = partOf(source)
  const boundary = /boundary="?([^";]+)"?/.exec(headers)?.[1]
  const parts = boundary === undefined ? [{ headers, body }] : body.split(`--${boundary}`).map((part) => partOf(part.trimStart()))
  const textOf = (type: string) => {
    const part = parts.find((one) => one.headers.toLowerCase().includes(`content-type: ${type}`))
    return part ? decoded(part.headers, part.body) : ''
  }
  return {
    to: headerOf(headers, 'To'),
    subject: decodedWords(headerOf(headers, 'Subject')),
    html: textOf('text/html'),
    text: textOf('text/plain'),
  }
}

function partOf(source: string): { headers: string; body: string } {
  const end = source.search(/\r?\n\r?\n/)
  // A long header goes on in lines that begin with white space.
  return { headers: source.slice(0, end).replace(/\r?\n[ \t]+/g, ' '), body: source.slice(end).trim() }
}

const headerOf = (headers: string, name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(headers)?.[1]?.trim() ?? ''

function decoded(headers: string, body: string): string {
  const encoding = headerOf(headers, 'Content-Transfer-Encoding').toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  return encoding === 'quoted-printable' ? quoted(body.replace(/=\r?\n/g, '')) : body
}

function decodedWords(text: string): string {
  const joined = text.replace(/\?=\s+=\?/g, '?==?')
  return joined.replace(/=\?utf-8\?([qb])\?(.*?)\?=/gi, (_all, kind: string, words: string) =>
    kind.toLowerCase() === 'b' ? Buffer.from(words, 'base64').toString('utf8') : quoted(words.replaceAll('_', ' ')),
  )
}

function quoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
