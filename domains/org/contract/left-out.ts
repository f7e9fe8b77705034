/** Calls about several people: for whom it changed nothing, and why, so that whoever asked is told. */
import { z } from 'zod'

export const leftOut = z
  .object({
    count: z.int(),
    /** Of all who were named. */
    isAll: z.boolean(),
    /** Whom and why, by name where the caller sees them. */
    text: z.string(),
  })
  .nullable()
export type LeftOut = z.output<typeof leftOut>

/** What is said afterwards: that it is done, or for whom it is not. */
export const doneExcept =
  (done: string) =>
  ({ leftOut: left }: { readonly leftOut: LeftOut }): string | { readonly warning: string } => {
    if (left === null) return done
    return { warning: left.isAll || done === '' ? left.text : `${done}，但${left.text}` }
  }
