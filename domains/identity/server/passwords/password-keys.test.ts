import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { loadPasswordKeys } from './password-keys.ts'

const root = mkdtempSync(join(tmpdir(), 'kaopei-keys-'))
afterAll(() => rmSync(root, { recursive: true }))

function encrypt(publicKey: string, text: string, oaepHash = 'sha256'): string {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), type: 'spki', format: 'der' })
  return publicEncrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash }, Buffer.from(text)).toString('base64')
}

test('the key is made once, readable by its owner alone, and stays', () => {
  const dataDir = join(root, 'data')
  const first = loadPasswordKeys({ dataDir })
  const second = loadPasswordKeys({ dataDir })
  expect(second.publicKey).toBe(first.publicKey)
  expect(statSync(join(dataDir, 'password-key.pem')).mode & 0o777).toBe(0o600)
  expect(second.decrypt(encrypt(first.publicKey, '密码 abc1!'))).toBe('密码 abc1!')
})

test('a key from the environment is used, also on one line', () => {
  const pem = readFileSync(join(root, 'data', 'password-key.pem'), 'utf8').replaceAll('\n', '\\n')
  const keys = loadPasswordKeys({ dataDir: join(root, 'unused'), pem })
  expect(keys.publicKey).toBe(loadPasswordKeys({ dataDir: join(root, 'data') }).publicKey)
})

test('what was not encrypted for this key, or by another hash, is nothing', () => {
  const keys = loadPasswordKeys({ dataDir: join(root, 'data') })
  const other = loadPasswordKeys({ dataDir: join(root, 'other') })
  expect(keys.decrypt('plain')).toBeUndefined()
  expect(keys.decrypt(encrypt(other.publicKey, 'x'))).toBeUndefined()
  expect(keys.decrypt(encrypt(keys.publicKey, 'x', 'sha1'))).toBeUndefined()
})
