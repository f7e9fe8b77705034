const withoutDialog: ReadonlySet<string> = new Set(['/login', '/', '/setPassword'])

/** Shown while the flag is the text 0, except where there is no session to speak of. Whoever looks through that person's eyes can change nothing, and must be able to leave. */
export function isPasswordDialogShown(changePasswordFlag: string | undefined, path: string, isViewing = false): boolean {
  return !isViewing && changePasswordFlag === '0' && !withoutDialog.has(path)
}
