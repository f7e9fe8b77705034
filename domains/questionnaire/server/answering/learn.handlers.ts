import { dayIn, protocolErrors } from '@kaopei/contract'
import { findOwnUploads } from '@kaopei/files/server'
import { timeZoneOf } from '@kaopei/platform/server'
import { type Actor, type Db, emit, type Fail, type Handlers, implement, type Services } from '@kaopei/server'
import type { Answers } from '../../contract/answers.ts'
import { answerState, audienceMode, questionnaireStatus, sheetState } from '../../contract/codes.ts'
import { answerErrors } from '../../contract/errors.ts'
import { questionnaireLearn } from '../../contract/learn.ts'
import { isFiles } from '../../contract/rules/values.ts'
import { nobody } from '../../contract/rules/visible-in.ts'
import { answered } from '../events.ts'
import { findQuestionnaire, type Questionnaire } from '../questionnaires/questionnaire.sql.ts'
import { definitionIn } from '../questionnaires/saving.ts'
import { isOpen, statusAt } from '../rules/status-at.ts'
import { openedQuestionnaire } from './opened.ts'
import { type Answering, isAsked, type MyQuestionnaire, mineOf, selectPerson } from './person.sql.ts'
import { markOf, sealSheet } from './sealed-sheet.ts'
import {
  dropPartial,
  findOwnSheet,
  findPartial,
  hasParticipated,
  insertParticipation,
  insertSealed,
  isClaimedWith,
  isSpent,
  savePartial,
  spendTicket,
} from './sheet.sql.ts'
import { judged, takeSheet } from './take-sheet.ts'
import { heartHash, readTicket, ticketOf } from './ticket.ts'

const handlers: Handlers<typeof questionnaireLearn> = {
  mine: async ({ only, pageIndex, pageSize }, { actor, db, now }) => {
    const page = { only, now, limit: pageSize, offset: (pageIndex - 1) * pageSize }
    const { dataList, totalCount } = await mineOf(db, await selectPerson(db, actor.staffId), page)
    return { dataList: dataList.map((row) => rowOf(row, now)), totalCount }
  },

  open: async ({ questionnaireId }, context) => {
    const { actor, db, now, services } = context
    const { found, answering } = await asking(context, questionnaireId)
    const hasAnswered = await hasParticipated(db, questionnaireId, actor.staffId)
    const own = found.isAnonymous ? undefined : await findOwnSheet(db, questionnaireId, actor.staffId)
    const partial = found.isAnonymous ? undefined : await findPartial(db, questionnaireId, actor.staffId)
    return openedQuestionnaire({ db, services, now }, found, {
      state: hasAnswered ? answerState.answered : partial ? answerState.begun : answerState.open,
      mayAnswer: isOpen(found, now) && (!hasAnswered || found.isChangeable || found.isAnonymous),
      person: found.isAnonymous ? nobody : answering.person,
      answers: partial?.answers ?? own?.answers ?? {},
      partialVersion: partial?.version ?? 0,
      seed: found.isAnonymous ? '' : `${questionnaireId}/${actor.staffId}`,
    })
  },

  savePartial: async ({ questionnaireId, answers, partialVersion }, context) => {
    const { actor, db, fail, now } = context
    const { found } = await asking(context, questionnaireId)
    if (found.isAnonymous) return fail(answerErrors.isAnonymous)
    if (!isOpen(found, now)) return fail(answerErrors.notOpen)
    if (!found.isChangeable && (await hasParticipated(db, questionnaireId, actor.staffId))) return fail(answerErrors.already)
    await refuseFiles(context, answers, (await findOwnSheet(db, questionnaireId, actor.staffId))?.answers ?? {})
    const saving = { questionnaireId, staffId: actor.staffId, answers, version: partialVersion, now }
    if (!(await savePartial(db, saving))) return fail(protocolErrors.changed, { text: '答卷已在另一处修改，请刷新后继续' })
    return { partialVersion: partialVersion + 1 }
  },

  submit: async ({ questionnaireId, answers }, context) => {
    const { actor, db, fail, now } = context
    const { found, answering } = await asking(context, questionnaireId, 'share')
    if (found.isAnonymous) return fail(answerErrors.isAnonymous)
    if (!isOpen(found, now)) return fail(answerErrors.notOpen)
    const definition = await definitionIn(db, found)
    const verdict = judged(definition, answers, answering.person)
    if ('problems' in verdict) return fail(answerErrors.problems, { data: { problems: verdict.problems } })
    const { visible } = verdict
    const day = dayIn(now, await timeZoneOf(db))
    const isFirst = await insertParticipation(db, { questionnaireId, staffId: actor.staffId, day, claimHash: null })
    if (!isFirst && !found.isChangeable) return fail(answerErrors.already)
    const before = isFirst ? undefined : await findOwnSheet(db, questionnaireId, actor.staffId, 'update')
    await refuseFiles(context, visible.kept, before?.answers ?? {})
    const { staffId, departmentId } = answering
    const by = { staffId, departmentId, linkId: null, secretHash: null, day, at: now }
    await dropPartial(db, questionnaireId, actor.staffId)
    if (isFirst && found.isFollowed) await emit(db, answered, actor.companyId, { questionnaireId, staffId })
    return takeSheet(db, { found, definition, visible, person: answering.person, before, by })
  },

  claim: async ({ questionnaireId, secret: heart }, context) => {
    const { actor, db, fail, now, services } = context
    const { found } = await asking(context, questionnaireId, 'share')
    if (!found.isAnonymous) return fail(answerErrors.notAnonymous)
    if (!isOpen(found, now)) return fail(answerErrors.notOpen)
    const { companyId, staffId } = actor
    const claimHash = heartHash(services, 'claimed', { questionnaireId, heart })
    const day = dayIn(now, await timeZoneOf(db))
    const isFirst = await insertParticipation(db, { questionnaireId, staffId, day, claimHash })
    if (!isFirst && !(await isClaimedWith(db, questionnaireId, staffId, claimHash))) return fail(answerErrors.claimed)
    if (isFirst && found.isFollowed) await emit(db, answered, companyId, { questionnaireId, staffId })
    return { ticket: ticketOf(services, { companyId, questionnaireId, heart }) }
  },

  /** Nothing here knows who calls: no session, no address, no limit by network, no line of a log. */
  handIn: async ({ ticket: given, answers }, { db, enterCompany, fail, now, services }) => {
    const ticket = readTicket(services, given)
    if (!ticket) return fail(answerErrors.ticketInvalid)
    await enterCompany(ticket.companyId)
    const { questionnaireId, companyId } = ticket
    const found = await findQuestionnaire(db, questionnaireId, 'share')
    if (!found?.isAnonymous) return fail(answerErrors.ticketInvalid)
    const definition = await definitionIn(db, found)
    const done = { state: sheetState.counted, endText: definition.endText }
    const ticketHash = heartHash(services, 'spent', ticket)
    if (await isSpent(db, questionnaireId, ticketHash)) return done
    if (!isOpen(found, now) || found.isSettled) return fail(answerErrors.notOpen)
    const verdict = judged(definition, answers, nobody)
    if ('problems' in verdict) return fail(answerErrors.problems, { data: { problems: verdict.problems } })
    if (!(await spendTicket(db, questionnaireId, ticketHash))) return done
    const sheet = sealSheet(services, { companyId, questionnaireId }, verdict.visible.kept)
    await insertSealed(db, { questionnaireId, sheet, mark: markOf(services) })
    return done
  },
}

