import type { Endpoint } from '@kaopei/contract'
import type { Module } from '@kaopei/server'
import type { z } from 'zod'

/** A switch or a code changes what the product does; everything else may be there to be shown. */
export type FieldKind = 'switch' | 'word'

export interface StoredField {
  readonly room: string
  readonly name: string
  readonly kind: FieldKind
  /** Where it comes in, for whoever has to look. */
  readonly endpoint: string
}

interface Def {
  readonly type: string
  readonly innerType?: z.ZodType
  readonly in?: z.ZodType
  readonly out?: z.ZodType
  readonly element?: z.ZodType
  readonly options?: readonly z.ZodType[]
  readonly valueType?: z.ZodType
  readonly left?: z.ZodType
  readonly right?: z.ZodType
  readonly shape?: Readonly<Record<string, z.ZodType>>
}

// zod's own description of a schema; every kind has other members.
const defOf = (schema: z.ZodType): Def => schema.def as unknown as Def

/** What addresses a row or a page is obeyed by being looked up. */
const addresses = new Set(['id', 'ids', 'version', 'pageIndex', 'pageSize', 'token'])

/** Every field of every payload that a call keeps, once for each room and name. */
export function storedFields(modules: readonly Module[], roomOf: (endpoint: Endpoint) => string | undefined): StoredField[] {
  const found = new Map<string, StoredField>()
  for (const { endpoint } of modules.flatMap(({ endpoints }) => endpoints)) {
    if (typeof endpoint.facts.audit !== 'object') continue
    const room = roomOf(endpoint)
    if (room === undefined) continue
    for (const { name, kind } of fieldsOf(endpoint.input)) {
      const key = `${room}.${name}`
      const known = found.get(key)
      if (addresses.has(name) || known?.kind === 'switch') continue
      found.set(key, { room, name, kind, endpoint: endpoint.facts.path })
    }
  }
  return [...found.values()]
}

function fieldsOf(schema: z.ZodType): { name: string; kind: FieldKind }[] {
  return partsOf(schema).flatMap((part) => {
    const { shape } = defOf(part)
    const own = Object.entries(shape ?? {}).map(([name, field]) => ({ name, kind: kindOf(field) }))
    return [...own, ...Object.values(shape ?? {}).flatMap(fieldsOf)]
  })
}

/** The objects in a schema, through whatever wraps them. */
function partsOf(schema: z.ZodType): z.ZodType[] {
  const def = defOf(schema)
  if (def.type === 'object') return [schema]
  return insideOf(def).flatMap(partsOf)
}

function insideOf(def: Def): z.ZodType[] {
  const { innerType, in: first, out, element, options = [], valueType, left, right } = def
  const piped = first && defOf(first).type === 'transform' ? out : first
  return [innerType, piped, element, valueType, left, right, ...options].filter((one) => one !== undefined)
}

const switches = new Set(['boolean', 'enum', 'literal', 'number', 'int', 'custom'])

function kindOf(schema: z.ZodType): FieldKind {
  const def = defOf(schema)
  if (switches.has(def.type)) return 'switch'
  if (def.type === 'array' || def.type === 'object' || def.type === 'record') return 'word'
  const inside = insideOf(def)
  return inside.length > 0 && inside.every((one) => defOf(one).type === 'null' || kindOf(one) === 'switch') ? 'switch' : 'word'
}
