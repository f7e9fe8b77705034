import { z } from 'zod'
import { type FieldMessage, isRecord } from '../client/api-error.ts'

/** The schema of one field of an input, undefined where the input is no object or has no such field. */
export function fieldSchema(schema: z.ZodType, path: readonly (string | number)[]): z.ZodType | undefined {
  let at: z.ZodType | undefined = schema
  for (const step of path) {
    at = at && open(at)
    if (at instanceof z.ZodObject) at = asType(at.shape[String(step)])
    else if (at instanceof z.ZodArray) at = asType(at.element)
    else return undefined
  }
  return at
}

/** Behind optional, nullable, default, and the input side of a pipe. */
function open(schema: z.ZodType): z.ZodType {
  let at = schema
  for (;;) {
    const inner: unknown =
      at instanceof z.ZodOptional || at instanceof z.ZodNullable || at instanceof z.ZodDefault || at instanceof z.ZodPrefault
        ? at.unwrap()
        : at instanceof z.ZodPipe
          ? at.in
          : undefined
    if (!(inner instanceof z.ZodType)) return at
    at = inner
  }
}

const asType = (value: unknown): z.ZodType | undefined => (value instanceof z.ZodType ? value : undefined)

/** A field is marked as required when neither leaving it out nor clearing it passes. */
export function isRequired(schema: z.ZodType): boolean {
  return !accepts(schema, undefined) && !accepts(schema, '') && !accepts(schema, null)
}

/** The same for what is switched on or off and so always filled: only what has to be on is marked. */
export const mustBeOn = (schema: z.ZodType): boolean => isRequired(schema) && !accepts(schema, false)

export function accepts(schema: z.ZodType, value: unknown): boolean {
  return schema.safeParse(value).success
}

/** What stands at a field that is left empty: what to do, whatever the schema says of the form of a value. */
export function problemOf(schema: z.ZodType, value: unknown, label: unknown): string | undefined {
  const parsed = schema.safeParse(value)
  if (parsed.success) return undefined
  const said = parsed.error.issues[0]?.message ?? '填写有误'
  const isEmpty = value === undefined || value === null || value === ''
  if (!isEmpty || said.startsWith('请') || typeof label !== 'string') return said
  const field = open(schema)
  const isTyped = field instanceof z.ZodString || field instanceof z.ZodNumber
  return `请${isTyped ? '填写' : '选择'}${label}`
}

interface DayLike {
  format(pattern: string): string
  toISOString(): string
}

/**
 * What controls hold, with null for those that are cleared, where the field takes that: choices say it by undefined, and what an update leaves out
 * stays as it is.
 */
export function withCleared<Values extends object>(schema: z.ZodType, values: Values): Values {
  const object = open(schema)
  if (!(object instanceof z.ZodObject)) return values
  const isCleared = (name: string) => Reflect.get(values, name) === undefined && isNullish(asType(object.shape[name]))
  const cleared = Object.keys(values).filter(isCleared)
  return { ...values, ...Object.fromEntries(cleared.map((name) => [name, null])) }
}

/** Neither said nor set by itself: of a field with a default there is nothing to clear. */
function isNullish(field: z.ZodType | undefined): boolean {
  const left = field?.safeParse(undefined)
  return left?.success === true && left.data === undefined && field !== undefined && accepts(field, null)
}

/**
 * What controls hold, as the wire wants it: a cleared text is null or '' where the field takes that, else left out where that passes, a missing one
 * becomes '' where that passes, days become dates or instants, whichever the field takes.
 */
export function wireInput(schema: z.ZodType, values: unknown): unknown {
  if (!isRecord(values)) return values
  const object = open(schema)
  if (!(object instanceof z.ZodObject)) return mapValues(values, (value) => plain(value))
  const out: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(values)) out[name] = wireValue(asType(object.shape[name]), value)
  for (const [name, raw] of Object.entries(object.shape)) {
    const field = asType(raw)
    if (out[name] === undefined && field && !accepts(field, undefined) && accepts(field, '')) out[name] = ''
  }
  return out
}

function wireValue(field: z.ZodType | undefined, value: unknown): unknown {
  if (isDay(value)) {
    const date = value.format('YYYY-MM-DD')
    return field && accepts(field, date) ? date : value.toISOString()
  }
  if (!field) return plain(value)
  if ((value === '' || value === null) && !accepts(field, value)) {
    if (value === '' && accepts(field, null)) return null
    if (accepts(field, undefined)) return undefined
  }
  return isRecord(value) ? wireInput(field, value) : plain(value)
}

function plain(value: unknown): unknown {
  return isDay(value) ? value.toISOString() : value
}

function mapValues(values: Record<string, unknown>, map: (value: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]))
}

function isDay(value: unknown): value is DayLike {
  return isRecord(value) && typeof value.format === 'function' && typeof value.toISOString === 'function'
}

/** What is wrong with an input, per field. */
export function fieldProblems(schema: z.ZodType, input: unknown): FieldMessage[] {
  const parsed = schema.safeParse(input)
  if (parsed.success) return []
  return parsed.error.issues.map((issue) => ({ path: issue.path.map(String).join('.'), message: issue.message }))
}

/** antd's field errors from messages per path; the first message of a path counts. */
export function fieldErrors(messages: readonly FieldMessage[]): { name: (string | number)[]; errors: string[] }[] {
  const byPath = new Map<string, string>()
  for (const { path, message } of messages) if (!byPath.has(path)) byPath.set(path, message)
  return [...byPath].map(([path, message]) => ({
    name: path.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step)),
    errors: [message],
  }))
}
