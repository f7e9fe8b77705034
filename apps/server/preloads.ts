import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const file = z.string().regex(/^assets\/[\w.-]+\.js$/)
const preloads = z.record(z.string(), z.object({ now: z.array(file), soon: z.array(file) }))
export type Preloads = z.output<typeof preloads>

/** What the client's build wrote down (kit/web/build/screen-preloads.ts); nothing for a client whose pages need no more than they start with. */
export function readPreloads(dist: string): Preloads {
  const path = join(dist, 'preloads.json')
  return existsSync(path) ? preloads.parse(JSON.parse(readFileSync(path, 'utf8'))) : {}
}

/** Links that announce the files of an address; none for an address that no screen has. `type` is the address's, where screens of one path differ by it. */
export function preloadLinks(known: Preloads, path: string, type: string | null = null): string {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') : path
  const typed = `${plain}?type=${type}`
  const named = [typed, plain].find((name) => Object.hasOwn(known, name))
  const form = named ?? Object.keys(known).find((pattern) => fits(pattern, plain))
  const found = form === undefined ? undefined : known[form]
  if (!found) return ''
  const link = (priority: string) => (name: string) => `<link rel="modulepreload" crossorigin href="/${name}"${priority}>`
  return [...found.now.map(link('')), ...found.soon.map(link(' fetchpriority="low"'))].join('')
}

/** `/share/:code` fits `/share/abc`. */
function fits(pattern: string, path: string): boolean {
  if (!pattern.includes(':')) return false
  const [parts, asked] = [pattern.split('/'), path.split('/')]
  return parts.length === asked.length && parts.every((part, place) => part.startsWith(':') || part === asked[place])
}
