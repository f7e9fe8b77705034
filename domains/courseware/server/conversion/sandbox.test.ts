import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { confine } from './sandbox.ts'
import { findTools } from './tools.ts'

test('what runs confined comes last, also where processors are shared out by session', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kaopei-sandbox-'))
  const source = join(folder, 'source')
  writeFileSync(source, '')
  const { bwrap } = await findTools()
  const asked = 'nice; cat /proc/self/autogroup 2>/dev/null; exit 0'
  const confined = confine({ bwrap, isUnsandboxed: false }, '/usr/bin/env', { source, sourceName: 'source', folder }, () => [
    ...['sh', '-c', asked],
  ])
  if (!confined) throw new Error('the machine has no sandbox')
  const [own, ofSession] = execFileSync(confined.command, confined.args, { encoding: 'utf8' }).trim().split('\n')
  expect(own).toBe('19')
  if (existsSync('/proc/self/autogroup')) expect(ofSession).toMatch(/ nice 19$/)
})
