const withoutDialog: ReadonlySet<string> = new Set(['/login', '/', '/setPassword'])

/** Shown while the flag is the text 0, except where there is no session to speak of. */
export function isPasswordDialogShown(changePasswordFlag: string | undefined, path: string): boolean {
  return changePasswordFlag === '0' && !withoutDialog.has(path)
}
