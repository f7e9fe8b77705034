/** A holder's photo of themselves, in the candidate's client: somebody looks at it before a certificate shows it. */
import { endpoint, id, instant } from '@kaopei/contract'
import { fileErrors } from '@kaopei/files/contract/upload'
import { z } from 'zod'
import { offerState } from './codes.ts'
import { portraitErrors } from './errors.ts'

const base = '/api/v1/certificate/mine/portrait'

const own = z.object({
  /** Certificates that they are due and that show a photo, by their templates' names; none: nothing is asked of them. */
  titles: z.array(z.string()),
  /** They were asked for it. */
  isAsked: z.boolean(),
  /** The one that their next certificate shows. */
  url: z.string().nullable(),
  offer: z.object({ state: offerState.schema, url: z.string().nullable(), reason: z.string(), at: instant }).nullable(),
})
export type OwnPortrait = z.output<typeof own>

export const ownPortrait = {
  get: endpoint({ path: `${base}/get`, summary: '我的证书照片', access: 'signedIn', audit: 'read', output: own }),
  /** An upload for pictures; kept without what the camera wrote into it. */
  offer: endpoint({
    path: `${base}/offer`,
    summary: '上传我的证书照片',
    access: 'signedIn',
    audit: { action: 'upload', target: 'own-portrait' },
    input: z.object({ fileId: id }),
    errors: [portraitErrors.notAsked, portraitErrors.uploadMissing, portraitErrors.unreadable, fileErrors.noSpace],
  }),
  /** What waits or was sent back; a photo in use stays until somebody takes it away. */
  withdraw: endpoint({
    path: `${base}/withdraw`,
    summary: '撤回我的证书照片',
    access: 'signedIn',
    audit: { action: 'withdraw', target: 'own-portrait' },
    errors: [portraitErrors.offerChanged],
  }),
}
