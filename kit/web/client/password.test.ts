import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { encryptInScript, encryptPassword } from './password.ts'
import { deployment, serve } from './test-server.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const spki = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const open = (sealed: string) =>
  privateDecrypt(
    { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    Buffer.from(sealed, 'base64'),
  ).toString()

afterEach(() => vi.unstubAllGlobals())

test('the server can open what the browser sealed, with its own crypto and without', async () => {
  const data = Object(deployment.data)
  serve({ '/init/assemblyInfo': { data: { ...data, publicKey: spki } } })
  const { p, n, t } = JSON.parse(open(await encryptPassword('密码abc123!')))
  expect(p).toBe('密码abc123!')
  // A copy of it is known by its nonce, and worth nothing after a while.
  expect(n).toMatch(/^.{22,}$/)
  expect(Math.abs(t - Date.parse(String(Object(deployment.data).serverTime)))).toBeLessThan(60_000)
  expect(open(await encryptInScript(spki, '密码abc123!'))).toBe('密码abc123!')
})

test('keys of other lengths and long passwords work, too long ones and broken keys are refused', async () => {
  const { publicKey: big, privateKey: opener } = generateKeyPairSync('rsa', { modulusLength: 3072 })
  const key = big.export({ type: 'spki', format: 'der' })
  const sealed = await encryptInScript(key.toString('base64'), '长'.repeat(100))
  const padding = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
  expect(privateDecrypt({ key: opener, ...padding }, Buffer.from(sealed, 'base64')).toString()).toBe('长'.repeat(100))
  await expect(encryptInScript(spki, '长'.repeat(100))).rejects.toThrow('does not fit')
  await expect(encryptInScript(spki.slice(0, 40), 'a')).rejects.toThrow('cut off')
})

test('the same password is sealed differently every time', async () => {
  expect(await encryptInScript(spki, 'abc')).not.toBe(await encryptInScript(spki, 'abc'))
})
