import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')
const clients = ['console', 'candidate'] as const
const sources = [
  'kit/{web,contract}/**/*.{ts,tsx,css}',
  'domains/*/{contract,console,candidate}/**/*.{ts,tsx,css}',
  'package-lock.json',
]

/** Builds the browser clients whose sources changed since their last build. Throws with the builder's own output when one fails. */
export function buildClients(log: (text: string) => void): void {
  for (const client of clients) {
    const folder = join(root, 'apps', client)
    const stampFile = join(folder, 'dist', '.stamp')
    const stamp = (process.env.KAOPEI_DOCS ?? '') + stampOf([...sources, `apps/${client}/**/*.{ts,tsx,css,html}`])
    if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) continue
    log(`正在构建${client === 'console' ? '管理控制台' : '考生端'}……`)
    const built = spawnSync('node', [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, NODE_ENV: 'production', PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH ?? ''}` },
    })
    if (built.status !== 0) throw new Error(`${client} 构建失败：\n${built.stdout}\n${built.stderr}`)
    writeFileSync(stampFile, stamp)
  }
}

function stampOf(patterns: readonly string[]): string {
  const hash = createHash('sha256')
  const skipped = (name: string) => /(^|\/)(node_modules|dist)(\/|$)/.test(name)
  const files = patterns
    .flatMap((pattern) => globSync(pattern, { cwd: root, exclude: skipped }))
    .filter((file) => !/\.test\.tsx?$/.test(file))
  for (const file of [...new Set(files)].sort()) hash.update(`${file}\n`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

if (import.meta.main) buildClients(console.log)
