import { protocolErrors } from '@kaopei/contract'
import {
  endExamEarly,
  examLastEnd,
  findCandidate,
  giveExtraTime,
  type Reach,
  reachesExam,
  reachOf,
  scopeWithin,
  seatCandidate,
} from '@kaopei/exam/server'
import { type Context, type Db, type Fail, type Handlers, implement, type Module } from '@kaopei/server'
import {
  answerCalls,
  findAttempt,
  forceAttempt,
  isUnderWay,
  pauseAttempts,
  type AttemptReopening as Reopening,
  reopenAttempt,
  resumeAttempts,
  stateOf,
  tellAttempts,
} from '@kaopei/sitting/server'
import { hall } from '../../contract/hall.ts'
import { hallErrors } from '../../contract/hall-errors.ts'
import { byUrgency } from '../../contract/hall-order.ts'
import { reasonWords } from '../../contract/hall-reasons.ts'
import {
  findWatchedExam,
  selectAbsences,
  selectWatched,
  selectWatchedExams,
  upsertHandled,
  type WatchedRow,
  watchExam,
} from './hall.sql.ts'
import { hallRowOf } from './rows.ts'

type Refusals = (typeof hallErrors)['strangers' | 'ownAttempt']
type Caller = Pick<Context<typeof hall.pause>, 'db' | 'actor' | 'now' | 'scope' | 'record'> & { readonly fail: Fail<Refusals> }

/** What was written less than this before an answer may have come to light after it. */
const overlapMs = 5000

