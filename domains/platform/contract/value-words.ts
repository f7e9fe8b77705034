import type { LogWords } from '@kaopei/contract'
import { fieldLabel } from './field-labels.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/
const nothing = '（空）'

interface Reading {
  /** What fields are called. */
  readonly words: LogWords
  /** Names of things by their ids. */
  readonly names?: Readonly<Record<string, string>>
  readonly instantInWords?: (instant: string) => string
}

/** One side of a logged change for people: `json` is the JSON text of a value. Null: the field was not there. */
export function valueInWords(json: string, reading: Reading): string {
  return wordsOf(JSON.parse(json), reading)
}

function wordsOf(value: unknown, reading: Reading): string {
  if (value === null || value === undefined || value === '') return nothing
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'string') return textInWords(value, reading)
  if (Array.isArray(value)) return listInWords(value, reading)
  if (typeof value !== 'object') return String(value)
  const parts = Object.entries(value).map(([field, item]) => `${fieldLabel(field, reading.words)}：${wordsOf(item, reading)}`)
  return parts.length === 0 ? nothing : parts.join('，')
}

function listInWords(items: readonly unknown[], reading: Reading): string {
  if (items.length === 0) return nothing
  const isOfThings = items.some((item) => typeof item === 'object' && item !== null)
  return items.map((item) => wordsOf(item, reading)).join(isOfThings ? '\n' : '、')
}

function textInWords(text: string, { names = {}, instantInWords }: Reading): string {
  if (instant.test(text)) return instantInWords?.(text) ?? text
  return names[text] ?? text.replace(/<[^<>]+>/g, '')
}

/** Ids within a value, for looking up what they name. */
export function idsIn(json: string | null): string[] {
  return json === null ? [] : idsOf(JSON.parse(json))
}

function idsOf(value: unknown): string[] {
  if (typeof value === 'string') return uuid.test(value) ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(idsOf) : []
}
