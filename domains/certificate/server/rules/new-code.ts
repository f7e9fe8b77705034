import { randomBytes } from 'node:crypto'

/** Letters that are not mistaken for digits when they are read aloud (Crockford). */
const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const codeLength = 16

/** 80 bits of chance: guessing leads nowhere. */
export function newCode(): string {
  return [...randomBytes(codeLength)].map((byte) => signs[byte & 31]).join('')
}

export const isCode = (text: string): boolean => /^[0-9A-HJKMNP-TV-Z]{16}$/.test(text)
