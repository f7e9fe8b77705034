import { protocolErrors } from '@kaopei/contract'
import { type Handlers, implement } from '@kaopei/server'
import { postText } from '../../contract/post-result.ts'
import { insertTexts, presentTexts } from './texts.sql.ts'

const handlers: Handlers<typeof postText> = {
  get: async (_input, { db }) => presentTexts(db),

  save: async ({ number, texts }, { actor, db, fail, now, record }) => {
    const before = await presentTexts(db)
    if (number !== before.number) return fail(protocolErrors.changed, { data: before })
    const next = number + 1
    await insertTexts(db, { number: next, texts, actorId: actor.staffId, now })
    record({ targetName: '报告评语', before: { textsNumber: number }, after: { textsNumber: next } })
    return { number: next }
  },
}

export const postTextEndpoints = implement(postText, handlers, { post_text_pkey: protocolErrors.changed })
