import type { ErrorDef } from '@kaopei/contract'
import { type Fail, Failure } from '../calls/failure.ts'

/** For a service that a test calls without a call around it: it ends with any error, as a job does. */
export const failing: Fail<ErrorDef> = (error, detail) => {
  throw new Failure(error, detail)
}
