import type { z } from 'zod'

/** What coded values are called, by value. */
export type Labels = Readonly<Record<string, string>>

/** Where a schema carries them: they stand in the OpenAPI document, and the log reads kept values by them. */
export const labelsKey = 'x-labels'

/** Names of values that are words of the program (`z.enum`); those of `codes` have theirs already. */
export function labelled<Schema extends z.ZodType>(
  schema: Schema,
  labels: Readonly<Record<Extract<z.output<Schema>, string>, string>>,
): Schema {
  return schema.meta({ ...schema.meta(), [labelsKey]: labels })
}
