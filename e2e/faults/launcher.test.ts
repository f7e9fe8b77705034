import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PersistentSitter } from '../../bench/persistent-sitter.ts'
import { Product } from '../../bench/product.ts'
import { freePort } from '../free-port.ts'

const folder = mkdtempSync(join(tmpdir(), 'kaopei-take-over-'))
let product: Product
let sitter: PersistentSitter
beforeAll(async () => {
  const prepared = await Product.prepare(folder, { port: await freePort(), people: 1 })
  product = prepared.product
  product.launch()
  await product.settled()
  const [person] = prepared.exam.candidates
  if (!person) throw new Error('the exam has a candidate')
  sitter = new PersistentSitter(product.port, person, prepared.exam.id)
  await sitter.begin()
}, 300_000)
afterAll(async () => {
  await sitter?.end()
  await product?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const savedSince = (moment: number) =>
  expect.poll(() => (sitter.acknowledged.at(-1)?.askedAt ?? 0) > moment, { timeout: 60_000 }).toBe(true)

test('a killed server is followed by the one that stood by', async () => {
  const former = product.serverPid ?? 0
  const standingBy = product.serverPids().filter((pid) => pid !== former)
  expect(standingBy).toHaveLength(1)
  process.kill(former, 'SIGKILL')
  await savedSince(performance.now())
  expect(standingBy).toEqual([product.serverPid])
  await product.settled()
})

test('a killed launcher leaves a server and a database that serve on until the next launcher takes over', async () => {
  const before = { server: product.serverPid ?? 0, database: product.databasePid }
  process.kill(product.launcherPid, 'SIGKILL')
  await savedSince(performance.now())
  expect(product.serverPid).toBe(before.server)
  product.launch()
  await product.settled([before.server])
  await savedSince(performance.now())
  expect(product.databasePid).toBe(before.database)
  await expect.poll(() => isAlive(before.server), { timeout: 30_000 }).toBe(false)
  await savedSince(performance.now())
})

test('everything killed at once comes back by itself, with every acknowledged answer', async () => {
  for (const pid of product.allPids()) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  const acknowledged = sitter.lastRev
  product.launch()
  await product.settled()
  await savedSince(performance.now())
  expect(sitter.lastRev).toBeGreaterThan(acknowledged)
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
