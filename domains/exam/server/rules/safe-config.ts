/**
 * A configuration of Safe Exam Browser: as a plist that it opens, and its key. The key is the hex SHA-256 of "SEB-JSON" (safeexambrowser.org,
 * developer pages): without `originatorVersion`, keys of every dictionary sorted without regard to case, also inside arrays, empty dictionaries
 * dropped, empty arrays kept, no white space, and no escaping at all.
 */
import { createHash } from 'node:crypto'
import type { SafeConfigChoices } from '../../contract/safe-browser.ts'

export type SafeValue =
  | boolean
  | number
  | string
  | Date
  | Uint8Array
  | readonly SafeValue[]
  | { readonly [key: string]: SafeValue }
export type SafeConfig = { readonly [key: string]: SafeValue }

export function configKeyOf(config: SafeConfig): string {
  const { originatorVersion: _version, ...counted } = config
  return createHash('sha256').update(sebJson(counted), 'utf8').digest('hex')
}

export function sebJson(value: SafeValue): string {
  if (typeof value === 'string') return `"${value}"`
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(12)))
  if (value instanceof Date) return `"${value.toISOString()}"`
  if (value instanceof Uint8Array) return `"${Buffer.from(value).toString('base64')}"`
  if (isList(value)) return `[${value.map(sebJson).join(',')}]`
  const entries = Object.entries(value)
    .filter(([, one]) => !isEmptyDictionary(one))
    .sort(([one], [other]) => byFoldedCase(one, other))
  return `{${entries.map(([key, one]) => `"${key}":${sebJson(one)}`).join(',')}}`
}

function isList(value: SafeValue): value is readonly SafeValue[] {
  return Array.isArray(value)
}

function isEmptyDictionary(value: SafeValue): boolean {
  const isDictionary = typeof value === 'object' && !isList(value) && !(value instanceof Date) && !(value instanceof Uint8Array)
  return isDictionary && Object.keys(value).length === 0
}

function byFoldedCase(one: string, other: string): number {
  const [left, right] = [one.toLowerCase(), other.toLowerCase()]
  if (left === right) return 0
  return left < right ? -1 : 1
}

/** As an XML property list. */
export function plistOf(config: SafeConfig): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0">',
    element(config, 0),
    '</plist>',
    '',
  ].join('\n')
}

function element(value: SafeValue, depth: number): string {
  const pad = '  '.repeat(depth)
  if (typeof value === 'string') return `${pad}<string>${escaped(value)}</string>`
  if (typeof value === 'boolean') return `${pad}<${value}/>`
  if (typeof value === 'number')
    return Number.isInteger(value) ? `${pad}<integer>${value}</integer>` : `${pad}<real>${value}</real>`
  if (value instanceof Date) return `${pad}<date>${value.toISOString().slice(0, 19)}Z</date>`
  if (value instanceof Uint8Array) return `${pad}<data>${Buffer.from(value).toString('base64')}</data>`
  if (isList(value))
    return value.length === 0
      ? `${pad}<array/>`
      : wrapped(
          'array',
          value.map((one) => element(one, depth + 1)),
          pad,
        )
  const inner = Object.entries(value).flatMap(([key, one]) => [`${pad}  <key>${escaped(key)}</key>`, element(one, depth + 1)])
  return inner.length === 0 ? `${pad}<dict/>` : wrapped('dict', inner, pad)
}

function wrapped(name: string, inner: readonly string[], pad: string): string {
  return [`${pad}<${name}>`, ...inner, `${pad}</${name}>`].join('\n')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

const allow = 1

/** What we ask of the browser. `quitHash`: of the quit password, where there is one. */
export function configFor(site: string, choices: SafeConfigChoices, quitHash: string): SafeConfig {
  const rules = [`${new URL(site).host}/*`, ...choices.allowedUrls].map((expression) => ({
    active: true,
    regex: false,
    expression,
    action: allow,
  }))
  return {
    originatorVersion: 'Kaopei_1.0',
    sebConfigPurpose: 0,
    startURL: `${site}/candidate/`,
    sendBrowserExamKey: true,
    browserWindowAllowReload: choices.allowReload,
    allowQuit: choices.allowQuit,
    ...(quitHash !== '' && { hashedQuitPassword: quitHash }),
    allowSpellCheck: choices.allowSpellCheck,
    allowWlan: choices.allowWlan,
    allowVirtualMachine: choices.allowVirtualMachine,
    URLFilterEnable: true,
    URLFilterEnableContentFilter: false,
    URLFilterRules: rules,
    newBrowserWindowByLinkPolicy: 2,
    allowBrowsingBackForward: false,
    enablePrintScreen: false,
    allowVideoCapture: true,
    allowAudioCapture: false,
  }
}
