import { protocolErrors } from '@kaopei/contract'
import { findOwnUploads, pictureUrl } from '@kaopei/files/server'
import { missingCharacters } from '@kaopei/print'
import { type Handlers, implement } from '@kaopei/server'
import { certificateErrors, templateErrors } from '../../contract/errors.ts'
import { refusal } from '../../contract/refusal.ts'
import { isPrintable } from '../templates/own-pictures.ts'
import { lockRefusals, selectGlyphs } from './issue.sql.ts'
import { issue } from './issue.ts'
import { countRefusals, pageOfRefusals, saveGlyph, seenRefusals } from './refusal.sql.ts'

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
    const refused = await lockRefusals(db, await seenRefusals(db, ids, scope))
    if (refused.length === 0) return fail(protocolErrors.notFound)
    let issuedCount = 0
    for (const [ruleId, ofRule] of Map.groupBy(refused, (one) => one.ruleId)) {
      // One person may wait for several certificates of a rule; each has a turn of its own.
      for (const [, same] of Map.groupBy(ofRule, (one) => one.earning.staffId))
        for (const { earning } of same) {
          const given = { ruleId, earnings: [earning], actorId: actor.staffId, isWithoutPhoto, now }
          const counts = await issue(db, { ...given, reason: isWithoutPhoto ? '不带照片签发' : '补齐字形或照片后签发' })
          issuedCount += counts.issuedCount
        }
    }
    record({ targetName: `${issuedCount} 张证书`, after: { issuedCount, isWithoutPhoto } })
    const left = await countRefusals(
      db,
      refused.map(({ id }) => id),
    )
    return { issuedCount, leftCount: left }
  },
}

export const refusalEndpoints = implement(refusal, handlers, { certificate_number_unique: certificateErrors.numberTaken })
