import { type Endpoint, type ErrorDef, protocolErrors } from '@kaopei/contract'

export interface FailureDetail {
  /** Replaces the declared text where a fact makes it clearer (a name, a number, a time). */
  readonly text?: string
  /** What the client needs to go on: current row, field messages, seconds to wait. */
  readonly data?: unknown
}

/** A request that ended with a declared error. The transaction is rolled back unless `keepsChanges`. */
export class Failure extends Error {
  readonly error: ErrorDef
  readonly detail: FailureDetail
  readonly keepsChanges: boolean

  constructor(error: ErrorDef, detail: FailureDetail = {}, keepsChanges = false) {
    super(`${error.name}: ${detail.text ?? error.text}`)
    this.error = error
    this.detail = detail
    this.keepsChanges = keepsChanges
  }
}

/**
 * What services are given to end a call with one of these errors. Their own errors leave rooms by this way alone: a service that may fail says with
 * what, and the compiler finds every endpoint that does not declare it.
 */
export type Fail<Err extends ErrorDef> = (error: Err, detail?: FailureDetail) => never

export type ProtocolError = (typeof protocolErrors)[keyof typeof protocolErrors]

/** What every call may answer without declaring it, and so may be thrown anywhere. */
export class ProtocolFailure extends Failure {
  constructor(error: ProtocolError, detail?: FailureDetail) {
    super(error, detail)
  }
}

/** What people may read of an error; undefined when it is none of theirs. */
export function failureText(error: unknown): string | undefined {
  return error instanceof Failure ? (error.detail.text ?? error.error.text) : undefined
}

/** What clients, documents and tests are told that this call may answer: its own errors, and those of the protocol. */
export function isDeclared({ errors }: Endpoint, { name }: ErrorDef): boolean {
  return errors.some((error) => error.name === name) || Object.values(protocolErrors).some((error) => error.name === name)
}

/** An error of PostgreSQL, recognised by its five-character code. */
export interface DatabaseError extends Error {
  readonly code: string
  readonly constraint?: string
}

export function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code)
}

/** Serialization failure or deadlock: the same transaction may succeed when run again. */
export function isRetriable(error: unknown): boolean {
  return isDatabaseError(error) && (error.code === '40001' || error.code === '40P01')
}
