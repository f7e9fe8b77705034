import { basename } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

interface Screen {
  readonly path: string
  readonly modules: readonly string[]
  readonly isBare: boolean
}

export interface PreloadedScreens {
  /** The code of each address. */
  readonly screens: () => Promise<readonly Screen[]>
  /** What stands around every screen that is not bare, and what comes after it by itself: modules by their names. */
  readonly frame: string
  readonly late: readonly string[]
}

/** Files by address, for the server that sends the page: what is needed at once, and what follows by itself. */
type Preloads = Readonly<Record<string, { readonly now: readonly string[]; readonly soon: readonly string[] }>>

/**
 * Writes down which files each address needs. The page announces them, so that a browser asks for all of them at once: otherwise it learns of the
 * screen only when the program has started, and of what follows only when the screen is drawn.
 */
export function screenPreloads(options: PreloadedScreens): Plugin {
  return {
    name: 'screen-preloads',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const preloads = preloadsOf(bundle, await options.screens(), options)
      this.emitFile({ type: 'asset', fileName: 'preloads.json', source: JSON.stringify(preloads) })
    },
  }
}

function preloadsOf(
  bundle: Rolldown.OutputBundle,
  screens: readonly Screen[],
  { frame, late }: Pick<PreloadedScreens, 'frame' | 'late'>,
): Preloads {
  const chunks = new Map(Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])))
  const fileOf = new Map([...chunks.values()].flatMap((chunk) => Object.keys(chunk.modules).map((id) => [id, chunk.fileName])))
  const called = (name: string) => [...fileOf].find(([id]) => basename(id).replace(/\.tsx?$/, '') === name)?.[1]
  const withNeeds = (files: readonly (string | undefined)[]) => {
    const found = new Set<string>()
    const waiting = files.filter((file) => file !== undefined)
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      if (found.has(file)) continue
      found.add(file)
      waiting.push(...(chunks.get(file)?.imports ?? []))
    }
    return found
  }
  const start = withNeeds([...chunks.values()].filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName))
  const entries = screens.map(({ path, modules, isBare }) => {
    const own = modules.map((id) => {
      const file = fileOf.get(id)
      if (file === undefined) throw new Error(`${id}, the screen of ${path}, is not in the bundle`)
      return file
    })
    const now = withNeeds(isBare ? own : [called(frame), ...own])
    const soon = isBare ? new Set<string>() : withNeeds(late.map(called))
    const files = {
      now: [...now].filter((file) => !start.has(file)),
      soon: [...soon].filter((file) => !start.has(file) && !now.has(file)),
    }
    return [path, files] as const
  })
  return Object.fromEntries(entries)
}
