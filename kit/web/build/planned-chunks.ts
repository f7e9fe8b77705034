import { basename } from 'node:path'
import { build, type Plugin, type Rolldown, type UserConfig } from 'vite'
import { type Part, planChunks } from './chunk-plan.ts'

export interface ScreenFiles {
  /** Files of code that a screen loads at most, beside what every page starts with. */
  readonly most: number
  /** By the names of files as they are written: `staff.list`. */
  readonly isScreen: RegExp
  /** What stands around every screen but the first. */
  readonly frame: string
  readonly first: string
}

/** What every page starts with is taken before the plan has its turn. */
export const basePriority = 10_000

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
      })
      if (!parts.some((part) => isCalled(part, screens.first))) throw new Error(`no screen is called ${screens.first}`)
      const groups = plan.map((together, place) => groupOf(together, plan.length - place))
      return { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } }
    },
  }
}

function groupOf(together: readonly Part[], priority: number) {
  const modules = new Set(together.flatMap((part) => part.modules))
  const [largest] = together.toSorted((one, other) => other.bytes - one.bytes)
  return { name: largest ? nameOf(largest) : 'shared', test: (id: string) => modules.has(id), priority }
}

/** `assets/staff.list-B252wCTy.js` is staff.list. */
const nameOf = ({ name }: Part) => basename(name).replace(/-[\w-]{8}\.js$/, '')

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
    bytes: Object.values(chunk.modules).reduce((sum, { renderedLength }) => sum + renderedLength, 0),
    modules: Object.keys(chunk.modules),
    needs: chunk.imports,
    kind: initial.has(chunk.fileName) ? 'initial' : chunk.isDynamicEntry ? 'lazy' : 'shared',
  }))
}
