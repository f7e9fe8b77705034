import type { Services } from '@kaopei/server'
import { openToken, sealToken } from './signed-token.ts'

export const filePath = '/files'
const linkUse = 'link'
const tokenShape = /^([0-9a-f]{32})([0-9a-f]{32})([0-9a-z]{6,9})$/
const anyLink = /\/files\/([0-9a-f]{64}[0-9a-z]{6,9}-[\w-]{43})/g
const anyKept = /\/files\/keep\/([0-9a-f-]{36})/g
const usualSeconds = 2 * 60 * 60
/** Expiries are rounded up to such steps: a page read twice shows the same address, and the browser its copy. */
const stepSeconds = 15 * 60

export interface FileAddress {
  readonly companyId: string
  readonly fileId: string
}

/** A relative, signed address that answers the file to whoever has it, until it expires. Make one only for somebody who may see the file. */
export function fileUrl(services: Pick<Services, 'secret'>, address: FileAddress, seconds = usualSeconds): string {
  const exact = Math.floor(Date.now() / 1000) + seconds
  const until = seconds >= stepSeconds ? Math.ceil(exact / stepSeconds) * stepSeconds : exact
  const text = `${hexOf(address.companyId)}${hexOf(address.fileId)}${until.toString(36).padStart(6, '0')}`
  return `${filePath}/${sealToken(services.secret, linkUse, text)}`
}

/** What a link's token names; undefined when it is not ours. */
export function readLinkToken(secret: string, token: string): (FileAddress & { readonly expiresAt: Date }) | undefined {
  const match = tokenShape.exec(openToken(secret, linkUse, token) ?? '')
  if (!match) return undefined
  const [, company = '', file = '', until = ''] = match
  return { companyId: uuidOf(company), fileId: uuidOf(file), expiresAt: new Date(Number.parseInt(until, 36) * 1000) }
}

/**
 * The file that an address given back by a client means. Only our own signed addresses of this company count, expired or not;
 * any other text (another host, another company, a path) is undefined, so nothing is ever fetched from elsewhere.
 */
export function fileIdOfUrl(services: Pick<Services, 'secret'>, companyId: string, url: string): string | undefined {
  const token = /^\/files\/([\w-]+)$/.exec(url)?.[1]
  const read = token === undefined ? undefined : readLinkToken(services.secret, token)
  return read?.companyId === companyId ? read.fileId : undefined
}

/** Rich text as it is kept: signed addresses become lasting references; references that nobody signed are taken out. */
export function keepFileLinks(services: Pick<Services, 'secret'>, companyId: string, html: string): string {
  return html.replace(anyKept, '').replace(anyLink, (_link, token: string) => {
    const read = readLinkToken(services.secret, token)
    return read?.companyId === companyId ? `${filePath}/keep/${read.fileId}` : ''
  })
}

/** Rich text as it is shown: lasting references become addresses that work for a while. */
export function signFileLinks(services: Pick<Services, 'secret'>, companyId: string, html: string, seconds?: number): string {
  return html.replace(anyKept, (_reference, fileId: string) => fileUrl(services, { companyId, fileId }, seconds))
}

function hexOf(uuid: string): string {
  return uuid.replaceAll('-', '').toLowerCase()
}

function uuidOf(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
