/**
 * Addresses of recordings, of our own and soon over. Whoever has one gets the bytes until it ends, so one is made only for somebody who has said why they
 * look (`proctoring.look` keeps it). It names the viewer: each fetch is on record (`proctoring.sight`).
 */
import { openToken, sealToken } from '@kaopei/files/server'
import { databaseNow, type Services } from '@kaopei/server'
import { piecePath } from '../pieces/piece-address.ts'

const lookUse = 'evidenceLook'
/** Expiries are rounded up to such steps: a page read twice shows the same address, and the browser its copy. */
const stepSeconds = 15 * 60

export function evidenceUrl({ secret }: Pick<Services, 'secret'>, key: string, viewerId: string): string {
  const now = databaseNow().getTime() / 1000
  const until = (Math.floor(now / stepSeconds) + 2) * stepSeconds
  return `${piecePath}/${sealToken(secret, lookUse, `${until.toString(36)}/${viewerId}/${key}`)}`
}

export type OpenedLink = { readonly key: string; readonly viewerId: string; readonly isOver: boolean }

export function readEvidenceToken(secret: string, token: string): OpenedLink | undefined {
  const text = openToken(secret, lookUse, token)
  const [, until = '', viewerId = '', key] = /^([0-9a-z]{6,9})\/([0-9a-f-]{36})\/(.+)$/.exec(text ?? '') ?? []
  if (key === undefined) return undefined
  return { key, viewerId, isOver: Number.parseInt(until, 36) * 1000 <= databaseNow().getTime() }
}
