import { isDeepStrictEqual } from 'node:util'
import type { Endpoint } from '@kaopei/contract'
import type { FilledCompany } from './fill-company.ts'
import { idFieldsOf, validInput, withId } from './sample-input.ts'

/**
 * What a call may mean by an id whose name does not say it: things of its own room, what its path names, and a few others, which differ from call
 * to call.
 */
export interface Near {
  readonly room: string
  readonly path: string
  readonly callNumber: number
  /** How many of the others, 4 unless said. */
  readonly others?: number
}

const aliases: Readonly<Record<string, string>> = { examination_id: 'exam_id', review_staff_id: 'staff_id' }

/** Ids of the company that a field of this name may mean; without `near` one of every kind where the name does not say it. */
export function idsFor(name: string, { idsByName }: FilledCompany, near?: Near): string[] {
  const singular = name.replace(/Ids$/, 'Id').replace(/([A-Z])/g, (letter) => `_${letter.toLowerCase()}`)
  const known = idsByName.get(aliases[singular] ?? singular)
  if (known && known.length > 0) return [...known]
  const kinds = [...idsByName.keys()].filter((key) => key.includes('.'))
  const chosen = near ? kindsNear(kinds, near) : kinds
  return chosen.flatMap((kind) => idsByName.get(kind)?.slice(0, 1) ?? [])
}

function kindsNear(kinds: readonly string[], { room, path, callNumber, others: fewOthers = 4 }: Near): string[] {
  const words = path.toLowerCase()
  const isMeant = (kind: string) => {
    const [schema, table = ''] = kind.split('.')
    return schema === room || words.includes(table.replaceAll('_', ''))
  }
  const others = fewOthers === 0 ? [] : kinds.filter((kind) => !isMeant(kind))
  const some = others.filter((_, index) => (index + callNumber) % Math.ceil(others.length / fewOthers) === 0)
  return [...kinds.filter(isMeant), ...some]
}

/** Inputs that the contract takes, also with the ids of each thing of the company that the field may mean. */
export function filledInputs(endpoint: Endpoint, company: FilledCompany, near?: Near): unknown[] {
  return fillings(endpoint, company, near).map((fill) => fill())
}

/** So many of them: the plain ones come first. */
export function firstFilledInputs(endpoint: Endpoint, company: FilledCompany, most: number): unknown[] {
  return fillings(endpoint, company)
    .slice(0, most)
    .map((fill) => fill())
}

/** So many of them from behind: with as few other fields as the contract lets them have. */
export function lastFilledInputs(endpoint: Endpoint, company: FilledCompany, most: number): unknown[] {
  return fillings(endpoint, company)
    .toReversed()
    .slice(0, most)
    .map((fill) => fill())
}

/** An input is made when it is wanted: there are hundreds for some calls, and most walks take a few of them. */
function fillings(endpoint: Endpoint, company: FilledCompany, near?: Near): (() => unknown)[] {
  const [full, sparse] = [true, false].map((isFull): unknown => validInput(endpoint, { isFull }) ?? {})
  // A call that is asked for nothing is asked once: its answer would be read a second time, and some are megabytes.
  const samples = isDeepStrictEqual(full, sparse) ? [full] : [full, sparse]
  return samples.flatMap((sample) => {
    const fields = idFieldsOf(sample)
    const filled = fields.reduce((input, field) => withId(input, field, idsFor(field.name, company, near)[0] ?? ''), sample)
    const others = fields.flatMap((field) => idsFor(field.name, company, near).map((id) => () => withId(filled, field, id)))
    return [() => filled, ...others]
  })
}
