import { assemblyInfo } from './assembly-info.ts'
import { serverNow } from './clock.ts'

// What fits under a key of 2048 bits.
const mostBytes = 190

/** base64 RSA-OAEP (SHA-256) of the password, with a nonce and the time, under the deployment's key: good for one use. Nothing but this leaves the browser. */
export async function encryptPassword(typed: string): Promise<string> {
  const { publicKey } = await assemblyInfo()
  const password = enveloped(typed)
  // `crypto.subtle` is typed as always there, but is missing outside secure contexts.
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle
  return subtle ? encryptNatively(subtle, publicKey, password) : encryptInScript(publicKey, password)
}

function enveloped(password: string): string {
  const nonce = textOf(crypto.getRandomValues(new Uint8Array(16)))
  const envelope = JSON.stringify({ p: password, n: nonce, t: Math.round(serverNow()) })
  return new TextEncoder().encode(envelope).length <= mostBytes ? envelope : password
}

async function encryptNatively(subtle: SubtleCrypto, publicKey: string, password: string): Promise<string> {
  const key = await subtle.importKey('spki', bytesOf(publicKey), { name: 'RSA-OAEP', hash: 'SHA-256' }, false, ['encrypt'])
  const sealed = await subtle.encrypt({ name: 'RSA-OAEP' }, key, new TextEncoder().encode(password))
  return textOf(new Uint8Array(sealed))
}

export async function encryptInScript(publicKey: string, password: string): Promise<string> {
  const { sealWithRsa } = await import('./rsa-oaep.ts')
  return textOf(sealWithRsa(bytesOf(publicKey), new TextEncoder().encode(password)))
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
const textOf = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
