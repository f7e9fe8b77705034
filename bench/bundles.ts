import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { atMost, type Figure, raw } from './figure.ts'
import { note } from './ground.ts'

interface Chunk {
  /** Loaded with it: other chunks and styles. */
  readonly needs: readonly string[]
  /** Loaded on demand. */
  readonly lazy: readonly string[]
  readonly bytes: number
}

const kilobyte = 1024

/** Sizes of the built clients as browsers receive them, by following the imports of the built files. */
export function bundles(): Figure[] {
  return [...consoleFigures(), ...candidateFigures()]
}

function consoleFigures(): Figure[] {
  const client = readClient('console')
  if (!client) return []
  const entry = closure(client.chunks, client.entries)
  const named = (start: RegExp) => [...client.chunks.keys()].filter((name) => start.test(name) && name.endsWith('.js'))
  const firstScreen = closure(client.chunks, [...entry, ...named(/^login[.-]/)])
  // What stands around nearly every screen, and is loaded with the first of them.
  const frame = [...closure(client.chunks, named(/^shell-/))].filter((name) => !firstScreen.has(name))
  const routes = [...new Set([...client.chunks.values()].flatMap((chunk) => chunk.lazy))].filter(isRoute)
  const added = new Map(
    routes.map((name) => [name, [...closure(client.chunks, [name])].filter((chunk) => !firstScreen.has(chunk))]),
  )
  const users = new Map<string, number>()
  for (const chunk of [...added.values()].flat()) users.set(chunk, (users.get(chunk) ?? 0) + 1)
  const sizes = [...added].map(([name, all]) => ({
    name,
    own:
      sizeOf(
        client.chunks,
        all.filter((chunk) => users.get(chunk) === 1),
      ) / kilobyte,
    all: sizeOf(client.chunks, new Set([...frame, ...all])) / kilobyte,
  }))
  for (const { name, own, all } of sizes.toSorted((a, b) => b.all - a.all).slice(0, 5))
    note(
      `console route ${name}: ${own.toFixed(1)} KiB of its own, ${all.toFixed(1)} KiB with the shell and shared parts not yet loaded`,
    )
  const first = sizeOf(client.chunks, firstScreen) / kilobyte
  const heaviest = Math.max(0, ...sizes.map(({ all }) => all))
  return [
    atMost('bundles: console up to its first screen', first, 'KiB brotli', 250),
    atMost('bundles: console, largest route of its own', Math.max(0, ...sizes.map(({ own }) => own)), 'KiB brotli', 80),
    raw('bundles: console, heaviest route with shell and shared parts', heaviest, 'KiB brotli'),
    atMost('bundles: console, whole first visit of that route', first + heaviest, 'KiB brotli', 400),
    raw('bundles: console, routes', routes.length, 'routes'),
  ]
}

/** Everything needed to sit is there at once and kept for work without network; what other rooms add comes on demand. */
function candidateFigures(): Figure[] {
  const client = readClient('candidate')
  if (!client) return []
  const entry = closure(client.chunks, client.entries)
  const beyondShell = (isOfThem: (name: string) => boolean) => {
    const all = closure(client.chunks, [...client.chunks.keys()].filter(isOfThem))
    return (
      sizeOf(
        client.chunks,
        [...all].filter((name) => !entry.has(name)),
      ) / kilobyte
    )
  }
  return [
    atMost('bundles: candidate client, practising beyond the shell', beyondShell(isOfPractising), 'KiB brotli', 60),
    atMost('bundles: candidate client, questionnaires beyond the shell', beyondShell(isOfQuestionnaires), 'KiB brotli', 60),
    atMost('bundles: candidate client, recording beyond the exam', beyondShell(isOfRecording), 'KiB brotli', 40),
    atMost('bundles: candidate client, recording that comes unasked', unasked(entry), 'files', 0),
    atMost('bundles: candidate client, the exam', sizeOf(client.chunks, entry) / kilobyte, 'KiB brotli', 150),
    raw('bundles: candidate client, everything', sizeOf(client.chunks, client.chunks.keys()) / kilobyte, 'KiB brotli'),
  ]
}

const isOfPractising = (name: string) =>
  /^(practice|run|today|wrong-book|favourites|mastery)\.page-[\w-]+\.js$|^practice-[\w-]+\.css$/.test(name)

/** The list, the sheet with an account and the one by a link. */
const isOfQuestionnaires = (name: string) => /^(questionnaires|answer|link)\.page-[\w-]+\.js$/.test(name)

/** The check before it, and what records and sends: loaded where an exam asks for it. */
const isOfRecording = (name: string) => /^(panel|preparation|post)-[\w-]+\.(js|css)$/.test(name)

const unasked = (entry: ReadonlySet<string>) => [...entry].filter(isOfRecording).length

/** Screens are named after their files: `download.list`, `test-marking-one.page`. */
function isRoute(name: string): boolean {
  return /\.(list|page|form|detail|wizard|report|screen)-[\w-]+\.js$/.test(name)
}

function readClient(name: 'console' | 'candidate'): { entries: string[]; chunks: Map<string, Chunk> } | undefined {
  const dist = join(import.meta.dirname, '..', 'apps', name, 'dist')
  const page = join(dist, 'index.html')
  if (!existsSync(page)) {
    note(`${name} is not built: run node apps/server/build.ts`)
    return undefined
  }
  const chunks = new Map<string, Chunk>()
  for (const file of readdirSync(join(dist, 'assets'))) if (/\.(js|css)$/.test(file)) chunks.set(file, readChunk(dist, file))
  const entries = [...readFileSync(page, 'utf8').matchAll(/assets\/([\w.-]+\.(?:js|css))/g)].map(([, file = '']) => file)
  return { entries, chunks }
}

function readChunk(dist: string, file: string): Chunk {
  const content = readFileSync(join(dist, 'assets', file))
  const bytes = servedBytes(join(dist, 'assets', file), content)
  if (file.endsWith('.css')) return { needs: [], lazy: [], bytes }
  const code = content.toString('utf8')
  const names = (pattern: RegExp) => [...code.matchAll(pattern)].map(([, name = '']) => name)
  const needs = names(/(?:\bfrom|\bimport)\s*["']\.\/([\w.-]+\.js)["']/g)
  const lazy = names(/\bimport\(\s*["'`]\.\/([\w.-]+\.js)["'`]\s*\)/g)
  return { needs, lazy, bytes }
}

/** What the server sends: the file compressed by the build, where it made one. */
function servedBytes(path: string, content: Buffer): number {
  if (existsSync(`${path}.br`)) return statSync(`${path}.br`).size
  return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }).length
}

/** Chunks with all that they need. Styles of a lazy chunk have its name. */
function closure(chunks: ReadonlyMap<string, Chunk>, from: Iterable<string>): Set<string> {
  const found = new Set<string>()
  const waiting = [...from]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const chunk = chunks.get(name)
    if (!chunk || found.has(name)) continue
    found.add(name)
    waiting.push(...chunk.needs)
    const styles = `${name.replace(/-[\w-]+\.js$/, '')}-`
    waiting.push(...[...chunks.keys()].filter((other) => other.endsWith('.css') && other.startsWith(styles)))
  }
  return found
}

function sizeOf(chunks: ReadonlyMap<string, Chunk>, names: Iterable<string>): number {
  let total = 0
  for (const name of names) total += chunks.get(name)?.bytes ?? 0
  return total
}
