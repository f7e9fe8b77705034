import { protocolErrors } from '@kaopei/contract'
import { findOwnUploads, pictureUrl } from '@kaopei/files/server'
import { missingCharacters } from '@kaopei/print'
import { type Handlers, implement } from '@kaopei/server'
import { certificateErrors, templateErrors } from '../../contract/errors.ts'
import { refusal } from '../../contract/refusal.ts'
import { isPrintable } from '../templates/own-pictures.ts'
import { selectGlyphs } from './issue.sql.ts'
import { countRefusals, pageOfRefusals, saveGlyph, seenRefusals } from './refusal.sql.ts'
import { retryRefused } from './retry.ts'

const handlers: Handlers<typeof refusal> = {
  list: async (page, { db, scope }) => pageOfRefusals(db, scope, page),

  glyphs: async (_input, { actor: { companyId }, db, services }) =>
    (await selectGlyphs(db)).map(({ character, fileId }) => ({
      character,
      url: pictureUrl(services, { companyId, fileId }),
    })),

  saveGlyph: async ({ character, fileId }, { actor, db, fail, now, record, services }) => {
    if (missingCharacters(character).length === 0) return fail(certificateErrors.writable)
    const [file] = await findOwnUploads(db, services, actor, [{ fileId }], ['image'])
    if (!file || !isPrintable(file.name)) return fail(templateErrors.pictureRefused)
    await saveGlyph(db, { character, fileId, createdBy: actor.staffId, now })
    record({ targetName: character, after: { character } })
  },

  retry: async ({ ids, isWithoutPhoto }, { actor, db, fail, now, record, scope }) => {
    const wish = { ids: await seenRefusals(db, ids, scope), actorId: actor.staffId, isWithoutPhoto, now }
    const { refused, issuedCount } = await retryRefused(db, wish)
    if (refused.length === 0) return fail(protocolErrors.notFound)
    record({ targetName: `${issuedCount} 张证书`, after: { issuedCount, isWithoutPhoto } })
    const left = await countRefusals(
      db,
      refused.map(({ id }) => id),
    )
    return { issuedCount, leftCount: left }
  },
}

export const refusalEndpoints = implement(refusal, handlers, { certificate_number_unique: certificateErrors.numberTaken })
