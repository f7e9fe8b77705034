import { type Grant, openToken, sealToken } from '@kaopei/files/server'
import { databaseNow, type Services } from '@kaopei/server'

declare module '@kaopei/server' {
  interface Services {
    /** Where packages are run, apart from the product; undefined: this process shows none. */
    readonly contents?: ContentOrigin
  }
}

/** Known once the second port is open. */
export interface ContentOrigin {
  /** `https://content.example.com`, or `:8081` on whatever host the product itself was opened from; undefined: it could not be opened. */
  readonly address: () => string | undefined
}

/** A package loads its files for as long as it is open. */
const packageSeconds = 12 * 3600
const packageUse = 'package'
const tokenShape = /^([0-9a-f]{32})([0-9a-f]{32})([0-9a-z]{6,9})(?:_([0-9a-f]{32})([0-9a-f]{32}))?$/

export interface PackageAddress {
  readonly companyId: string
  readonly versionId: string
}

export interface PackageLink extends PackageAddress {
  /** Whether it still holds is asked at each use. */
  readonly grant?: { readonly companyId: string; readonly id: string }
}

/** Lets whoever has it read this package's files for half a day, and no longer than `grant` holds; made for those alone who may learn with it. */
export function packageToken(
  { secret }: Pick<Services, 'secret'>,
  { companyId, versionId }: PackageAddress,
  grant?: Grant,
): string {
  const usual = databaseNow().getTime() + packageSeconds * 1000
  const until = Math.floor(Math.min(usual, grant?.until?.getTime() ?? usual) / 1000)
  const rests = grant ? `_${hexOf(grant.companyId)}${hexOf(grant.id)}` : ''
  return sealToken(secret, packageUse, `${hexOf(companyId)}${hexOf(versionId)}${until.toString(36)}${rests}`)
}

/** Undefined: not ours, or over. */
export function readPackageToken({ secret }: Pick<Services, 'secret'>, token: string): PackageLink | undefined {
  const [, company = '', version = '', until = '', grantCompany, grantId] =
    tokenShape.exec(openToken(secret, packageUse, token) ?? '') ?? []
  if (company === '' || Number.parseInt(until, 36) * 1000 <= databaseNow().getTime()) return undefined
  const grant = grantCompany && grantId ? { companyId: uuidOf(grantCompany), id: uuidOf(grantId) } : undefined
  return { companyId: uuidOf(company), versionId: uuidOf(version), ...(grant && { grant }) }
}

/** Where the frame of a package is opened; a part's number is put behind it. Undefined where this deployment shows none. */
export function frameUrlOf(
  services: Pick<Services, 'secret' | 'contents'>,
  address: PackageAddress,
  grant?: Grant,
): string | undefined {
  const origin = services.contents?.address()
  return origin === undefined ? undefined : `${origin}/f/${packageToken(services, address, grant)}/`
}

function hexOf(uuid: string): string {
  return uuid.replaceAll('-', '').toLowerCase()
}

function uuidOf(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
