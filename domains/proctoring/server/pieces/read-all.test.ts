import { PassThrough, Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { headOf, readAll, release } from './read-all.ts'

const mostBytes = 10

test('a body is what came of it, however it was cut; none is no bytes', async () => {
  const read = await readAll(Readable.from([Buffer.from('ab'), Buffer.from('c')]), mostBytes)
  expect(read).toMatchObject({ sizeBytes: 3, sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad' })
  expect(await readAll(undefined, mostBytes)).toMatchObject({ sizeBytes: 0, chunks: [] })
})

test('what is too large is not read to its end, and what breaks off or has ended before is broken', async () => {
  expect(await readAll(Readable.from([Buffer.alloc(8), Buffer.alloc(8)]), mostBytes)).toBe('tooLarge')
  const broken = new PassThrough()
  const reading = readAll(broken, mostBytes)
  broken.write('a')
  broken.destroy()
  expect(await reading).toBe('broken')
  expect(await readAll(broken, mostBytes)).toBe('broken')
})

test('the first bytes are there also where they came one by one', () => {
  const bytes = Buffer.from('0123456789abcdefgh')
  const one = [...bytes].map((byte) => Buffer.from([byte]))
  expect([headOf([bytes]).subarray(0, 4).toString(), headOf(one).toString(), headOf([]).length]).toEqual([
    '0123',
    '0123456789abcdef',
    0,
  ])
})

test('memory that a chunk has to itself is given back at once, what it shares is let be', () => {
  const own = Buffer.from(new ArrayBuffer(4))
  const shared = Buffer.from('abcd').subarray(0, 2)
  release([own, shared])
  expect([own.length, own.buffer.detached, shared.toString()]).toEqual([0, true, 'ab'])
})
