import { assemblyInfo } from './assembly-info.ts'

/** base64 RSA-OAEP (SHA-256) of the UTF-8 password under the deployment's key. Nothing but this leaves the browser. */
export async function encryptPassword(password: string): Promise<string> {
  const { publicKey } = await assemblyInfo()
  // `crypto.subtle` is typed as always there, but is missing outside secure contexts.
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle
  return subtle ? encryptNatively(subtle, publicKey, password) : encryptInScript(publicKey, password)
}

async function encryptNatively(subtle: SubtleCrypto, publicKey: string, password: string): Promise<string> {
  const spki = Uint8Array.from(atob(publicKey), (character) => character.charCodeAt(0))
  const key = await subtle.importKey('spki', spki, { name: 'RSA-OAEP', hash: 'SHA-256' }, false, ['encrypt'])
  const sealed = await subtle.encrypt({ name: 'RSA-OAEP' }, key, new TextEncoder().encode(password))
  return btoa(String.fromCharCode(...new Uint8Array(sealed)))
}

export async function encryptInScript(publicKey: string, password: string): Promise<string> {
  const { default: forge } = await import('node-forge')
  const key = forge.pki.publicKeyFromPem(`-----BEGIN PUBLIC KEY-----\n${publicKey}\n-----END PUBLIC KEY-----`)
  const sealed = key.encrypt(forge.util.encodeUtf8(password), 'RSA-OAEP', { md: forge.md.sha256.create() })
  return forge.util.encode64(sealed)
}
