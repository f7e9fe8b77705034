import type { Field } from '@kaopei/org/contract/own-fields'
import { collectErrors } from '../../contract/errors.ts'
import type { Lists } from '../../contract/standard-fields.ts'

/** What is wrong with the lists that somebody wants to save; undefined: nothing. */
export function listProblem(fields: readonly Field[], { required, optional }: Lists) {
  const listed = [...required, ...optional]
  if (new Set(listed).size !== listed.length) return collectErrors.listedTwice
  const known = new Set(fields.map(({ id }) => id))
  if (listed.some((id) => !known.has(id))) return collectErrors.unknownField
  if (fields.some(({ id, isMovable }) => !isMovable && !required.includes(id))) return collectErrors.fixedField
  return undefined
}
