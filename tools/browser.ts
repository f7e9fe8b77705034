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
