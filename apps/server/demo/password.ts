import { randomInt } from 'node:crypto'

const letters = 'abcdefghijkmnpqrstuvwxyz'
const capitals = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const digits = '23456789'
const specials = '!@#$%^&*?.'

/** Twelve characters that satisfy the password rule and are not mistaken for one another. */
export function randomPassword(): string {
  const pick = (from: string, count: number) => Array.from({ length: count }, () => from[randomInt(from.length)] ?? '')
  const characters = [...pick(letters, 5), ...pick(capitals, 2), ...pick(digits, 4)]
  for (let index = characters.length - 1; index > 0; index--) {
    const other = randomInt(index + 1)
    const held = characters[index] ?? ''
    characters[index] = characters[other] ?? ''
    characters[other] = held
  }
  return `${characters.join('')}${pick(specials, 1)[0]}`
}
