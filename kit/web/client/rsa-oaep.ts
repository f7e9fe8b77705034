import { sha256 } from '@noble/hashes/sha2.js'

/*
 * RSA-OAEP with SHA-256 (RFC 8017, 7.1.1) under a public key, for pages without `crypto.subtle`: plain http on a LAN. Only sealing, so no secret
 * exponent is ever here.
 */

interface PublicKey {
  readonly modulus: bigint
  readonly exponent: bigint
  readonly sizeBytes: number
}

const hashBytes = 32

/** The message under the key of a DER-coded SubjectPublicKeyInfo. Throws when it is too long for the key. */
export function sealWithRsa(spki: Uint8Array, message: Uint8Array): Uint8Array {
  const { modulus, exponent, sizeBytes } = readPublicKey(spki)
  const block = paddedBlock(message, sizeBytes)
  return bytesOf(powerMod(numberOf(block), exponent, modulus), sizeBytes)
}

/** 0x00 ‖ masked seed ‖ masked (hash of the empty label ‖ zeros ‖ 0x01 ‖ message). */
function paddedBlock(message: Uint8Array, sizeBytes: number): Uint8Array {
  const room = sizeBytes - 2 * hashBytes - 2
  if (message.length > room) throw new RangeError(`a message of ${message.length} bytes does not fit, there is room for ${room}`)
  const data = new Uint8Array(sizeBytes - hashBytes - 1)
  data.set(sha256(new Uint8Array()))
  data[data.length - message.length - 1] = 1
  data.set(message, data.length - message.length)
  const seed = crypto.getRandomValues(new Uint8Array(hashBytes))
  const maskedData = xored(data, mask(seed, data.length))
  const block = new Uint8Array(sizeBytes)
  block.set(xored(seed, mask(maskedData, hashBytes)), 1)
  block.set(maskedData, 1 + hashBytes)
  return block
}

/** MGF1. */
function mask(seed: Uint8Array, length: number): Uint8Array {
  const out = new Uint8Array(Math.ceil(length / hashBytes) * hashBytes)
  for (let counter = 0; counter * hashBytes < length; counter += 1) {
    const input = new Uint8Array(seed.length + 4)
    input.set(seed)
    new DataView(input.buffer).setUint32(seed.length, counter)
    out.set(sha256(input), counter * hashBytes)
  }
  return out.subarray(0, length)
}

function xored(one: Uint8Array, other: Uint8Array): Uint8Array {
  return one.map((byte, index) => byte ^ (other[index] ?? 0))
}

function powerMod(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n
  let square = base % modulus
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus
    square = (square * square) % modulus
  }
  return result
}

function numberOf(bytes: Uint8Array): bigint {
  return bytes.reduce((number, byte) => (number << 8n) | BigInt(byte), 0n)
}

function bytesOf(number: bigint, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let rest = number
  for (let index = length - 1; index >= 0; index -= 1) {
    bytes[index] = Number(rest & 0xffn)
    rest >>= 8n
  }
  return bytes
}

/** SEQUENCE { algorithm, BIT STRING { SEQUENCE { modulus, exponent } } } */
function readPublicKey(spki: Uint8Array): PublicKey {
  const outer = readParts(contentOf(spki, 0x30))
  const bits = outer[1]
  // The first byte of a bit string counts its unused bits.
  if (bits?.tag !== 0x03 || bits.content[0] !== 0) throw new TypeError('this is no public key')
  const [modulus, exponent] = readParts(contentOf(bits.content.subarray(1), 0x30))
  if (modulus?.tag !== 0x02 || exponent?.tag !== 0x02) throw new TypeError('this is no RSA key')
  const number = numberOf(modulus.content)
  return { modulus: number, exponent: numberOf(exponent.content), sizeBytes: Math.ceil(number.toString(2).length / 8) }
}

interface Part {
  readonly tag: number
  readonly content: Uint8Array
}

function contentOf(bytes: Uint8Array, tag: number): Uint8Array {
  const [part] = readParts(bytes)
  if (part?.tag !== tag) throw new TypeError('this is no public key')
  return part.content
}

/** The DER values that stand one after the other. */
function readParts(bytes: Uint8Array): readonly Part[] {
  const parts: Part[] = []
  for (let at = 0; at < bytes.length; ) {
    const tag = bytes[at] ?? 0
    const first = bytes[at + 1] ?? 0
    const lengthBytes = first < 0x80 ? 0 : first & 0x7f
    const length = lengthBytes === 0 ? first : Number(numberOf(bytes.subarray(at + 2, at + 2 + lengthBytes)))
    const start = at + 2 + lengthBytes
    if (start + length > bytes.length) throw new TypeError('the key is cut off')
    parts.push({ tag, content: bytes.subarray(start, start + length) })
    at = start + length
  }
  return parts
}
