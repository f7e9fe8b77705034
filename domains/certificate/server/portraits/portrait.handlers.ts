import { protocolErrors } from '@kaopei/contract'
import { expireFiles, findOwnUploads, pictureUrl } from '@kaopei/files/server'
import { contactSight, deletePortraits, type Portrait, savePortraits } from '@kaopei/org/server'
import { type Db, type Handlers, implement } from '@kaopei/server'
import { portraitErrors } from '../../contract/errors.ts'
import { portrait } from '../../contract/portrait.ts'
import { retryRefused } from '../issue/retry.ts'
import { askFor, deleteOffers, lockOffer, offersOf, refusalsWithoutPhoto, refuseOffer } from './offer.sql.ts'
import { deleteAsked, pageOfPortraits, type Seen, selectSeen, selectUnshown } from './portrait.sql.ts'

const handlers: Handlers<typeof portrait> = {
  list: async ({ pageIndex, pageSize, ...given }, { actor, db, scope, services }) => {
    const filter = { ...given, scope, sight: contactSight(actor) }
    const { rows, totalCount } = await pageOfPortraits(db, filter, { pageIndex, pageSize })
    const { companyId, staffId: holderId } = actor
    const urlOf = (fileId: string | null) => (fileId === null ? null : pictureUrl(services, { companyId, fileId }, { holderId }))
    const shown = rows.map(({ staffId }) => staffId)
    const offers = new Map((await offersOf(db, shown)).map(({ staffId, ...offer }) => [staffId, offer]))
    const dataList = rows.map(({ fileId, ...row }) => {
      const offer = offers.get(row.staffId)
      return { ...row, url: urlOf(fileId), offer: offer ? { ...offer, url: urlOf(offer.fileId) } : null }
    })
    return { dataList, totalCount }
  },

  save: async ({ staffId, fileId }, { actor, db, fail, now, record, scope, services }) => {
    const [person] = await selectSeen(db, { staffIds: [staffId] }, scope)
    if (!person) return fail(protocolErrors.notFound)
    const [file] = await findOwnUploads(db, services, actor, [{ fileId }], ['portrait'])
    if (!file) return fail(portraitErrors.uploadMissing)
    await keep(db, [{ staffId, fileId }], { by: actor.staffId, now })
    record({ targetId: staffId, targetName: person.name })
  },

  saveMany: async ({ fileIds }, { actor, db, fail, now, record, scope, services }) => {
    const asked = [...new Set(fileIds)].map((fileId) => ({ fileId }))
    const files = (await findOwnUploads(db, services, actor, asked, ['portrait'])).filter((file) => file !== undefined)
    if (files.length === 0) return fail(portraitErrors.uploadMissing)
    const people = await selectSeen(db, { names: files.map(({ name }) => stemOf(name)) }, scope)
    const { matched, unmatched } = match(files, people)
    await keep(db, matched, { by: actor.staffId, now })
    const unused = files.filter(({ fileId }) => !matched.some((one) => one.fileId === fileId)).map(({ fileId }) => fileId)
    await expireFiles(db, unused, now)
    record({ targetName: `${matched.length} 人`, after: { count: matched.length, ids: matched.map(({ staffId }) => staffId) } })
    return { savedCount: matched.length, unmatched }
  },

  ask: async ({ ids }, { actor, db, fail, now, record, scope }) => {
    const seen = await selectSeen(db, { staffIds: ids }, scope)
    if (seen.length === 0) return fail(protocolErrors.notFound)
    const staffIds = seen.map(({ staffId }) => staffId)
    const askedCount = await askFor(db, staffIds, { by: actor.staffId, now })
    record({ targetName: `${askedCount} 人`, after: { count: askedCount, ids: staffIds } })
    return { askedCount }
  },

  decide: async ({ staffId, fileId, isAccepted, reason }, { actor, db, fail, now, record, scope }) => {
    const [person] = await selectSeen(db, { staffIds: [staffId] }, scope)
    if (!person) return fail(protocolErrors.notFound)
    const offer = await lockOffer(db, staffId)
    if (offer?.fileId !== fileId) return fail(portraitErrors.offerChanged)
    record({ targetId: staffId, targetName: person.name, after: { isAgreed: isAccepted }, ...(!isAccepted && { reason }) })
    if (!isAccepted) {
      await refuseOffer(db, { staffId, reason, by: actor.staffId, now })
      await expireFiles(db, [fileId], now)
      return { issuedCount: 0 }
    }
    await keep(db, [{ staffId, fileId }], { by: staffId, now })
    await deleteOffers(db, [staffId])
    const ids = await refusalsWithoutPhoto(db, [staffId])
    const { issuedCount } = await retryRefused(db, { ids, actorId: actor.staffId, isWithoutPhoto: false, now })
    return { issuedCount }
  },

  remove: async ({ ids }, { db, fail, now, record, scope }) => {
    const seen = await selectSeen(db, { staffIds: ids }, scope)
    if (seen.length === 0) return fail(protocolErrors.notFound)
    const staffIds = seen.map(({ staffId }) => staffId)
    const removed = await deletePortraits(db, staffIds)
    await expireFiles(db, await selectUnshown(db, removed), now)
    record({ targetName: `${removed.length} 人`, after: { count: removed.length, ids: staffIds } })
    return { removedCount: removed.length }
  },
}

/** Photos that nobody has any more go, but for those that a certificate shows. */
async function keep(db: Db, portraits: readonly Portrait[], of: { readonly by: string; readonly now: Date }): Promise<void> {
  const before = await savePortraits(db, portraits, of)
  const staffIds = portraits.map(({ staffId }) => staffId)
  await deleteAsked(db, staffIds)
  await expireFiles(db, await selectUnshown(db, before), of.now)
}

const stemOf = (name: string) => name.replace(/\.[^.]*$/, '').trim()

interface Uploaded {
  readonly fileId: string
  readonly name: string
}

/** Each file to the one person whose job number or account it is called by; two for one person are none. */
function match(files: readonly Uploaded[], people: readonly Seen[]) {
  const matched: Portrait[] = []
  const unmatched: { name: string; reason: string }[] = []
  const taken = new Set<string>()
  for (const { fileId, name } of files) {
    const stem = stemOf(name)
    const found = people.filter(({ jobNumber, loginKey }) => jobNumber === stem || loginKey === stem.toLowerCase())
    const [person] = found
    const reason = whyNot(found.length, person !== undefined && taken.has(person.staffId))
    if (!person || reason !== null) unmatched.push({ name, reason: reason ?? '' })
    else {
      matched.push({ staffId: person.staffId, fileId })
      taken.add(person.staffId)
    }
  }
  return { matched, unmatched }
}

function whyNot(found: number, isTaken: boolean): string | null {
  if (found === 0) return '没有工号或账号与文件名相同的人员，或不在您的管理范围内'
  if (found > 1) return '工号与另一人的账号相同，请逐人上传'
  return isTaken ? '同一人有两张照片，只保留了前一张' : null
}

export const portraitEndpoints = implement(portrait, handlers)
