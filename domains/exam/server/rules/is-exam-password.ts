import { createHash, timingSafeEqual } from 'node:crypto'

/** Compared by their hashes: how long it takes does not tell how long the password is. An exam that has lost its password lets nobody in. */
export function isExamPassword(kept: string, given: string): boolean {
  const hashed = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hashed(kept), hashed(given)) && kept !== ''
}
