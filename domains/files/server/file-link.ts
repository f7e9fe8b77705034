/**
 * Signed addresses of files. Whoever has one gets the file until it ends, so one is made only for somebody who may see the file. There are
 * two kinds: an address of a file, and an address of a picture in a text. The second opens pictures alone, whatever file it names, and may
 * carry the mark of the person for whom it was made: only that person may put it into a text of theirs.
 */
import { createHmac } from 'node:crypto'
import { databaseNow, type Services } from '@kaopei/server'
import type { Grant } from './link-grants.ts'
import { openToken, sealToken } from './signed-token.ts'

export const filePath = '/files'
const linkUse = 'link'
const pictureUse = 'picture'
/** Behind the end, where the right rests on a grant, its company and id. */
const tokenShape = /^([0-9a-f]{32})([0-9a-f]{32})([0-9a-z]{6,9})(?:_([0-9a-f]{32})([0-9a-f]{32}))?$/
const usualSeconds = 2 * 60 * 60
/** Expiries are rounded up to such steps: a page read twice shows the same address, and the browser its copy. */
const stepSeconds = 15 * 60
const markLength = 16

type Secret = Pick<Services, 'secret'>

export interface FileAddress {
  readonly companyId: string
  readonly fileId: string
}

export interface FileLink extends FileAddress {
  readonly expiresAt: Date
  readonly isPicture: boolean
  /** Of whom it was made for; empty: of nobody in particular. */
  readonly mark: string
  /** Whether it still holds is asked at each use. */
  readonly grant?: { readonly companyId: string; readonly id: string }
}

/** A relative, signed address that answers the file to whoever has it, until it expires. `grant`: what the right rests on, which it never outlives. */
export function fileUrl(services: Secret, address: FileAddress, seconds = usualSeconds, grant?: Grant): string {
  return `${filePath}/${sealToken(services.secret, linkUse, textOf(address, seconds, grant))}`
}

/** The same for a picture in a text. `holderId`: the person who gets it may write it into a text again. */
export function pictureUrl(
  services: Secret,
  address: FileAddress,
  {
    seconds = usualSeconds,
    holderId,
    grant,
  }: { seconds?: number | undefined; holderId?: string | undefined; grant?: Grant | undefined } = {},
): string {
  const mark = holderId === undefined ? '' : markOf(services, address.companyId, holderId)
  return `${filePath}/${sealToken(services.secret, `${pictureUse}.${mark}`, textOf(address, seconds, grant))}.${mark}`
}

/** What a link's token names; undefined when it is not ours. */
export function readLinkToken(secret: string, token: string): FileLink | undefined {
  const dot = token.lastIndexOf('.')
  const mark = dot < 0 ? '' : token.slice(dot + 1)
  const sealed = dot < 0 ? token : token.slice(0, dot)
  const match = tokenShape.exec(openToken(secret, dot < 0 ? linkUse : `${pictureUse}.${mark}`, sealed) ?? '')
  if (!match) return undefined
  const [, company = '', file = '', until = '', grantCompany, grantId] = match
  const expiresAt = new Date(Number.parseInt(until, 36) * 1000)
  const grant = grantCompany && grantId ? { companyId: uuidOf(grantCompany), id: uuidOf(grantId) } : undefined
  return { companyId: uuidOf(company), fileId: uuidOf(file), expiresAt, isPicture: dot >= 0, mark, ...(grant && { grant }) }
}

/** When an address of ours ends, for tests. */
export function endOfFileUrl(services: Secret, companyId: string, url: string): Date | undefined {
  return readFileUrl(services, companyId, url)?.expiresAt
}

/** What an address given back by a client says; any other text (another host, another company, a path) says nothing. */
export function readFileUrl(services: Secret, companyId: string, url: string): FileLink | undefined {
  const token = /^\/files\/([\w.-]+)$/.exec(url)?.[1]
  const read = token === undefined ? undefined : readLinkToken(services.secret, token)
  return read?.companyId === companyId ? read : undefined
}

/** The file that an address of ours names, for tests: it says nothing of who may have the file. */
export function fileIdOfUrl(services: Secret, companyId: string, url: string): string | undefined {
  return readFileUrl(services, companyId, url)?.fileId
}

/** Tells one person's addresses from another's and says nothing about them. */
export function markOf({ secret }: Secret, companyId: string, holderId: string): string {
  return createHmac('sha256', secret).update(`holder\n${companyId}\n${holderId}`).digest('base64url').slice(0, markLength)
}

function textOf({ companyId, fileId }: FileAddress, seconds: number, grant?: Grant): string {
  const exact = Math.floor(databaseNow().getTime() / 1000) + seconds
  const usual = seconds >= stepSeconds ? Math.ceil(exact / stepSeconds) * stepSeconds : exact
  const until = grant?.until ? Math.min(usual, Math.floor(grant.until.getTime() / 1000)) : usual
  const rests = grant ? `_${hexOf(grant.companyId)}${hexOf(grant.id)}` : ''
  return `${hexOf(companyId)}${hexOf(fileId)}${until.toString(36).padStart(6, '0')}${rests}`
}

function hexOf(uuid: string): string {
  return uuid.replaceAll('-', '').toLowerCase()
}

function uuidOf(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
