/** Inputs whose values are others at each turn: what a call resets to anything shows after one of the turns. */
import type { Endpoint } from '@kaopei/contract'
import { asRecord, optionalFields, validInput, valueAt, withValue } from './sample-input.ts'

type Path = readonly (string | number)[]

/** Of one turn: what must be said, and each field that may be left out. */
export interface VariedInput {
  readonly required: Readonly<Record<string, unknown>>
  readonly optional: Readonly<Record<string, unknown>>
}

/** By these a call means the thing that it changes, where it makes a new one without them. */
const ownNames: readonly string[] = ['id', 'questionnaireId', 'taskId']

export function variedInput(endpoint: Endpoint, turn: number): VariedInput {
  const full = asRecord(validInput(endpoint, { isFull: true }))
  const change = (input: unknown, place: Path, index: number) => changedAt(endpoint, input, { place, index, turn })
  const varied = asRecord(placesOf(full).reduce<unknown>(change, full))
  const mayBeLeft = optionalFields(endpoint).filter((name) => !ownNames.includes(name) && name in varied)
  const entries = Object.entries(varied)
  return {
    required: Object.fromEntries(entries.filter(([name]) => !mayBeLeft.includes(name))),
    optional: Object.fromEntries(entries.filter(([name]) => mayBeLeft.includes(name))),
  }
}

/** Fields that the call fills in itself where an update leaves them out. */
export function defaultsOf(endpoint: Endpoint): string[] {
  const { required } = variedInput(endpoint, 0)
  const parsed = asRecord(endpoint.input.safeParse(required).data)
  return Object.keys(parsed).filter((name) => parsed[name] !== undefined && !(name in required))
}

function changedAt(
  endpoint: Endpoint,
  input: unknown,
  { place, index, turn }: { place: Path; index: number; turn: number },
): unknown {
  const others = othersOf(valueAt(input, place), index, turn)
  const changed = others.map((other) => withValue(input, place, other))
  return changed.find((one) => endpoint.input.safeParse(one).success) ?? input
}

const dayMs = 86_400_000

/** Times come in the order of their fields: what ends is said after what begins. */
function othersOf(value: unknown, index: number, turn: number): readonly unknown[] {
  if (typeof value === 'boolean') return [turn === 0]
  if (typeof value === 'number') return [value + 1 + turn, value + turn]
  if (typeof value !== 'string') return []
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return [new Date(Date.UTC(2031, turn, 1) + index * dayMs).toISOString()]
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return [new Date(Date.UTC(2031, turn, 1) + index * dayMs).toISOString().slice(0, 10)]
  return []
}

function placesOf(value: unknown, path: Path = []): Path[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => placesOf(item, [...path, index]))
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, inner]) => placesOf(inner, [...path, key]))
  return [path]
}
