import { instant, score } from '@kaopei/contract'
import { z } from 'zod'
import { isLookedAt } from '../database/checked-rows.ts'

/**
 * Answers by their contract. Tests and development check all of it. An installation checks all but long lists: their first elements are, and the others are
 * only cut to the fields that the contract has. They come out of one statement or one loop, what holds for the first holds for the rest; and to check three
 * hundred tasks anew costs a fifth of the call. What the contract does not name never leaves, wherever it stands.
 */
export function answerShapeOf<T extends z.ZodType>(output: T, environment: string | undefined): (value: unknown) => z.output<T> {
  const lightened = lighten(output, new Set())
  if (isLookedAt(environment)) return (value) => output.parse(value)
  return (value) => lightened.parse(value) as z.output<T>
}

/** Elements of a list that are checked whole. */
const checked = 8

/** Leaves out of a value what the contract does not name; the same value where there is nothing. */
type Cut = (value: unknown) => unknown

/** `above`: what it is a part of. A tree of a schema within itself is checked whole from there on. */
function lighten(schema: z.ZodType, above: ReadonlySet<z.ZodType>): z.ZodType {
  if (above.has(schema)) return schema
  const inside = new Set([...above, schema])
  if (schema instanceof z.ZodArray) return lightList(schema, inside)
  if (hasChecks(schema)) return schema
  if (schema instanceof z.ZodOptional) return ifLighter(schema, schema.unwrap(), inside, (inner) => inner.optional())
  if (schema instanceof z.ZodNullable) return ifLighter(schema, schema.unwrap(), inside, (inner) => inner.nullable())
  if (schema instanceof z.ZodObject && isClosed(schema)) {
    const members = Object.entries<z.ZodType>(schema.shape).map(
      ([key, member]) => [key, member, lighten(member, inside)] as const,
    )
    if (members.every(([, member, lighter]) => member === lighter)) return schema
    return z.object(Object.fromEntries(members.map(([key, , lighter]) => [key, lighter])))
  }
  return schema
}

function ifLighter(
  schema: z.ZodType,
  inner: unknown,
  inside: ReadonlySet<z.ZodType>,
  again: (inner: z.ZodType) => z.ZodType,
): z.ZodType {
  if (!(inner instanceof z.ZodType)) return schema
  const lighter = lighten(inner, inside)
  return lighter === inner ? schema : again(lighter)
}

function lightList(schema: z.ZodArray, inside: ReadonlySet<z.ZodType>): z.ZodType {
  const { element } = schema
  if (hasChecks(schema) || !(element instanceof z.ZodType)) return schema
  const cut = cutOf(element, new Set())
  if (cut === 'whole') return schema
  const beginning = z.array(lighten(element, inside))
  return z.any().transform((value: unknown, context) => {
    const first = beginning.safeParse(Array.isArray(value) && value.length > checked ? value.slice(0, checked) : value)
    if (!first.success) {
      // Their own issues, at their own places: nothing of them is lost on the way out.
      for (const issue of first.error.issues) context.issues.push({ ...issue, input: value } as z.core.$ZodRawIssue)
      return z.NEVER
    }
    if (!Array.isArray(value) || value.length <= checked) return first.data
    const rest: unknown[] = value.slice(checked)
    return [...first.data, ...rest.map(cut)]
  })
}

/** How values of a schema are cut; 'whole' where only the schema itself can tell what becomes of them, and where it is a part of itself. */
function cutOf(schema: z.ZodType, above: ReadonlySet<z.ZodType>): Cut | 'whole' {
  if (above.has(schema)) return 'whole'
  const inside = new Set([...above, schema])
  if (schema === instant) return asWritten
  if (schema === score) return (value) => (typeof value === 'number' ? value / 100 : schema.parse(value))
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    const inner = schema.unwrap()
    const cut = inner instanceof z.ZodType ? cutOf(inner, inside) : 'whole'
    return cut === 'whole' ? cut : (value) => (value === null || value === undefined ? value : cut(value))
  }
  if (schema instanceof z.ZodObject) return isClosed(schema) && !hasChecks(schema) ? cutOfObject(schema, inside) : 'whole'
  if (schema instanceof z.ZodArray) {
    const cut = schema.element instanceof z.ZodType ? cutOf(schema.element, inside) : 'whole'
    return cut === 'whole' ? cut : (value) => (Array.isArray(value) ? value.map(cut) : schema.parse(value))
  }
  if (!scalars.some((kind) => schema instanceof kind) || isChanging(schema)) return 'whole'
  return (value) => (typeof value === 'object' ? schema.parse(value) : value)
}

/** A Date is written as its text by JSON too. */
const asWritten: Cut = (value) => (typeof value === 'object' && !(value instanceof Date) ? instant.parse(value) : value)

const scalars = [
  z.ZodString,
  z.ZodStringFormat,
  z.ZodNumber,
  z.ZodBoolean,
  z.ZodLiteral,
  z.ZodEnum,
  z.ZodNull,
  z.ZodUndefined,
  z.ZodCustom,
] as const

function cutOfObject(schema: z.ZodObject, inside: ReadonlySet<z.ZodType>): Cut | 'whole' {
  const cuts = new Map<string, Cut>()
  for (const [key, member] of Object.entries<z.ZodType>(schema.shape)) {
    const cut = cutOf(member, inside)
    if (cut === 'whole') return 'whole'
    cuts.set(key, cut)
  }
  return (value) => {
    if (!isPlain(value)) return schema.parse(value)
    let copy: Record<string, unknown> | undefined
    for (const key in value) {
      const cut = cuts.get(key)
      const member = value[key]
      const kept = cut?.(member)
      if (cut && (kept === member || Number.isNaN(member))) continue
      copy ??= { ...value }
      if (cut) copy[key] = kept
      else delete copy[key]
    }
    return copy ?? value
  }
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Neither open to other keys nor refusing them. */
const isClosed = (schema: z.ZodObject): boolean => schema.def.catchall === undefined

const hasChecks = (schema: z.ZodType): boolean => (schema.def.checks ?? []).length > 0

/** Of a text or number: by `.trim()`, by a format that is rewritten, by coercion. */
function isChanging(schema: z.ZodType): boolean {
  const checks = schema.def.checks ?? []
  return 'coerce' in schema.def || checks.some((check) => check._zod.def.check === 'overwrite')
}
