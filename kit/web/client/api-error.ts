/** Codes that the client itself gives or must recognise. */
export const apiCodes = {
  invalid: 1001,
  noPermission: 1002,
  noSession: 1003,
  clockOff: 1005,
  changed: 1007,
  notFound: 1008,
  silent: 4007,
  sessionEnded: 5002,
  modal: 6004,
  unexpected: 9999,
  sessionExpired: 10004,
  cancelled: 100000022,
  /** No answer arrived: no network, name not found, connection cut. */
  unreachable: -1,
  timedOut: -2,
} as const

export const signOutCodes: ReadonlySet<number> = new Set([apiCodes.noSession, apiCodes.sessionExpired, apiCodes.sessionEnded])

export interface FieldMessage {
  readonly path: string
  readonly message: string
}

/** What a call that did not succeed throws. `code` is the envelope's, or the HTTP status when there was no envelope. */
export class ApiError extends Error {
  readonly code: number
  readonly data: unknown
  readonly httpStatus: number
  /** The answer was not the server's: a proxy, a filter or a login page on the way gave it. */
  readonly isForeign: boolean

  constructor(code: number, message: string, data: unknown = null, httpStatus = 200, isForeign = false) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.data = data
    this.httpStatus = httpStatus
    this.isForeign = isForeign
  }

  /** The fields that the server refused (code 1001), empty otherwise. */
  get fields(): readonly FieldMessage[] {
    if (this.code !== apiCodes.invalid || !isRecord(this.data) || !Array.isArray(this.data.fields)) return []
    return this.data.fields.filter(isFieldMessage)
  }
}

export function isApiError(error: unknown, code?: number): error is ApiError {
  return error instanceof ApiError && (code === undefined || error.code === code)
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isFieldMessage(value: unknown): value is FieldMessage {
  return isRecord(value) && typeof value.path === 'string' && typeof value.message === 'string'
}
