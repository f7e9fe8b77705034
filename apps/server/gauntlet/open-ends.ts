import { z } from 'zod'

type Schema = Readonly<Record<string, unknown>>

/**
 * Places of an input that have no bound: texts without a length, lists without a size, records without a number of entries, values of any
 * kind, and trees that go as deep as the client likes. Read off the JSON schema, so whatever makes a bound must show there.
 */
export function openEndsOf(input: z.ZodType): string[] {
  const root: unknown = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any', cycles: 'ref', reused: 'inline' })
  const found = new Set<string>()
  if (!isSchema(root) || isNothing(root)) return []
  visit(root, '', found)
  return [...found]
}

/** Calls without an input take whatever is sent and look at none of it. */
function isNothing(schema: Schema): boolean {
  const options = listOf(schema.anyOf).filter(({ type }) => type !== 'null')
  const [only = schema, ...others] = options
  return (
    others.length === 0 &&
    only.type === 'object' &&
    Object.keys(schemaOf(only.properties)).length === 0 &&
    !('propertyNames' in only)
  )
}

function visit(schema: Schema, place: string, found: Set<string>): void {
  if ('$ref' in schema) found.add(`${place}: depth`)
  else if (isUnknown(schema)) found.add(`${place}: anything`)
  for (const option of [...listOf(schema.anyOf), ...listOf(schema.oneOf), ...listOf(schema.allOf)]) visit(option, place, found)
  if (schema.type === 'string' && !isBoundedText(schema)) found.add(`${place}: text`)
  if (schema.type === 'array') visitList(schema, place, found)
  if (schema.type === 'object') visitObject(schema, place, found)
}

function visitList(schema: Schema, place: string, found: Set<string>): void {
  const fixed = listOf(schema.prefixItems)
  for (const [at, item] of fixed.entries()) visit(item, `${place}[${at}]`, found)
  if (fixed.length > 0 && !isSchema(schema.items)) return
  if (!('maxItems' in schema)) found.add(`${place}: list`)
  visit(schemaOf(schema.items), `${place}[]`, found)
}

function visitObject(schema: Schema, place: string, found: Set<string>): void {
  for (const [name, field] of Object.entries(schemaOf(schema.properties)))
    if (isSchema(field)) visit(field, place === '' ? name : `${place}.${name}`, found)
  if (!isSchema(schema.propertyNames)) return
  if (!('maxProperties' in schema)) found.add(`${place}: record`)
  visit(schema.propertyNames, `${place}{}`, found)
  visit(schemaOf(schema.additionalProperties), `${place}{}`, found)
}

const boundedFormats: readonly unknown[] = ['uuid', 'date']

function isBoundedText(schema: Schema): boolean {
  if ('maxLength' in schema || 'enum' in schema || 'const' in schema) return true
  if (boundedFormats.includes(schema.format)) return true
  const { pattern } = schema
  return typeof pattern === 'string' && /^\^.*\$$/s.test(pattern) && !/[^\\][*+]|\{\d+,\}/.test(pattern)
}

/** Made by a transformation or a refinement alone: nothing is known of what it takes. */
function isUnknown(schema: Schema): boolean {
  return !['type', 'anyOf', 'oneOf', 'allOf', 'enum', 'const', 'not', '$ref'].some((word) => word in schema)
}

function listOf(value: unknown): Schema[] {
  return Array.isArray(value) ? value.filter(isSchema) : []
}

function schemaOf(value: unknown): Schema {
  return isSchema(value) ? value : {}
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
