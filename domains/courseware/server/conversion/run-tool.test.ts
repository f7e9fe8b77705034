import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runTool } from './run-tool.ts'
import { findTools, type Tools } from './tools.ts'

const folder = mkdtempSync(join(tmpdir(), 'kaopei-run-tool-'))
const source = join(folder, 'source')
writeFileSync(source, '')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A script in the place of a program, confined as that; answers what it printed. */
async function run(script: string, silentSeconds: number, tools: Partial<Tools> = {}): Promise<string[]> {
  const lines: string[] = []
  await runTool({
    tools: { ...(await findTools()), ffmpeg: '/usr/bin/sh', ...tools },
    program: 'ffmpeg',
    confinement: { source, sourceName: 'source', folder },
    args: () => ['-c', script],
    signal: new AbortController().signal,
    onLine: (line) => {
      lines.push(line)
      return false
    },
    silentSeconds,
  })
  return lines
}

test('whoever takes more memory than one program may have ends with what to do about it', async () => {
  const takes = (bytes: number) =>
    run(`head -c ${bytes} /dev/zero | tail -n 1 > /dev/null && echo whole`, 60, { memoryBytes: 64 * 1024 ** 2 })
  expect(await takes(8 * 1024 ** 2)).toEqual(['whole'])
  await expect(takes(256 * 1024 ** 2)).rejects.toMatchObject({ kind: 'noMemory', text: expect.stringContaining('内存') })
})

test('what runs confined comes late, also where processors are shared out by session, and nobody with it', async () => {
  expect(await run('nice', 60)).toEqual(['19'])
  if (!existsSync('/proc/self/autogroup')) return
  // An unprivileged worker may have to ask again.
  const asked = 'until grep " nice 10$" /proc/self/autogroup; do sleep 0.1; done'
  expect(await run(asked, 60)).toHaveLength(1)
  expect(readFileSync('/proc/self/autogroup', 'utf8')).not.toContain('nice 10')
})

test.each([
  ['hangs', 'sleep 1000'],
  ['turns in circles', 'while :; do :; done'],
  ['talks without getting anywhere', 'while :; do echo again; done'],
])('what %s is given up', async (_, script) => {
  await expect(run(script, 0.2)).rejects.toMatchObject({ kind: 'timedOut' })
})

test('without the sandbox as well, nothing is left of what is given up: neither the program nor what it has started', async () => {
  const mark = `${process.pid}.${Date.now() % 100_000}`
  await expect(run(`sleep 1000${mark} & wait`, 0.2, { bwrap: undefined, isUnsandboxed: true })).rejects.toMatchObject({
    kind: 'timedOut',
  })
  expect(execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })).not.toContain(`sleep 1000${mark}`)
}, 20_000)
