import { protocolErrors } from '@kaopei/contract'
import { findOwnUpload, pictureUrl } from '@kaopei/files/server'
import type { Context, Handlers } from '@kaopei/server'
import type { company } from '../contract/company.ts'
import { platformErrors } from '../contract/errors.ts'
import { findCompany, type Looks, updateLooks } from './company.sql.ts'
import { quotasOf } from './quota.sql.ts'

type Calls = typeof company
type Changing = Context<Calls['save']> | Context<Calls['update']>

/** Logo and icon stand on public pages: their addresses do not run out. */
const lastingSeconds = 50 * 365 * 86_400

export const companyHandlers: Handlers<Calls> = {
  getCompanyInfo: (_input, { db }) => findCompany(db),
  quotas: async (_input, { db }) => {
    const { validUntil } = await findCompany(db)
    return { ...(await quotasOf(db)), validUntil }
  },
  save: (input, context) => change(input, context),
  update: (input, context) => change(input, context),
}

type Wish = { readonly [Key in keyof Looks]?: Looks[Key] | undefined } & { readonly domain?: string | undefined; version: number }

async function change(wish: Wish, context: Changing) {
  const { db, fail, record } = context
  const before = await findCompany(db)
  if (wish.domain !== undefined && wish.domain !== before.domain) return fail(platformErrors.domainByPlatform)
  const looks: Looks = {
    name: wish.name ?? before.name,
    platformTitle: wish.platformTitle ?? before.platformTitle,
    logoUrl: await lastingPicture(wish.logoUrl, before.logoUrl, context),
    webIcon: await lastingPicture(wish.webIcon, before.webIcon, context),
  }
  if (!(await updateLooks(db, wish.version, looks))) return fail(protocolErrors.changed, { data: before })
  const { name, platformTitle, logoUrl, webIcon } = before
  record({ targetId: before.id, targetName: looks.name, before: { name, platformTitle, logoUrl, webIcon }, after: looks })
  return findCompany(db)
}

/** Only a picture that whoever changes it has uploaded for this: an address of another site would tell it who visits. */
async function lastingPicture(
  wanted: string | null | undefined,
  known: string | null,
  { actor, db, fail, services }: Changing,
): Promise<string | null> {
  if (wanted === undefined || wanted === known) return known
  if (wanted === null || wanted === '') return null
  const fileId = await findOwnUpload(db, services, actor, { fileUrl: wanted }, ['branding'])
  if (fileId === undefined) return fail(platformErrors.pictureMissing)
  return pictureUrl(services, { companyId: actor.companyId, fileId }, { seconds: lastingSeconds })
}
