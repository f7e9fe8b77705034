import { protocolErrors } from '@kaopei/contract'
import { findOwnUploads, keepFiles } from '@kaopei/files/server'
import { type Db, type Handlers, implement } from '@kaopei/server'
import { type AttemptRow, findOwnAttempt } from '@kaopei/sitting/server'
import { ownVerdicts } from '../../contract/verdicts/own-verdicts.ts'
import { caseLabels } from '../../contract/verdicts/verdict-codes.ts'
import { verdictErrors } from '../../contract/verdicts/verdict-errors.ts'
import { insertAppealFiles, linkedFiles } from './appeal-file.sql.ts'
import { stepCase } from './case.service.ts'
import { type Told, toldOf } from './told.ts'
import { insertRead, judgedAttempts, selectSteps } from './verdict.sql.ts'

const handlers: Handlers<typeof ownVerdicts> = {
  list: async ({ attemptId }, { db, actor, now }) => {
    const dataList = []
    for (const judged of await judgedAttempts(db, actor.staffId, attemptId)) {
      const found = await own(db, judged, actor.staffId, now)
      if (found) dataList.push(rowOf(found))
    }
    return { dataList, totalCount: dataList.length }
  },

  get: async ({ attemptId }, { db, actor, now, fail, services }) => {
    const found = await own(db, attemptId, actor.staffId, now)
    if (!found) return fail(protocolErrors.notFound)
    const { told } = found
    if (!told.isRead) await insertRead(db, attemptId, told.number, now)
    const { reasonText, toldText, effectText, course } = told
    const filesOf = await linkedFiles(db, services, attemptId)
    return {
      ...rowOf(found),
      ...{ reasonText, toldText, effectText },
      course: course.map(({ number, ...step }) => ({ ...step, files: filesOf(number) })),
    }
  },

  appeal: async ({ attemptId, text, fileIds }, { db, actor, now, fail, record, services }) => {
    const found = await own(db, attemptId, actor.staffId, now)
    if (!found) return fail(protocolErrors.notFound)
    const { ownerId: examId, staffId, title } = found.attempt
    const named = [...new Set(fileIds)].map((fileId) => ({ fileId }))
    const files = (await findOwnUploads(db, services, actor, named, ['appeal'])).filter((file) => file !== undefined)
    if (files.length < named.length) return fail(verdictErrors.fileMissing)
    const words = { toldText: text }
    const done = await stepCase(
      db,
      { attemptId, examId, staffId },
      { step: { name: 'appeal' }, words, actorId: actor.staffId, now },
    )
    if (done.outcome === 'appealOver') return fail(verdictErrors.appealOver)
    if (done.outcome !== 'done') return fail(verdictErrors.wrongState)
    const ids = files.map(({ fileId }) => fileId)
    if ((await keepFiles(db, ids, now)) < files.length) return fail(verdictErrors.fileMissing)
    await insertAppealFiles(db, { attemptId, number: done.number, files })
    const after = { caseState: caseLabels[done.after.state], fileCount: files.length }
    record({ targetId: attemptId, targetName: title, after })
    return { attemptId }
  },
}

interface Own {
  readonly attempt: AttemptRow
  readonly told: Told
}

async function own(db: Db, attemptId: string, staffId: string, now: Date): Promise<Own | undefined> {
  const attempt = await findOwnAttempt(db, attemptId, staffId)
  const told = attempt && toldOf(await selectSteps(db, attemptId), now)
  return told && { attempt, told }
}

function rowOf({ attempt, told: { state, verdict, isRead, toldTime, appealUntil } }: Own) {
  return { attemptId: attempt.id, examName: attempt.title, state, verdict, isRead, toldTime, appealUntil }
}

export const ownVerdictEndpoints = implement(ownVerdicts, handlers)
