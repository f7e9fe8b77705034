import { readFile } from 'node:fs/promises'
import { expireFiles, findOwnUploads, pictureUrl, storeFile, withLocalFile } from '@kaopei/files/server'
import { selectPortraits } from '@kaopei/org/server'
import { type Handlers, implement } from '@kaopei/server'
import { portraitErrors } from '../../contract/errors.ts'
import { ownPortrait } from '../../contract/own-portrait.ts'
import { plainPicture } from '../rules/plain-picture.ts'
import { deleteOffers, lockOffer, offersOf, saveOffer } from './offer.sql.ts'
import { titlesDue } from './titles-due.ts'

const mostBytes = 2 * 1024 ** 2
/** On paper of 25 by 35 mm some 240 points an inch. */
const leastSide = 240
const mostPoints = 40_000_000

const handlers: Handlers<typeof ownPortrait> = {
  get: async (_input, { actor, db, services }) => {
    const { companyId, staffId } = actor
    const urlOf = (fileId: string | null) =>
      fileId === null ? null : pictureUrl(services, { companyId, fileId }, { holderId: staffId })
    const [offer] = await offersOf(db, [staffId])
    const [photo] = await selectPortraits(db, [staffId])
    return {
      titles: await titlesDue(db, staffId),
      isAsked: offer !== undefined,
      url: urlOf(photo?.fileId ?? null),
      offer: offer ? { state: offer.state, reason: offer.reason, at: offer.at, url: urlOf(offer.fileId) } : null,
    }
  },

  offer: async ({ fileId }, { actor, db, fail, now, record, services }) => {
    const { companyId, staffId } = actor
    const [file] = await findOwnUploads(db, services, actor, [{ fileId }], ['image'])
    if (!file) return fail(portraitErrors.uploadMissing)
    const before = await lockOffer(db, staffId)
    if (!before && (await titlesDue(db, staffId)).length === 0) return fail(portraitErrors.notAsked)
    const read = async (path: string, { sizeBytes }: { sizeBytes: number }) =>
      sizeBytes > mostBytes ? undefined : plainPicture(await readFile(path))
    const plain = await withLocalFile(db, services, fileId, read)
    if (!plain || Math.min(plain.width, plain.height) < leastSide || plain.width * plain.height > mostPoints)
      return fail(portraitErrors.unreadable)
    const name = `证书照片.${plain.type === 'image/png' ? 'png' : 'jpg'}`
    const kept = { companyId, name, contentType: plain.type, purpose: 'portrait', createdBy: staffId, body: plain.bytes }
    const stored = await storeFile(db, services, kept, fail)
    await saveOffer(db, { staffId, fileId: stored.fileId, now })
    await expireFiles(db, [fileId, ...(before?.fileId ? [before.fileId] : [])], now)
    record({ targetId: staffId, targetName: actor.name })
  },

  withdraw: async (_input, { actor, db, fail, now, record }) => {
    const offer = await lockOffer(db, actor.staffId)
    if (!offer?.fileId) return fail(portraitErrors.offerChanged)
    await deleteOffers(db, [actor.staffId])
    await expireFiles(db, [offer.fileId], now)
    record({ targetId: actor.staffId, targetName: actor.name })
  },
}

export const ownPortraitEndpoints = implement(ownPortrait, handlers)
