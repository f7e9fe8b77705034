import { basename } from 'node:path'
import { build, minifySync, type Plugin, type Rolldown, type UserConfig } from 'vite'
import { type Part, planChunks } from './chunk-plan.ts'

export interface ScreenFiles {
  /** Files of code that a screen loads at most until it stands still, beside what every page starts with. */
  readonly most: number
  /** By the names of files as they are written: `staff.list`. */
  readonly isScreen: RegExp
  /** What stands around every screen but the first. */
  readonly frame: string
  readonly first: string
  /** Modules that come after every screen but the first, by themselves. */
  readonly late: readonly string[]
  /** Modules of controls that a form loads as soon as it is drawn. */
  readonly drawn: readonly string[]
}

/** What every page starts with is one file, and is taken before anything else has its turn. */
export const startGroup = { name: 'base', priority: 10_000 }

/**
 * Bundles twice: first as it comes, to see what each screen loads, then with shared parts in few files. Left to itself a bundler makes a file of every
 * set of screens that share something, some sixty for one screen; lists of names written by hand go stale with every room.
 */
export function plannedChunks(draft: UserConfig, screens: ScreenFiles): Plugin {
  return {
    name: 'planned-chunks',
    apply: 'build',
    async config() {
      const parts = partsOf(await bundleOf(draft))
      const isCalled = (part: Part, name: string) => nameOf(part) === name
      const plan = planChunks(parts, {
        most: screens.most,
        isScreen: (part) => part.kind === 'lazy' && screens.isScreen.test(nameOf(part)),
        isFrame: (part) => isCalled(part, screens.frame),
        isFirst: (part) => isCalled(part, screens.first),
        isLate: (part) => screens.late.some((name) => hasModule(part, name)),
        isDrawn: (part) => screens.drawn.some((name) => hasModule(part, name)),
      })
      if (!parts.some((part) => isCalled(part, screens.first))) throw new Error(`no screen is called ${screens.first}`)
      const missing = [...screens.late, ...screens.drawn].find((name) => !parts.some((part) => hasModule(part, name)))
      if (missing !== undefined) throw new Error(`no module is called ${missing}`)
      const groups = plan.map((together, place) => groupOf(together, plan.length - place))
      return { build: { rolldownOptions: { output: { codeSplitting: { groups: [startOf(parts), ...groups] } } } } }
    },
    generateBundle(_options, bundle) {
      const circle = circleAmong(
        new Map(Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.imports]] : []))),
      )
      if (circle) this.error(`files that need each other cannot start: ${circle.join(' → ')}`)
    },
  }
}

/**
 * Styles go with it: of each an empty module remains, which no part shows, and which would make whoever shares a sheet load the file that the bundler
 * happens to put it into.
 */
function startOf(parts: readonly Part[]) {
  const modules = new Set(parts.filter(({ kind }) => kind === 'initial').flatMap((part) => part.modules))
  return { ...startGroup, test: (id: string) => modules.has(id) || id.endsWith('.css') }
}

function groupOf(together: readonly Part[], priority: number) {
  const modules = new Set(together.flatMap((part) => part.modules))
  const [largest] = together.toSorted((one, other) => other.bytes - one.bytes)
  return {
    name: largest ? nameOf(largest) : 'shared',
    test: (id: string) => modules.has(id),
    priority,
    // The plan knows where each module goes; what they import without using it would come along.
    includeDependenciesRecursively: false,
  }
}

/** A way along imports that comes back to where it began. */
export function circleAmong(needs: ReadonlyMap<string, readonly string[]>): readonly string[] | undefined {
  const harmless = new Set<string>()
  const from = (file: string, way: readonly string[]): readonly string[] | undefined => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file]
    if (harmless.has(file)) return undefined
    for (const need of needs.get(file) ?? []) {
      const circle = from(need, [...way, file])
      if (circle) return circle
    }
    harmless.add(file)
    return undefined
  }
  for (const file of needs.keys()) {
    const circle = from(file, [])
    if (circle) return circle
  }
  return undefined
}

/** `assets/staff.list-B252wCTy.js` is staff.list. */
const nameOf = ({ name }: Part) => basename(name).replace(/-[\w-]{8}\.js$/, '')

const hasModule = ({ modules }: Part, name: string) => modules.some((id) => /^(.*)\.tsx?$/.exec(basename(id))?.[1] === name)

async function bundleOf(draft: UserConfig): Promise<Rolldown.RolldownOutput['output']> {
  const settings = { ...draft.build, write: false, minify: false, cssMinify: false }
  const built = await build({ ...draft, configFile: false, logLevel: 'warn', build: settings })
  if (!('output' in built)) throw new Error('a client is one bundle')
  return built.output
}

/** The parts of a finished bundle. */
function partsOf(bundle: Rolldown.RolldownOutput['output']): Part[] {
  const chunks = bundle.filter((part) => part.type === 'chunk')
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const initial = new Set<string>()
  const waiting = chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName)
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (initial.has(file)) continue
    initial.add(file)
    waiting.push(...(byFile.get(file)?.imports ?? []))
  }
  return chunks.map((chunk) => ({
    name: chunk.fileName,
    bytes: Object.values(chunk.modules).reduce((sum, module) => sum + minifiedBytes(module), 0),
    modules: Object.keys(chunk.modules),
    needs: chunk.imports,
    calls: chunk.dynamicImports,
    kind: initial.has(chunk.fileName) ? 'initial' : chunk.isDynamicEntry ? 'lazy' : 'shared',
  }))
}

/** Comments are half of some libraries, and a drawing's preview is longer than the drawing. What others use of it stands: nothing is dropped. */
function minifiedBytes({ code }: Rolldown.RenderedModule): number {
  return code === null
    ? 0
    : minifySync('part.js', code, { module: true, compress: { unused: false }, mangle: { toplevel: true } }).code.length
}
