import { randomBytes } from 'node:crypto'

let last = 0n

/** UUIDv7; later ones of this process sort behind earlier ones, so that people of one import keep the file's order. */
export function newId(): string {
  const random = randomBytes(10)
  const now = BigInt(Date.now()) << 12n
  last = now > last ? now : last + 1n
  const head = last.toString(16).padStart(15, '0')
  const variant = ((random[0] ?? 0) & 0x3f) | 0x80
  const tail = variant.toString(16).padStart(2, '0') + random.toString('hex', 1, 8)
  return `${head.slice(0, 8)}-${head.slice(8, 12)}-7${head.slice(12, 15)}-${tail.slice(0, 4)}-${tail.slice(4, 16)}`
}