const handlers: Handlers<typeof hall> = {
  exams: async ({ pageIndex, pageSize }, { actor, db, scope, now }) => {
    const found = await selectWatchedExams(db, { scope: reachOf(actor, scope), now })
    return { dataList: found.slice((pageIndex - 1) * pageSize, pageIndex * pageSize), totalCount: found.length }
  },

  watch: async ({ examId, since }, { actor, db, scope: dataScope, now, fail }) => {
    const scope = reachOf(actor, dataScope)
    const exam = await findWatchedExam(db, { examId, now })
    if (!exam || !(await reachesExam(db, scope, examId))) return fail(hallErrors.notWatchable)
    const from = since && new Date(since.getTime() - overlapMs)
    const rows = await watchExam(db, { examId, scope, since: from })
    const dataList = rows.map((row) => hallRowOf(row, { now, viewerId: actor.staffId })).sort(byUrgency)
    const mayEndExam = reachesAll(scope) && (await goesOn(db, { examId, closeTime: exam.closeTime, now }))
    return { serverTime: now, ...exam, mayEndExam, dataList, totalCount: dataList.length }
  },

  tell: async ({ examId, attemptIds, kind, reason: code, text }, context) => {
    const { db, actor, now } = context
    const found = await enter(context, { examId, attemptIds })
    const reason = code === undefined ? text : reasonWords(code, text)
    const told = underWay(found)
    await tellAttempts(db, { attemptIds: told, kind, text: reason, byId: actor.staffId, now })
    return settle(context, found, { examId, reason, changed: told })
  },

  answerCalls: async ({ examId, attemptIds }, context) => {
    const { db, actor, now } = context
    const found = await enter(context, { examId, attemptIds })
    await answerCalls(db, { attemptIds, byId: actor.staffId, now })
    await tellAct(context, attemptIds, '监考人员已收到您的呼叫，请稍候。')
    return settle(context, found, { examId, reason: null, changed: attemptIds })
  },

  handle: async ({ examId, attemptIds }, context) => {
    const { db, actor, now } = context
    const found = await enter(context, { examId, attemptIds })
    const open = found.filter(({ absences, isOverLimit, isHandled }) => (absences > 0 || isOverLimit) && !isHandled)
    if (open.length > 0) await upsertHandled(db, open, { byId: actor.staffId, now })
    return settle(context, found, { examId, reason: null, changed: open.flatMap(({ attemptId }) => attemptId ?? []) })
  },

  pause: async ({ examId, attemptIds, ...why }, context) => {
    const found = await enter(context, { examId, attemptIds })
    const act = actOf(context, attemptIds, why)
    const changed = await pauseAttempts(context.db, act)
    await tellAct(context, changed, `您的考试已暂停，时间停止计算。原因：${act.reason}`)
    return settle(context, found, { examId, reason: act.reason, changed })
  },

  resume: async ({ examId, attemptIds, ...why }, context) => {
    const found = await enter(context, { examId, attemptIds })
    const act = actOf(context, attemptIds, why)
    const changed = await resumeAttempts(context.db, act)
    await tellAct(context, changed, '您的考试已恢复，暂停的时间已补回。')
    return settle(context, found, { examId, reason: act.reason, changed })
  },

  extend: async ({ examId, attemptIds, minutes, ...why }, context) => {
    const { db, actor, now, fail } = context
    const found = await enter(context, { examId, attemptIds })
    const scope = scopeWithin(reachOf(actor, context.scope))
    const { reason } = actOf(context, attemptIds, why)
    const open = underWay(found)
    if (open.length === 0) return settle(context, found, { examId, reason, changed: [] })
    const staffIds = found.flatMap(({ staffId, attemptId }) => (attemptId !== null && open.includes(attemptId) ? [staffId] : []))
    const { companyId, staffId: actorId } = actor
    await giveExtraTime(db, { companyId, examId, staffIds, minutes, reason, scope, actorId, now, fail })
    await tellAct(context, open, `您的考试时间延长 ${minutes} 分钟。原因：${reason}`)
    return settle(context, found, { examId, reason, changed: open })
  },

  force: async ({ examId, attemptIds, ...why }, context) => {
    const found = await enter(context, { examId, attemptIds })
    const { reason, actorId, now } = actOf(context, attemptIds, why)
    const changed: string[] = []
    for (const attemptId of attemptIds.toSorted())
      if (await forceAttempt(context.db, { attemptId, reason, actorId, now })) changed.push(attemptId)
    await tellAct(context, changed, `您的试卷已由监考人员收回。原因：${reason}`)
    return settle(context, found, { examId, reason, changed })
  },

  reopen: async ({ examId, attemptId, ...why }, context) => {
    const { db, fail } = context
    const attemptIds = [attemptId]
    const found = await enter(context, { examId, attemptIds })
    const { reason, actorId, now } = actOf(context, attemptIds, why)
    const reopened = await reopenAttempt(db, { attemptId, reason, actorId, now })
    if (reopened !== 'reopened') return fail(hallErrors.mayNotReopen, { text: notReopened[reopened] })
    await tellAct(context, attemptIds, '您的考试已重新开放，中间的时间已补回。')
    return settle(context, found, { examId, reason, changed: attemptIds })
  },

  move: async ({ examId, attemptId, roomId, seat, ...why }, context) => {
    const { db, fail } = context
    const attemptIds = [attemptId]
    const found = await enter(context, { examId, attemptIds })
    const { reason } = actOf(context, attemptIds, why)
    if (underWay(found).length === 0) return settle(context, found, { examId, reason, changed: [] })
    const [{ staffId } = { staffId: '' }] = found
    const wish = { examId, staffId, roomId, seat, reason, by: context.actor.staffId, now: context.now }
    await seatCandidate(db, wish, fail)
    return settle(context, found, { examId, reason, changed: attemptIds })
  },

  endExam: async ({ examId, ...why }, context) => {
    const { db, actor, now, scope, fail, record } = context
    if (!reachesAll(reachOf(actor, scope))) return fail(hallErrors.notEverybody)
    const reason = reasonWords(why.reason, why.note)
    const inside = underWay(await selectWatched(db, { examId, scope }))
    const { name, movedCount } = await endExamEarly(db, { examId, actorId: actor.staffId, now, fail })
    const text = `本场考试提前结束，请在 2 分钟内交卷，到时系统自动收卷。原因：${reason}`
    if (inside.length > 0) await tellAttempts(db, { attemptIds: inside, kind: 'act', text, byId: actor.staffId, now })
    record({ targetId: examId, targetName: name, after: { changedCount: movedCount }, reason })
    return { changedCount: movedCount }
  },

  switchScreenDetail: async ({ examinationResultId }, { actor, db, scope: dataScope, fail }) => {
    const scope = reachOf(actor, dataScope)
    const attempt = await findAttempt(db, examinationResultId)
    const person = attempt && (await findCandidate(db, { examId: attempt.ownerId, staffId: attempt.staffId, scope }))
    if (!attempt || !person) return fail(protocolErrors.notFound)
    const found = await selectAbsences(db, examinationResultId)
    const counted = found.filter(({ why }) => why === null)
    const dataList = found.map(({ why, ...absence }) => ({ ...absence, notCountedBecause: why && (excuses[why] ?? why) }))
    return {
      ...{ name: person.name, examName: attempt.title, countedCount: counted.length },
      countedSeconds: Math.round(counted.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000),
      ...{ dataList, totalCount: dataList.length },
    }
  },
}

