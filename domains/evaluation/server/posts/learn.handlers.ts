import { protocolErrors } from '@kaopei/contract'
import { limitsOf } from '@kaopei/exam/server'
import { type Db, type Handlers, implement } from '@kaopei/server'
import { appointmentStatus, contestState } from '../../contract/codes.ts'
import { resultErrors } from '../../contract/errors.ts'
import { partState } from '../../contract/post-codes.ts'
import { type OwnPart, postLearn } from '../../contract/post-learn.ts'
import { statusAt } from '../rules/status-at.ts'
import { type Part, selectParts } from './assessment.sql.ts'
import { lockContest, markContested } from './contest.sql.ts'
import { examNames } from './exam-names.ts'
import { countOwnPosts, findOwnPost, type OwnRow, selectOwnPosts } from './own.sql.ts'
import { findPostResult } from './result.sql.ts'
import { shownResult } from './shown-result.ts'
import { partStandings } from './standing.ts'

const everybody = { kind: 'all' } as const

const handlers: Handlers<typeof postLearn> = {
  mine: async ({ pageIndex, pageSize }, { actor, db, now }) => {
    const rows = await selectOwnPosts(db, actor.staffId, { limit: pageSize, offset: (pageIndex - 1) * pageSize })
    return {
      dataList: await shownOwn(db, rows, { staffId: actor.staffId, now }),
      totalCount: await countOwnPosts(db, actor.staffId),
    }
  },

  get: async ({ id }, { actor, db, fail, now }) => {
    const found = (await findOwnPost(db, actor.staffId, id)) ?? fail(protocolErrors.notFound)
    const [shown] = await shownOwn(db, [found], { staffId: actor.staffId, now })
    return shown ?? fail(protocolErrors.notFound)
  },

  result: async ({ postResultId }, { actor, db, fail }) => {
    const found = await findPostResult(db, everybody, postResultId)
    if (found?.staffId !== actor.staffId) return fail(protocolErrors.notFound)
    const {
      loginAccount: _account,
      isPersonalityHidden: _hidden,
      ...shown
    } = await shownResult(db, found, {
      seesPersonality: true,
    })
    return shown
  },

  contest: async ({ postResultId, text }, { actor, db, fail, now, record }) => {
    const found = await findPostResult(db, everybody, postResultId)
    if (found?.staffId !== actor.staffId) return fail(protocolErrors.notFound)
    if ((await lockContest(db, found)) === contestState.open) return fail(resultErrors.contested)
    await markContested(db, found, { number: found.number, text, now })
    record({ targetId: postResultId, targetName: found.assessmentName, after: { contestText: text } })
    return null
  },
}

export const postLearnEndpoints = implement(postLearn, handlers)

const nothing: Partial<Part> = {}

interface Whose {
  readonly staffId: string
  readonly now: Date
}

/** Each as one thing: its parts in order, what is next. */
async function shownOwn(db: Db, rows: readonly OwnRow[], { staffId, now }: Whose) {
  const all = await selectParts(
    db,
    rows.map(({ id }) => id),
  )
  const parts = Map.groupBy(all, ({ assessmentId }) => assessmentId)
  const names = await examNames(db, all)
  const limits = await limitsOf(
    db,
    all.flatMap(({ examId }) => examId ?? []),
  )
  return Promise.all(
    rows.map(async ({ startAt, endAt, status: stored, ...row }) => {
      const status = statusAt({ status: stored, startAt, endAt }, now)
      const isOver = status === appointmentStatus.closed
      const made = parts.get(row.id) ?? []
      const standings = (await partStandings(db, { parts: made, isOver }, [staffId])).get(staffId) ?? []
      const own = standings.map(({ part, state, scale }, at): OwnPart => {
        const { examId = null, sourceExamId = null, scaleName = null } = made[at] ?? nothing
        const isToDo = state === partState.open || state === partState.begun
        return {
          ...{ part, state, examId, raterId: scale?.raterId ?? null },
          name: sourceExamId === null ? (scaleName ?? '') : (names.get(sourceExamId) ?? row.name),
          limitMinutes: limits.get(examId ?? '') ?? null,
          mayEnter: isToDo && status === appointmentStatus.inProgress,
        }
      })
      const next = own.find(({ mayEnter }) => mayEnter)?.part ?? null
      return { ...row, status, startTime: startAt, endTime: endAt, parts: own, next }
    }),
  )
}