export const learnEndpoints = implement(questionnaireLearn, handlers)

interface Asking {
  readonly found: Questionnaire
  readonly answering: Answering
}

interface Asker {
  readonly actor: Actor
  readonly db: Db
  readonly fail: Fail<typeof answerErrors.notYours>
}

/** A published questionnaire that this person is asked to answer, or has answered. */
async function asking(context: Asker, questionnaireId: string, lock?: 'share'): Promise<Asking> {
  const { actor, db, fail } = context
  const found = await findQuestionnaire(db, questionnaireId, lock)
  if (!found || found.status === questionnaireStatus.draft || found.audienceMode === audienceMode.link)
    return fail(answerErrors.notYours)
  const answering = await selectPerson(db, actor.staffId)
  if (!(await isAsked(db, answering, found.id)) && !(await hasParticipated(db, found.id, actor.staffId)))
    return fail(answerErrors.notYours)
  return { found, answering }
}

const rowOf = ({ id, admissionStartAt, admissionEndAt, ...row }: MyQuestionnaire, now: Date) => ({
  ...row,
  questionnaireId: id,
  status: statusAt({ status: row.status, admissionStartAt, admissionEndAt }, now),
  admissionStartTime: admissionStartAt,
  admissionEndTime: admissionEndAt,
})

interface Handing extends Omit<Asker, 'fail'> {
  readonly fail: Fail<typeof answerErrors.fileRefused>
  readonly services: Services
}

/** Files that the person uploaded for this, or that the sheet has had. */
async function refuseFiles({ actor, db, fail, services }: Handing, kept: Answers, before: Answers): Promise<void> {
  const known = new Set(fileIdsIn(before))
  const fresh = fileIdsIn(kept).filter((fileId) => !known.has(fileId))
  if (fresh.length === 0) return
  const { companyId, staffId } = actor
  const named = fresh.map((fileId) => ({ fileId }))
  const found = await findOwnUploads(db, services, { companyId, staffId }, named, ['attachment', 'document', 'image'])
  if (found.includes(undefined)) fail(answerErrors.fileRefused)
}

export function fileIdsIn(answers: Answers): string[] {
  return Object.values(answers).flatMap((answer) => (isFiles(answer) ? answer.files.map(({ fileId }) => fileId) : []))
}
