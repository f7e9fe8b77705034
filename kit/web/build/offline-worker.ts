import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'

/** Gives a client's build a name that its page knows (`kaopei-build`), and the service worker that keeps exactly this build. */
export function offlineWorker({ root, base }: { root: string; base: string }): Plugin {
  let version = ''
  return {
    name: 'offline-worker',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const names = Object.keys(bundle).filter((name) => !name.endsWith('.html'))
        version = createHash('sha256').update(names.sort().join('\n')).digest('hex').slice(0, 16)
        return [{ tag: 'meta', attrs: { name: 'kaopei-build', content: version }, injectTo: 'head' }]
      },
    },
    async closeBundle() {
      const names = await readdir(join(root, 'dist', 'assets'))
      const files = names.filter((name) => !/\.(br|gz)$/.test(name)).map((name) => `${base}assets/${name}`)
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
