import type { Endpoint } from '@kaopei/contract'
import type { FilledCompany } from './fill-company.ts'
import { idFieldsOf, validInput, withId } from './sample-input.ts'

/** Inputs that the contract takes, also with the ids of each thing of the company that the field may mean. */
export function filledInputs(endpoint: Endpoint, { idsByName }: FilledCompany): unknown[] {
  const samples: unknown[] = [true, false].map((isFull) => validInput(endpoint, { isFull }) ?? {})
  const known = [...idsByName.entries()]
  const ids = (name: string) => {
    const column = name.replace(/Ids$/, 'Id').replace(/([A-Z])/g, (letter) => `_${letter.toLowerCase()}`)
    return idsByName.get(column) ?? known.filter(([key]) => key.includes('.')).flatMap(([, some]) => some.slice(0, 1))
  }
  return samples.flatMap((sample) => {
    const fields = idFieldsOf(sample)
    const filled = fields.reduce((input, field) => withId(input, field, ids(field.name)[0] ?? ''), sample)
    const others = fields.flatMap((field) => ids(field.name).map((id) => withId(filled, field, id)))
    return fields.length === 0 ? [sample] : [filled, ...others]
  })
}
