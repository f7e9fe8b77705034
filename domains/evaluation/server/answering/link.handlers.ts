import type { Db, Fail, Handlers, RequestFacts } from '@kaopei/server'
import { implement } from '@kaopei/server'
import { admitDevice, noteTokenUse, readShareToken } from '@kaopei/share/server'
import { evaluationLink } from '../../contract/answering-link.ts'
import { answerErrors } from '../../contract/errors.ts'
import { linkKind } from '../appointments/people.handlers.ts'
import { leavePlace, submitPlace } from './hand-in.service.ts'
import { beginPlace, findPlace, openPlace, type Place, saveWrites, takeOverPlace } from './rater.service.ts'

/** A whole office may sit behind one address. */
const callsPerMinute = 1200

const handlers: Handlers<typeof evaluationLink> = {
  open: async ({ device, ...link }, context) => {
    const { place, deviceKey } = await enter(context, link)
    return { ...(await openPlace(context, place, device)), deviceKey }
  },
  begin: async ({ device, consentVersion, retentionMonths, ...link }, context) =>
    beginPlace(context, (await enter(context, link)).place, { device, consentVersion, retentionMonths }),
  takeOver: async ({ device, ...link }, context) => takeOverPlace(context, (await enter(context, link)).place, device),
  save: async ({ leaseEpoch, items, ...link }, context) =>
    saveWrites(context, (await enter(context, link)).place, { leaseEpoch, items }),
  submit: async ({ leaseEpoch, ...link }, context) => submitPlace(context, (await enter(context, link)).place, leaseEpoch),
  leave: async (link, context) => leavePlace(context, (await enter(context, link)).place),
}

export const linkEndpoints = implement(evaluationLink, handlers)

interface Entering {
  readonly db: Db
  readonly fail: Fail<(typeof answerErrors)['linkOver']>
  readonly limitRate: (key: string, allowed: number, windowSeconds: number) => Promise<void>
  readonly now: Date
  readonly request: RequestFacts
}

/** The place of the link's rater, if this is the device that opened it first. A forwarded link opens nothing. */
async function enter(
  { db, fail, limitRate, now, request }: Entering,
  { token, deviceKey }: { token: string; deviceKey?: string | undefined },
): Promise<{ place: Place; deviceKey: string }> {
  await limitRate(`evaluation-link:${request.network}`, callsPerMinute, 60)
  const link = await readShareToken(db, { token, kind: linkKind, now })
  const place = link && (await findPlace(db, link.subjectId, 'share'))
  if (!link || !place) return fail(answerErrors.linkOver)
  const key = await admitDevice(db, link, { deviceKey, most: 1, userAgent: request.userAgent, now })
  if (key === undefined) return fail(answerErrors.linkOver)
  await noteTokenUse(db, link, now)
  return { place, deviceKey: key }
}
