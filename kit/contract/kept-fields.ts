import { z } from 'zod'

type Changeable<Field> = Field extends z.ZodDefault<infer Inner> ? z.ZodOptional<Inner> : Field

/** What an update says of fields that a creation has defaults for: none has one, since what is left out stays as it is. */
export function asChange<Shape extends Readonly<Record<string, z.ZodType>>>(
  fields: Shape,
): { [Name in keyof Shape]: Changeable<Shape[Name]> } {
  const entries = Object.entries(fields).map(([name, field]) => [
    name,
    field instanceof z.ZodDefault ? z.optional(field.unwrap()) : field,
  ])
  return Object.fromEntries(entries) as { [Name in keyof Shape]: Changeable<Shape[Name]> } // by `Changeable`, name for name
}

type Kept<Shape extends Readonly<Record<string, z.ZodType>>> = { [Name in keyof Shape]: z.output<Shape[Name]> }

/** Of what may be left out. */
type Standing<Shape extends Readonly<Record<string, z.ZodType>>> = {
  readonly [Name in keyof Shape as Shape[Name] extends z.ZodDefault ? Name : never]: z.output<Shape[Name]>
}

/** The fields as they are to be kept: what is said, else what stands, else, of something new, the default. */
export function kept<Shape extends Readonly<Record<string, z.ZodType>>>(
  fields: Shape,
  said: { readonly [Name in keyof Shape]?: z.output<Shape[Name]> | undefined },
  standing?: Standing<Shape>,
): Kept<Shape> {
  const entries = Object.entries(fields).map(([name, field]) => {
    const given = said[name]
    if (given !== undefined) return [name, given]
    return [name, standing ? Reflect.get(standing, name) : field.parse(undefined)]
  })
  return Object.fromEntries(entries) as Kept<Shape> // each from its own schema or from what it once made
}
