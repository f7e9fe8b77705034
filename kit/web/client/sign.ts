import { signatureText } from '@kaopei/contract'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** Lower-case hex of HMAC-SHA256. Not WebCrypto: that is missing on plain http addresses, where exams are sat too. */
export function signCall(key: string, call: { method: string; url: string; timestamp: string; body: unknown }): string {
  return bytesToHex(hmac(sha256, utf8ToBytes(key), utf8ToBytes(signatureText(call))))
}
