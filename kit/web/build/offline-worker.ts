import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'

/**
 * Gives a client's build a name that its page knows (`kaopei-build`), and the service worker that keeps of exactly this build what the page starts
 * with. What is loaded on demand stays out: nobody's exam pays for the pages of other rooms.
 */
export function offlineWorker({ root, base }: { root: string; base: string }): Plugin {
  let version = ''
  let files: string[] = []
  return {
    name: 'offline-worker',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const names = Object.keys(bundle).filter((name) => !name.endsWith('.html'))
        files = startOf(bundle).map((name) => `${base}${name}`)
        version = createHash('sha256').update(names.sort().join('\n')).digest('hex').slice(0, 16)
        return [{ tag: 'meta', attrs: { name: 'kaopei-build', content: version }, injectTo: 'head' }]
      },
    },
    async closeBundle() {
      await build({
        configFile: false,
        root,
        logLevel: 'warn',
        define: { __OFFLINE__: JSON.stringify({ version, scope: base, files }) },
        build: {
          outDir: 'dist',
          emptyOutDir: false,
          copyPublicDir: false,
          target: ['chrome105', 'firefox110', 'safari15.4'],
          lib: {
            entry: join(import.meta.dirname, '..', 'offline', 'worker.ts'),
            formats: ['iife'],
            name: 'worker',
            fileName: () => 'sw.js',
          },
        },
      })
    },
  }
}

/** The entries with everything that they import at once: code, styles, drawings. */
function startOf(bundle: Rolldown.OutputBundle): string[] {
  const found = new Set<string>()
  const waiting = Object.values(bundle).flatMap((part) => (part.type === 'chunk' && part.isEntry ? part.fileName : []))
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue
    found.add(name)
    const part = bundle[name]
    if (part?.type !== 'chunk') continue
    const { importedCss = [], importedAssets = [] } = part.viteMetadata ?? {}
    waiting.push(...part.imports, ...importedCss, ...importedAssets)
  }
  return [...found].sort()
}
