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
  expect(open(await encryptPassword('密码abc123!'))).toBe('密码abc123!')
  expect(open(await encryptInScript(spki, '密码abc123!'))).toBe('密码abc123!')
})
