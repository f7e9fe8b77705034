import { type ChildProcess, spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { NeverCameUp, supervise } from './supervisor.ts'

const run = (script: string) => spawn(process.execPath, ['-e', script], { stdio: 'ignore' })
const living = () => run('setInterval(() => undefined, 1000)')
const dying = () => run('process.exit(7)')
const impatient = { settledMs: 0, pauseMs: 1, longestPauseMs: 4 }
const settled = { settledMs: 60_000, pauseMs: 1, longestPauseMs: 4 }

/** Launches the given processes one after another, and then the last one again and again. */
function inTurn(...launches: (() => ChildProcess)[]) {
  const children: ChildProcess[] = []
  const launch = () => {
    const next = launches[Math.min(children.length, launches.length - 1)] ?? living
    const child = next()
    children.push(child)
    return child
  }
  return { children, launch }
}

test('a process that does not come up the first time ends the start, and stops the others', async () => {
  const other = inTurn(living)
  const { done } = supervise(
    [
      { name: 'worker', launch: other.launch },
      { name: 'server', launch: inTurn(dying).launch },
    ],
    () => undefined,
    settled,
  )
  await expect(done).rejects.toThrow(NeverCameUp)
  await expect.poll(() => other.children[0]?.signalCode).toBe('SIGTERM')
})

test('one that has come up is started again however often it dies, and the other never notices', async () => {
  const warnings: string[] = []
  const server = inTurn(dying, dying, dying, dying, living)
  const worker = inTurn(living)
  const parts = [
    { name: 'server', launch: server.launch },
    { name: 'worker', launch: worker.launch },
  ]
  const { done, stop } = supervise(parts, (text) => warnings.push(text), impatient)
  await expect.poll(() => server.children.length, { timeout: 10_000 }).toBe(5)
  expect(worker.children).toHaveLength(1)
  expect(warnings).toHaveLength(4)
  stop()
  await done
  for (const child of [server.children[4], worker.children[0]]) expect(child?.signalCode).toBe('SIGTERM')
})

test('asked a second time, those that take their time are asked again', async () => {
  const child = spawn(
    process.execPath,
    [
      '-e',
      "let asked = 0; process.on('SIGTERM', () => { process.send('asked'); if (++asked === 2) process.exit(1) }); setInterval(() => undefined, 1000); process.send('up')",
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
  )
  const heard = (text: string) =>
    new Promise<void>((resolve) => {
      child.on('message', (message) => message === text && resolve())
    })
  const isUp = heard('up')
  const { done, stop } = supervise([{ name: 'server', launch: () => child }], () => undefined, impatient)
  await isUp
  const isAsked = heard('asked')
  stop()
  await isAsked
  stop()
  await done
  expect(child.exitCode).toBe(1)
})
