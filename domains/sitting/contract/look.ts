/** The page of a sitting, shown to somebody who only looks. The window that opens it hands over what it shows; nothing of it is in an address. */
import { z } from 'zod'
import { sheet } from './shapes.ts'

/** In the candidate's client, whose pages stand below it. */
export const lookPage = '/as-candidate'
export const lookAddress = `/candidate${lookPage}`

/** Said by the page that was opened, to the window that opened it. */
export const lookReady = z.object({ kind: z.literal('kaopei-look-ready') })

/** The answer. `facts`: what holds for the candidate and cannot be seen on the page. */
export const lookAt = z.object({ kind: z.literal('kaopei-look-at'), sheet, facts: z.array(z.string()) })
export type LookAt = z.output<typeof lookAt>
