import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { mendAntd } from './antd-mends.ts'

const api = process.env.KAOPEI_API ?? 'http://127.0.0.1:8080'

/** Writes .br and .gz beside every asset: the server sends them as they are. */
function precompress(): Plugin {
  const folder = join(import.meta.dirname, 'dist', 'assets')
  return {
    name: 'precompress',
    apply: 'build',
    closeBundle() {
      for (const name of readdirSync(folder)) {
        if (!/\.(js|css|svg)$/.test(name)) continue
        const bytes = readFileSync(join(folder, name))
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))
        writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }))
      }
    },
  }
}

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), mendAntd(), precompress()],
  html: { cspNonce: '__CSP_NONCE__' },
  // /docs/kit is in development builds only: `npm run dev`, or a build with KAOPEI_DOCS=1.
  define: { __KIT_DOCS__: JSON.stringify(process.env.KAOPEI_DOCS === '1') },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: ['chrome105', 'firefox110', 'safari15.4'],
    chunkSizeWarningLimit: 900,
    reportCompressedSize: false,
  },
  server: { proxy: { '/api': api, '/init': api, '/files': api } },
})
