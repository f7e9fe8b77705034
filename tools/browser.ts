import { existsSync } from 'node:fs'

/** Where the browser for tests is. KAOPEI_CHROMIUM names it when it is not where Debian puts it; without one nothing is begun. */
export function chromium(): string {
  const places = [process.env.KAOPEI_CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
  const found = places.find((path) => path !== undefined && existsSync(path))
  if (found !== undefined) return found
  console.error(
    'The browser tests need Chromium. On Debian or Ubuntu: apt-get install chromium fonts-noto-cjk; elsewhere set KAOPEI_CHROMIUM.',
  )
  process.exit(1)
}

/**
 * The same browser without windows, where Debian's package of it is there: a page costs a fifth less in it, a start a third. It has cameras, but
 * shows no PDF, and after a jump in a film may still draw the picture before: whoever looks at these takes the whole one. KAOPEI_CHROMIUM stands
 * for both, when it is set.
 */
export function headlessShell(): string {
  const places = [process.env.KAOPEI_CHROMIUM, '/usr/bin/chromium-headless-shell']
  return places.find((path) => path !== undefined && existsSync(path)) ?? chromium()
}
