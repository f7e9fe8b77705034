import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const files = globSync('{kit/web,domains/*/{console,candidate},apps/{console,candidate}}/**/*.{ts,tsx}', { cwd: root })

test('no style hangs on a file that only passes on others: the bundler goes past such a file, and the style would be missing', () => {
  const importing = files.filter((file) => /^import '.*\.css'$/m.test(readFileSync(join(root, file), 'utf8')))
  expect(importing.length).toBeGreaterThan(5)
  const passing = importing.filter((file) => {
    const code = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
    const own = code.replace(/^(import|export) ([^;'{]*|\{[^}]*\}|type \{[^}]*\}) ?(from )?'[^']*'$/gm, '')
    return own.trim() === ''
  })
  expect(passing).toEqual([])
})
