import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import type { Plugin, UserConfig } from 'vite'
import { offlineWorker } from './offline-worker.ts'
import { plannedChunks, type ScreenFiles, startGroup } from './planned-chunks.ts'
import { type PreloadedScreens, screenPreloads } from './screen-preloads.ts'
import { withoutEnglish } from './without-english.ts'
import { withoutEval } from './without-eval.ts'
import { withoutJsonSchemas } from './without-json-schemas.ts'

export interface ClientOptions {
  /** The app's folder. */
  readonly root: string
  /** Where the server shows it. */
  readonly base: string
  readonly plugins?: readonly Plugin[]
  /** It starts without network too (kit/web/offline). */
  readonly isOffline?: boolean
  readonly define?: Readonly<Record<string, string>>
  /** Its screens are loaded on demand; what they share goes into few files. */
  readonly screens?: ScreenFiles & Pick<PreloadedScreens, 'screens'>
}

/** How both browser clients are built and served while they are written. */
export function clientConfig(options: ClientOptions): UserConfig {
  const { root, base, screens, isOffline = false } = options
  const config = configOf(options, screens ? [] : [initialGroup])
  const finish = [
    screens && plannedChunks(configOf(options, [initialGroup]), screens),
    screens && screenPreloads(screens),
    precompress(join(root, 'dist', 'assets')),
    isOffline && offlineWorker({ root, base }),
  ]
  // All styles of a client with many screens are smaller than one part of the UI library, and one request.
  return { ...config, build: { ...config.build, cssCodeSplit: !screens }, plugins: [config.plugins, finish] }
}

const initialGroup = { ...startGroup, tags: ['$initial'] }

function configOf({ root, base, plugins = [], define }: ClientOptions, groups: (typeof startGroup)[]): UserConfig {
  const api = process.env.KAOPEI_API ?? 'http://127.0.0.1:8080'
  return {
    root,
    base,
    plugins: [react(), withoutJsonSchemas(), withoutEnglish(), withoutEval(), ...plugins],
    html: { cspNonce: '__CSP_NONCE__' },
    ...(define && { define }),
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      target: ['chrome105', 'firefox110', 'safari15.4'],
      chunkSizeWarningLimit: 900,
      reportCompressedSize: false,
      rolldownOptions: {
        // The UI library's parts say nothing about side effects and have none; without this a screen gets all of a part it uses one word of.
        treeshake: { moduleSideEffects: [{ test: /node_modules\/@rc-component\//, sideEffects: false }] },
        output: { codeSplitting: { groups } },
      },
    },
    server: { proxy: { '/api': api, '/init': api, '/files': api } },
  }
}

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Writes .br and .gz beside every asset: the server sends them as they are. */
function precompress(folder: string): Plugin {
  const compress = async (path: string) => {
    const bytes = await readFile(path)
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    }
    await Promise.all([
      toBrotli(bytes, { params }).then((packed) => writeFile(`${path}.br`, packed)),
      toGzip(bytes, { level: 9 }).then((packed) => writeFile(`${path}.gz`, packed)),
    ])
  }
  return {
    name: 'precompress',
    apply: 'build',
    async closeBundle() {
      // Where the build has failed there is nothing: its own error is the one to be read.
      const names = await readdir(folder).catch(() => [])
      await Promise.all(names.filter((name) => /\.(js|css|svg)$/.test(name)).map((name) => compress(join(folder, name))))
    },
  }
}
