/** Questionnaires for tests, in few words. */
import { type Definition, type DefinitionInput, definition, type ElementInput } from '../definition.ts'

export const made = (...pages: DefinitionInput['pages'][number][]): Definition => definition.parse({ pages })
/** One page of these. */
export const asked = (...elements: ElementInput[]): Definition => made({ id: 'p', elements })

export const optionsOf = (ids: string) => [...ids].map((id) => ({ id, text: `选项 ${id}` }))
export const single = (id: string, ids = 'ab', more: object = {}): ElementInput => ({
  ...{ id, kind: 'single', title: `题 ${id}`, options: optionsOf(ids) },
  ...more,
})
export const multiple = (id: string, ids = 'abc', more: object = {}): ElementInput => ({
  ...{ id, kind: 'multiple', title: `题 ${id}`, options: optionsOf(ids) },
  ...more,
})
export const choose = (...choices: string[]) => ({ choices })
