import { protocolErrors } from '@kaopei/contract'
import { examKind, findCandidate, reachOf } from '@kaopei/exam/server'
import { startTrackedJob } from '@kaopei/jobs/server'
import { type Context, type Handlers, implement } from '@kaopei/server'
import { type AttemptRow, findAttempt, findOwnAttempt, isClosed } from '@kaopei/sitting/server'
import { evidence, evidenceErrors, ownSeal } from '../../contract/evidence/evidence.ts'
import { insertLook } from '../review/recording.sql.ts'
import { shownDifference } from './difference-words.ts'
import { handInSeal } from './hand-in-seal.ts'
import { packJob } from './pack.job.ts'
import { countDiffering, countRebuilt, findRebuilding, selectDiffering } from './rebuilding.sql.ts'
import { findNight, selectSeals } from './seal.sql.ts'

const handlers: Handlers<typeof evidence> = {
  seal: async ({ examinationResultId }, context) => {
    const { db, fail } = context
    const found = await find(context, examinationResultId)
    if (!found) return fail(protocolErrors.notFound)
    const seals = await selectSeals(db, [examinationResultId])
    const last = seals.at(-1)
    const signed = seals.findLast(({ nightId }) => nightId !== null)?.nightId ?? null
    const night = signed === null ? undefined : await findNight(db, signed)
    const rebuilding = await findRebuilding(db, examinationResultId)
    return {
      handInHead: handInSeal(found.attempt.submittedAt, seals)?.head ?? null,
      head: last?.head ?? null,
      rowCount: seals.reduce((sum, { rowIds }) => sum + rowIds.length, 0),
      sealedTime: last?.at ?? null,
      signedTime: night?.at ?? null,
      differences: rebuilding?.differences.map(shownDifference) ?? null,
      checkedTime: rebuilding?.at ?? null,
    }
  },

  differences: async ({ pageIndex, pageSize, examinationId: examId, keyWords }, { db, actor, scope }) => {
    const wish = { scope: reachOf(actor, scope), examId, keyWords }
    const found = await selectDiffering(db, wish, { limit: pageSize, offset: (pageIndex - 1) * pageSize })
    return {
      dataList: found.map(({ differences, ...attempt }) => ({ ...attempt, differences: differences.map(shownDifference) })),
      totalCount: await countDiffering(db, wish),
      checkedCount: await countRebuilt(db, wish),
    }
  },

  pack: async ({ examinationResultId, reason }, context) => {
    const { db, actor, now, fail, record } = context
    const found = await find(context, examinationResultId)
    if (!found) return fail(protocolErrors.notFound)
    if (found.attempt.staffId === actor.staffId) return fail(evidenceErrors.ownPack)
    if ((await selectSeals(db, [examinationResultId])).length === 0) return fail(evidenceErrors.notSealed)
    // Whoever packs it looks at it: the pack says so too.
    await insertLook(db, { attemptId: examinationResultId, staffId: actor.staffId, what: 'pack', reason, now })
    const { title } = found.attempt
    const payload = { attemptId: examinationResultId, staffName: found.name, examName: title, reason }
    const { jobId } = await startTrackedJob(db, actor, packJob, payload, {
      conditions: { 考试: title, 考生: found.name, 导出原因: reason },
    })
    record({ targetId: examinationResultId, targetName: found.name, after: { jobId }, reason })
    return { jobId }
  },
}

interface Found {
  readonly attempt: AttemptRow
  readonly name: string
}

type Caller = Pick<Context<typeof evidence.seal>, 'db' | 'actor' | 'scope'>

async function find({ db, actor, scope }: Caller, attemptId: string): Promise<Found | undefined> {
  const attempt = await findAttempt(db, attemptId)
  if (attempt?.ownerKind !== examKind) return undefined
  const person = await findCandidate(db, { examId: attempt.ownerId, staffId: attempt.staffId, scope: reachOf(actor, scope) })
  return person && { attempt, name: person.name }
}

const ownHandlers: Handlers<typeof ownSeal> = {
  get: async ({ attemptId }, { db, actor, fail }) => {
    const attempt = await findOwnAttempt(db, attemptId, actor.staffId)
    if (!attempt) return fail(protocolErrors.notFound)
    // Of an exam alone: other rooms' attempts are not sealed.
    const isSealed = attempt.ownerKind === examKind && isClosed(attempt.state)
    // What the candidate sees is what they saw at the hand-in, also after later links.
    const seals = isSealed ? await selectSeals(db, [attemptId]) : []
    const shown = handInSeal(attempt.submittedAt, seals)
    const upTo = seals.filter(({ number }) => shown !== undefined && number <= shown.number)
    const rowCount = upTo.reduce((sum, { rowIds }) => sum + rowIds.length, 0)
    return { isClosed: isSealed, head: shown?.head ?? null, rowCount }
  },
}

export const evidenceEndpoints = [...implement(evidence, handlers), ...implement(ownSeal, ownHandlers)]
