import { maskContactsIn } from '@kaopei/contract'

export interface ChangedField {
  /** Dotted path of the field. */
  readonly field: string
  /** JSON text; null: the field was not there. */
  readonly before: string | null
  readonly after: string | null
}

const mostFields = 500

/** What differs between two states of a thing. Objects are compared field by field, lists as a whole. */
export function changedFields(before: unknown, after: unknown): ChangedField[] {
  const [old, young] = [leaves(before), leaves(after)]
  const changed: ChangedField[] = []
  for (const field of new Set([...old.keys(), ...young.keys()])) {
    const [was, is] = [old.get(field) ?? null, young.get(field) ?? null]
    if (was !== is && changed.length < mostFields)
      changed.push(withoutContacts(withoutAnswers({ field, before: was, after: is })))
  }
  return changed
}

/** Of questions: whoever reads the log need not be somebody who may see what is right. That it was changed they do see. */
const answerKeys = new Set([
  'correct',
  'answer',
  'alternatives',
  'referenceAnswer',
  'expected',
  'keyPoints',
  'analysis',
  'fractions',
  'weights',
  'byOption',
])
const hidden = JSON.stringify('（答案，不在日志中显示）')

function withoutAnswers({ field, before, after }: ChangedField): ChangedField {
  const [was, is] = [hideAnswers(field, before), hideAnswers(field, after)]
  // Nothing but the answers differs: two equal texts would look like a mistake.
  return was === is ? { field, before: before && hidden, after: after && hidden } : { field, before: was, after: is }
}

const changedMark = '（已更换）'

/** Rows of former versions hold contacts as they were typed. */
function withoutContacts({ field, before, after }: ChangedField): ChangedField {
  const [was, is] = [masked(before), masked(after)]
  const isHidden = was !== null && was === is && before !== after
  if (!isHidden) return { field, before: was, after: is }
  const shown: unknown = JSON.parse(was)
  return { field, before: was, after: JSON.stringify(typeof shown === 'string' ? `${shown}${changedMark}` : changedMark) }
}

const masked = (json: string | null) => (json === null ? null : JSON.stringify(maskContactsIn(JSON.parse(json))))

function hideAnswers(field: string, json: string | null): string | null {
  if (json === null) return null
  if (field.split('.').some((step) => answerKeys.has(step))) return hidden
  if (!json.startsWith('[') && !json.startsWith('{')) return json
  return JSON.stringify(JSON.parse(json), (key, value: unknown) => (answerKeys.has(key) ? undefined : value))
}

function leaves(value: unknown, path = '', found = new Map<string, string>()): Map<string, string> {
  if (value === undefined || (value === null && path === '')) return found
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  const entries = isObject ? Object.entries(value) : []
  if (entries.length === 0) return found.set(path, JSON.stringify(value))
  for (const [key, item] of entries) leaves(item, path === '' ? key : `${path}.${key}`, found)
  return found
}
