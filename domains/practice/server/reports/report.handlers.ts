import { cut, protocolErrors } from '@kaopei/contract'
import { staffByIds } from '@kaopei/org/server'
import { questionCards } from '@kaopei/question/server'
import { type Handlers, implement } from '@kaopei/server'
import { reportState } from '../../contract/codes.ts'
import { practiceErrors } from '../../contract/errors.ts'
import { practiceReports } from '../../contract/practice-report.ts'
import { answerReport, countReports, lockReport, selectReports } from './report.sql.ts'

const handlers: Handlers<typeof practiceReports> = {
  list: async ({ pageIndex, pageSize, ...wish }, { actor, db, scope }) => {
    const filter = { ...wish, scope, readerId: actor.staffId }
    const rows = await selectReports(db, filter, { limit: pageSize, offset: (pageIndex - 1) * pageSize })
    const cards = new Map(
      (
        await questionCards(
          db,
          rows.map(({ questionId }) => questionId),
        )
      ).map((card) => [card.id, card]),
    )
    const keeperIds = [...new Set([...cards.values()].flatMap(({ keeperId }) => keeperId ?? []))]
    const keepers = new Map((await staffByIds(db, keeperIds)).map(({ id, name }) => [id, name]))
    return {
      dataList: rows.map(({ versionId, ...row }) => {
        const card = cards.get(row.questionId)
        return {
          ...row,
          stemText: card?.stemText ?? '（已删除）',
          type: card?.type ?? 1,
          bankName: card?.bankName ?? '-',
          keeperName: (card?.keeperId && keepers.get(card.keeperId)) || null,
          isChangedSince: card !== undefined && card.latestVersionId !== versionId,
        }
      }),
      totalCount: await countReports(db, filter),
    }
  },

  answer: async ({ id, isAccepted, reply }, { actor, db, fail, now, record, scope }) => {
    const report = await lockReport(db, id, { scope, readerId: actor.staffId })
    if (!report) return fail(protocolErrors.notFound)
    if (report.state !== reportState.open) return fail(practiceErrors.reportAnswered)
    const state = isAccepted ? reportState.accepted : reportState.declined
    await answerReport(db, id, { state, reply, actorId: actor.staffId, now })
    const [card] = await questionCards(db, [report.questionId])
    record({
      targetId: id,
      targetName: card ? cut(card.stemText, 100) : null,
      before: { state: report.state },
      after: { state, reply },
    })
    return {}
  },
}

export const practiceReportEndpoints = implement(practiceReports, handlers)
