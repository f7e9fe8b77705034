import { type ChildProcess, spawn } from 'node:child_process'
import { afterEach, expect, test } from 'vitest'
import { Spares } from './spares.ts'

const made: ChildProcess[] = []
const heard = new Map<ChildProcess, string[]>()
/** Repeats every order to us. */
const script = `process.on('message', (order) => process.send(order.kind + (order.url ?? '')))`
const fork = () => {
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  made.push(child)
  heard.set(child, [])
  child.on('message', (text) => heard.get(child)?.push(String(text)))
  return child
}
const ordersOf = (index: number) => heard.get(made[index] ?? fork())
afterEach(() => {
  for (const child of made.splice(0)) child.kill('SIGKILL')
})

test('one that was made ready before the database was known takes over when it is told to', async () => {
  const spares = new Spares(fork, true)
  spares.warm()
  spares.warm()
  spares.setDatabase('postgresql://there')
  expect(spares.launch()).toBe(made[0])
  await expect.poll(() => ordersOf(0)).toEqual(['preparepostgresql://there', 'serve'])
  expect(made).toHaveLength(1)
  spares.keep()
  await expect.poll(() => ordersOf(1)).toEqual(['preparepostgresql://there'])
  expect(spares.launch()).toBe(made[1])
})

test('a spare that died is not handed out; without spares each launch makes its own', async () => {
  const spares = new Spares(fork, true)
  spares.setDatabase('x')
  spares.keep()
  made[0]?.kill('SIGKILL')
  await expect.poll(() => made[0]?.signalCode).toBe('SIGKILL')
  expect(spares.launch()).toBe(made[1])
  const without = new Spares(fork, false)
  without.setDatabase('x')
  without.keep()
  expect(made).toHaveLength(2)
  expect(without.launch()).toBe(made[2])
})

test('what was kept goes when everything stops', async () => {
  const spares = new Spares(fork, true)
  spares.warm()
  spares.stop()
  await expect.poll(() => made[0]?.signalCode).toBe('SIGTERM')
})