/** An end concerns everybody, so it is for those alone who reach everybody. */
const reachesAll = ({ kind }: Reach): boolean => kind === 'all'

/** Past its close somebody may have more time. */
async function goesOn(db: Db, exam: { examId: string; closeTime: Date | null; now: Date }): Promise<boolean> {
  if (exam.closeTime === null || exam.closeTime > exam.now) return true
  const lastEnd = await examLastEnd(db, exam.examId)
  return lastEnd === null || lastEnd > exam.now
}

const notReopened: Record<Exclude<Reopening, 'reopened'>, string> = {
  notForced: '该考生的试卷不是被强制收回的，不能重新开放',
  tooLate: '收卷已超过 30 分钟，不能重新开放',
  otherOpen: '该考生已开始另一次作答，不能重新开放',
}

const excuses: Readonly<Record<string, string>> = {
  pickFile: '选择或拍摄图片',
  permission: '浏览器授权',
  share: '选择共享屏幕',
  print: '打印',
  reload: '刷新页面',
  paused: '考试暂停中',
  pardoned: '重新开放前，不再计入',
}

/** The attempts, each of a candidate of the exam whom the caller reaches, and nobody's own. */
async function enter(
  { db, actor, scope, fail }: Caller,
  { examId, attemptIds }: { examId: string; attemptIds: readonly string[] },
): Promise<WatchedRow[]> {
  const found = await selectWatched(db, { examId, scope: reachOf(actor, scope), attemptIds })
  if (found.length < new Set(attemptIds).size) return fail(hallErrors.strangers)
  if (found.some(({ staffId }) => staffId === actor.staffId)) return fail(hallErrors.ownAttempt)
  return found
}

function actOf({ actor, now }: Caller, attemptIds: readonly string[], { reason, note }: { reason: string; note: string }) {
  return { attemptIds, reason: reasonWords(reason, note), actorId: actor.staffId, now }
}

async function tellAct({ db, actor, now }: Caller, attemptIds: readonly string[], text: string): Promise<void> {
  if (attemptIds.length > 0) await tellAttempts(db, { attemptIds, kind: 'act', text, byId: actor.staffId, now })
}

/** Whoever has handed in hears nothing any more. */
function underWay(found: readonly WatchedRow[]): string[] {
  return found.flatMap(({ attemptId, state }) => (attemptId !== null && isUnderWay(stateOf(state)) ? [attemptId] : []))
}

/** On record with the names of those whom it was about. */
function settle(
  { record }: Caller,
  found: readonly WatchedRow[],
  { examId, reason, changed }: { examId: string; reason: string | null; changed: readonly string[] },
): { changedCount: number; leftOut: string[] } {
  const isChanged = new Set(changed)
  const [done, others] = [true, false].map((is) =>
    found.filter(({ attemptId }) => (attemptId !== null && isChanged.has(attemptId)) === is).map(({ name }) => name),
  )
  const [first] = found
  const targetName = found.length === 1 ? first?.name : `${first?.name ?? ''}等 ${found.length} 人`
  record({ targetId: found.length === 1 ? first?.attemptId : examId, targetName, after: { candidates: done ?? [] }, reason })
  return { changedCount: changed.length, leftOut: others ?? [] }
}

export const hallModule: Module = { endpoints: implement(hall, handlers) }
