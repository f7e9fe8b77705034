/** Coded values of logged changes in words: a call's contract says what they are called. */
import { type Endpoint, type Labels, labelsKey } from '@kaopei/contract'
import { z } from 'zod'
import type { ChangedField } from './changed-fields.ts'

/** Null: two fields of this name are coded differently, so nobody knows which was meant. */
type ByField = ReadonlyMap<string, Labels | null>
export type LabelOf = (field: string) => Labels | undefined

/** `contracts` are those of the rooms. A field is looked for in what the call takes, what it answers, and then among all calls of its room. */
export class LoggedLabels {
  readonly #roomOf: ReadonlyMap<string, readonly Endpoint[]>
  readonly #ofRoom = new Map<readonly Endpoint[], ByField>()
  readonly #ofPath = new Map<string, LabelOf>()

  constructor(contracts: readonly (readonly Endpoint[])[]) {
    this.#roomOf = new Map(contracts.flatMap((room) => room.map(({ facts }) => [facts.path, room] as const)))
  }

  of(path: string | null): LabelOf {
    if (path === null) return () => undefined
    const known = this.#ofPath.get(path)
    if (known) return known
    const found = this.#find(path)
    this.#ofPath.set(path, found)
    return found
  }

  #find(path: string): LabelOf {
    const room = this.#roomOf.get(path)
    const endpoint = room?.find(({ facts }) => facts.path === path)
    if (!room || !endpoint) return () => undefined
    const sources = [labelsIn([endpoint.input], 'input'), labelsIn([endpoint.output], 'output'), this.#labelsOf(room)]
    return (field) => sources.find((source) => source.has(field))?.get(field) ?? undefined
  }

  #labelsOf(room: readonly Endpoint[]): ByField {
    const known = this.#ofRoom.get(room)
    if (known) return known
    const found = labelsIn(
      room.flatMap(({ input, output }) => [input, output]),
      'output',
    )
    this.#ofRoom.set(room, found)
    return found
  }
}

function labelsIn(schemas: readonly z.ZodType[], io: 'input' | 'output'): ByField {
  const found = new Map<string, Labels | null>()
  for (const schema of schemas) collect(z.toJSONSchema(schema, { io, unrepresentable: 'any', cycles: 'ref' }), undefined, found)
  return found
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function collect(shape: unknown, field: string | undefined, found: Map<string, Labels | null>): void {
  if (Array.isArray(shape)) for (const part of shape) collect(part, field, found)
  if (!isRecord(shape)) return
  for (const [key, part] of Object.entries(shape)) {
    if (key === labelsKey && field !== undefined)
      note(found, field, part as Labels) // by `labelled` and `codes` alone
    else if (key === 'properties' && isRecord(part)) for (const [name, inner] of Object.entries(part)) collect(inner, name, found)
    else if (key !== 'enum' && key !== 'default') collect(part, field, found)
  }
}

function note(found: Map<string, Labels | null>, field: string, labels: Labels): void {
  const known = found.get(field)
  if (known === undefined) found.set(field, labels)
  else if (JSON.stringify(known) !== JSON.stringify(labels)) found.set(field, null)
}

/** A logged change whose coded values are called by their names. */
export function inLabels({ field, before, after }: ChangedField, labelOf: LabelOf): ChangedField {
  const last = field.split('.').at(-1) ?? ''
  const read = (json: string | null) => json && JSON.stringify(named(JSON.parse(json), last, labelOf))
  return { field, before: read(before), after: read(after) }
}

function named(value: unknown, field: string, labelOf: LabelOf): unknown {
  if (Array.isArray(value)) return value.map((item) => named(item, field, labelOf))
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, named(item, key, labelOf)]))
  if (typeof value !== 'number' && typeof value !== 'string') return value
  const labels = labelOf(field)
  // Somebody may have typed the name of what every object has.
  return labels && Object.hasOwn(labels, value) ? labels[value] : value
}
