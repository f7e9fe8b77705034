import { expect, test } from 'vitest'
import { hashPassword, isPassword } from './password-hash.ts'

test('a hash says what it is made by, and knows its password alone', async () => {
  const hash = await hashPassword('Morning-2026')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await isPassword(hash, 'Morning-2026')).toBe(true)
  expect(await isPassword(hash, 'morning-2026')).toBe(false)
  expect(await isPassword(null, 'Morning-2026')).toBe(false)
})

test('many at once each get their own answer', async () => {
  const words = Array.from({ length: 12 }, (_, index) => `Word-${index}-2026`)
  const hashes = await Promise.all(words.map((word) => hashPassword(word)))
  expect(new Set(hashes).size).toBe(12)
  const own = await Promise.all(words.map((word, index) => isPassword(hashes[index] ?? '', word)))
  const others = await Promise.all(words.map((word, index) => isPassword(hashes[(index + 1) % 12] ?? '', word)))
  expect([new Set(own), new Set(others)]).toEqual([new Set([true]), new Set([false])])
})

test('what is no hash is a fault of the row, and the next question is answered', async () => {
  await expect(isPassword('broken', 'Morning-2026')).rejects.toThrow()
  expect(await isPassword(await hashPassword('a'), 'a')).toBe(true)
})
