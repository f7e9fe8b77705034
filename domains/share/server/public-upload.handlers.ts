import { abandonUploadOf, beginUploadOf, completeUploadOf, resumeUploadOf } from '@kaopei/files/server'
import { type Db, type Fail, type Implemented, implement } from '@kaopei/server'
import { shareErrors } from '../contract/short-link.ts'
import { publicUpload } from '../contract/upload-link.ts'
import { noteTokenUse, readShareToken, type ShareToken } from './share-token.ts'
import { lockToken } from './token.sql.ts'
import { countReceived, insertReceived, selectCompanyName } from './upload-link.sql.ts'
import { uploadFacts, uploadKind } from './upload-token.ts'

const callsPerMinute = 240

/** The calls of the page /upload: the token says in whose company, for what, how many and until when. */
export const publicUploadEndpoints: readonly Implemented[] = implement(publicUpload, {
  open: async ({ token }, { db, fail, limitRate, now, request }) => {
    await limitRate(`share-open:${request.network}`, callsPerMinute, 60)
    const opened = await selectToken(db, { token, now, fail })
    await noteTokenUse(db, opened, now)
    const { purpose, limit } = uploadFacts(opened.facts)
    const received = await countReceived(db, opened.id)
    const companyName = await selectCompanyName(db)
    const { title, expiresAt } = opened
    return { companyName, title, purpose, limit, left: Math.max(0, limit - received), expiresAt }
  },

  credential: async ({ token, insteadOf, ...file }, context) => {
    const { after, db, fail, limitRate, now, request, services } = context
    await limitRate(`share-upload:${request.network}`, callsPerMinute, 60)
    const opened = await selectToken(db, { token, now, fail })
    const { purpose, limit } = uploadFacts(opened.facts)
    const maker = makerOf(opened)
    await lockToken(db, opened.id)
    const left = await leftOf(db, opened, { limit, fail })
    for (const uploadId of insteadOf) await abandonUploadOf(db, services, maker, { uploadId, now, after })
    // One file, one credential: as many may be under way as may still come.
    const limits = { purpose: null, pendingFiles: left, pendingBytes: null, dailyFiles: null, dailyBytes: null }
    return beginUploadOf(context, { ...maker, limits }, { ...file, purpose })
  },

  slices: async ({ token, ...which }, context) => {
    const { db, fail, limitRate, now, request } = context
    await limitRate(`share-slices:${request.network}`, callsPerMinute, 60)
    return resumeUploadOf(context, makerOf(await selectToken(db, { token, now, fail })), which)
  },

  complete: async ({ token, uploadId, sender }, context) => {
    const { db, fail, limitRate, now, record, request } = context
    await limitRate(`share-upload:${request.network}`, callsPerMinute, 60)
    const opened = await selectToken(db, { token, now, fail })
    const { companyId, id } = opened
    await lockToken(db, id)
    const { isNew, fileId, name, sizeBytes } = await completeUploadOf(context, makerOf(opened), uploadId)
    if (isNew) {
      await leftOf(db, opened, { limit: uploadFacts(opened.facts).limit, fail })
      await insertReceived(db, { tokenId: id, fileId, sender })
      // Whoever uploads says who they are: that must not read like one of the company's people.
      const by = { companyId, id, name: sender ? `上传链接（${sender}）` : '上传链接' }
      record({ targetId: fileId, targetName: name, after: { link: opened.title, sizeBytes }, by })
    }
    return { fileId, name, sizeBytes }
  },
})

async function selectToken(
  db: Db,
  { token, now, fail }: { token: string; now: Date; fail: Fail<typeof shareErrors.linkOver> },
): Promise<ShareToken> {
  const opened = await readShareToken(db, { token, kind: uploadKind, now })
  return opened ?? fail(shareErrors.linkOver)
}

/** How many files may still come: at least one, otherwise the call ends. */
async function leftOf(
  db: Db,
  { id }: ShareToken,
  { limit, fail }: { limit: number; fail: Fail<typeof shareErrors.full> },
): Promise<number> {
  const left = limit - (await countReceived(db, id))
  if (left <= 0) fail(shareErrors.full, { text: `最多可上传${limit}个文件！` })
  return left
}

/** The token is the maker of its uploads: what came in by one link cannot be touched by another. */
function makerOf({ companyId, id }: ShareToken) {
  return { companyId, makerId: id }
}
