import { createHmac, timingSafeEqual } from 'node:crypto'

/** A text that only this deployment can have made. `use` keeps a token of one kind from serving as another. */
export function sealToken(secret: string, use: string, text: string): string {
  return `${text}-${macOf(secret, use, text)}`
}

/** The text of a token, or undefined when it is not ours. */
export function openToken(secret: string, use: string, token: string): string | undefined {
  const split = token.length - 44
  if (split < 1 || token[split] !== '-') return undefined
  const text = token.slice(0, split)
  const expected = Buffer.from(macOf(secret, use, text))
  const given = Buffer.from(token.slice(split + 1))
  return expected.length === given.length && timingSafeEqual(expected, given) ? text : undefined
}

function macOf(secret: string, use: string, text: string): string {
  return createHmac('sha256', secret).update(`${use}\n${text}`).digest('base64url')
}
