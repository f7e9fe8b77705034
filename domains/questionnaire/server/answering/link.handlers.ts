import { createHmac } from 'node:crypto'
import { dayIn, protocolErrors } from '@kaopei/contract'
import { companiesByIds, timeZoneOf } from '@kaopei/platform/server'
import { type Db, type Fail, type Handlers, implement } from '@kaopei/server'
import { noteTokenUse, readShareToken, type ShareToken } from '@kaopei/share/server'
import type { Person } from '../../contract/answers.ts'
import { answerState, audienceMode } from '../../contract/codes.ts'
import { answerErrors } from '../../contract/errors.ts'
import { questionnaireLink } from '../../contract/learn.ts'
import { nobody } from '../../contract/rules/visible-in.ts'
import { linkKind } from '../people/people.handlers.ts'
import { findQuestionnaire, type Questionnaire } from '../questionnaires/questionnaire.sql.ts'
import { definitionIn } from '../questionnaires/saving.ts'
import { isOpen } from '../rules/status-at.ts'
import { openedQuestionnaire } from './opened.ts'
import { findLinkSheet } from './sheet.sql.ts'
import { judged, takenBefore, takeSheet } from './take-sheet.ts'

/** A whole meeting may sit behind one address. */
const callsPerMinute = 1200
const person: Person = { ...nobody, entry: ['link'] }

const handlers: Handlers<typeof questionnaireLink> = {
  open: async ({ token }, context) => {
    const { db, limitRate, now, request, services } = context
    await limitRate(`questionnaire-open:${request.network}`, callsPerMinute, 60)
    const { found, link } = await opened(context, token)
    await noteTokenUse(db, link, now)
    const [company] = await companiesByIds(db, [db.companyId])
    const standing = { state: answerState.open, mayAnswer: isOpen(found, now), person, answers: {}, partialVersion: 0, seed: '' }
    return { ...(await openedQuestionnaire({ db, services, now }, found, standing)), companyName: company?.name ?? '' }
  },

  submit: async ({ token, secret, answers }, context) => {
    const { db, fail, limitRate, now, request, services } = context
    await limitRate(`questionnaire-link:${request.network}`, callsPerMinute, 60)
    const { found, link } = await opened(context, token)
    const definition = await definitionIn(db, found)
    const secretHash = createHmac('sha256', services.secret).update(`questionnaire link\n${found.id}\n${secret}`).digest('hex')
    const before = await findLinkSheet(db, found.id, secretHash)
    if (before) return takenBefore(db, { found, definition, person }, before)
    if (!isOpen(found, now)) return fail(answerErrors.notOpen)
    const verdict = judged(definition, answers, person)
    if ('problems' in verdict) return fail(answerErrors.problems, { data: { problems: verdict.problems } })
    const day = dayIn(now, await timeZoneOf(db))
    const by = { staffId: null, departmentId: null, linkId: link.id, secretHash, day, at: now }
    return takeSheet(db, { found, definition, visible: verdict.visible, person, before: undefined, by })
  },
}

/** Of two copies at one moment the second is told that it has been done. */
export const linkEndpoints = implement(questionnaireLink, handlers, { response_of_secret: protocolErrors.repeated })

interface Opening {
  readonly db: Db
  readonly fail: Fail<typeof answerErrors.linkOver>
  readonly now: Date
}

async function opened({ db, fail, now }: Opening, token: string): Promise<{ found: Questionnaire; link: ShareToken }> {
  const link = await readShareToken(db, { token, kind: linkKind, now })
  const found = link && (await findQuestionnaire(db, link.subjectId, 'share'))
  if (!found || found.status === 0 || found.audienceMode !== audienceMode.link) return fail(answerErrors.linkOver)
  return { found, link }
}
