import { ApiError, apiCodes, isApiError, isRecord, signOutCodes } from './api-error.ts'
import { session } from './session.ts'
import { createStore } from './store.ts'

/** How loud a message is; the app plugs in what draws it. Called from one place only, so that every screen fails alike. */
export interface Notifier {
  toast(kind: 'error' | 'warning' | 'success', text: string): void
  /** A modal with the title 提示 and only a confirm button. */
  modal(text: string): void
  goToLogin(): void
  /** The whole page anew, for somebody else than before. */
  goHome?(): void
  mustChangePassword?(): void
}

export interface LoggedError {
  readonly at: number
  readonly code: number
  readonly message: string
  readonly where: string
}

export const toastMs = 2_500
const sameTextPauseMs = 500
const loginDelayMs = 500
const keptErrors = 100
const badSignature = 1_004

/** What was said before anything could draw it: the first calls go out before the first picture. */
const early: ((drawn: Notifier) => void)[] = []
let notifier: Notifier = {
  toast: (kind, text) => void early.push((drawn) => drawn.toast(kind, text)),
  modal: (text) => void early.push((drawn) => drawn.modal(text)),
  goToLogin: () => {},
}
let lastText = ''
let lastTextAt = Number.NEGATIVE_INFINITY
let isLeaving = false

export const errorLog = createStore<readonly LoggedError[]>([])

export function setNotifier(next: Notifier): void {
  // It has said nothing yet.
  lastText = ''
  notifier = next
  for (const say of early.splice(0)) say(next)
}

/** Shows a failure in the way its code asks for. `where` is the path of the call, for the error log; `failText` says what failed, before why. */
export function report(error: unknown, where = '', failText?: string): void {
  const failure = isApiError(error) ? error : new ApiError(apiCodes.unexpected, '页面出现错误，请刷新后重试', error)
  if (failure.code === apiCodes.cancelled) return
  logError(failure, where, error)
  if (failure.code === apiCodes.silent) {
    if (isRecord(failure.data) && failure.data.mustChangePassword === true) notifier.mustChangePassword?.()
    return
  }
  if (signOutCodes.has(failure.code)) signOut(failure.message)
  else if (failure.code === apiCodes.modal) notifier.modal(failure.message)
  else if (failure.code === apiCodes.noPermission) showOnce('warning', failure.message || 'no permission')
  else showOnce('error', [failText, textOf(failure, failText && '')].filter(Boolean).join('：'))
}

/** Codes that end the session do so even for calls that asked to be silent. */
export function reportSilently(error: unknown, where = ''): void {
  const isUrgent = isApiError(error) && (signOutCodes.has(error.code) || error.code === apiCodes.silent)
  if (isUrgent) report(error, where)
  else if (!isApiError(error, apiCodes.cancelled)) logError(error, where, error)
}

export function showOnce(kind: 'error' | 'warning', text: string): void {
  const now = performance.now()
  if (text === lastText && now - lastTextAt < sameTextPauseMs) return
  lastText = text
  lastTextAt = now
  notifier.toast(kind, text)
}

/** What a failure says to a person: of one without an envelope its status and what it means. */
export function textOf({ code, message, httpStatus }: ApiError, otherwise = '操作失败，请稍后重试'): string {
  const isHttpFailure = httpStatus !== 200 && code === httpStatus
  return isHttpFailure ? `${httpStatus} ${message}` : message || otherwise
}

/** Many calls fail at once when a session ends: one toast, one way to the login. */
function signOut(text: string): void {
  if (isLeaving) return
  isLeaving = true
  // Looking through another's eyes is over: one's own login goes on.
  if (session.stopLooking()) {
    showOnce('warning', '视角查看已结束')
    setTimeout(() => {
      isLeaving = false
      notifier.goHome?.()
    }, loginDelayMs)
    return
  }
  showOnce('error', text)
  session.clear()
  setTimeout(() => {
    isLeaving = false
    notifier.goToLogin()
  }, loginDelayMs)
}

/** An answer of the business (a wrong password, a taken name) is no error of the system. */
export function isRefusal(code: number): boolean {
  const isBusiness = code >= 1_001 && code <= 3_999 && code !== badSignature
  return isBusiness || code === apiCodes.silent || code === apiCodes.modal || signOutCodes.has(code)
}

function logError(error: unknown, where: string, cause: unknown): void {
  const code = isApiError(error) ? error.code : apiCodes.unexpected
  if (isRefusal(code)) return
  const message = cause instanceof Error ? cause.message : String(cause)
  errorLog.set([{ at: Date.now(), code, message, where }, ...errorLog.get()].slice(0, keptErrors))
}
