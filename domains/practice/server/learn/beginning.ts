/** Begins a round, or goes on with the one that is not finished. */
import { dayIn } from '@kaopei/contract'
import { timeZoneOf } from '@kaopei/platform/server'
import { offeredQuestions } from '@kaopei/question/server'
import { type Db, type Fail, idOf } from '@kaopei/server'
import { isWholeRun, practiceStatus, runMode } from '../../contract/codes.ts'
import { learnErrors } from '../../contract/errors.ts'
import { mayPractise } from '../people/audience.sql.ts'
import { policyOf } from '../policy/policy.sql.ts'
import { findPractice, type PracticeRow } from '../practices/practice.sql.ts'
import { practiceStatusAt } from '../rules/practice-status-at.ts'
import { layOut } from './layout.ts'
import { enterLearner, learnerOf } from './learner.sql.ts'
import { findOpenRun, insertRun, leaveRun, passOverGone, permitsOf, type RunKind, selectRounds } from './run.sql.ts'
import { leftOf, todayOf } from './today.ts'

export interface Beginning extends RunKind {
  readonly staffId: string
  readonly isAnew: boolean
  readonly now: Date
  readonly fail: Fail<(typeof learnErrors)['notYours' | 'notOpen' | 'over' | 'noRepeat' | 'empty']>
}

/** Answers the round's id. */
export async function beginRun(db: Db, given: Beginning): Promise<string> {
  const { staffId, practiceId, isAnew, now, fail } = given
  const practice = practiceId === null ? undefined : await openPractice(db, practiceId, given)
  await enterLearner(db, staffId)
  const open = await findOpenRun(db, staffId, given)
  const isOnly = practice?.permitRepeatPractice === false && isWholeRun(given.mode)
  if (open && (!isAnew || isOnly)) return goOn(db, open.id, now)
  const other = practice && (await onlyRound(db, practice, given))
  if (other) return goOn(db, other, now)
  const timeZone = await timeZoneOf(db)
  const runId = await idOf(db)`select kit.new_id() as id`
  const dailyCount = await portionOf(db, given)
  const day = dayIn(now, timeZone)
  const items = await layOut(db, { ...given, runId, paperId: practice?.paperId ?? null, day, dailyCount })
  if (items.length === 0) return fail(learnErrors.empty, { text: emptyTexts.get(given.mode) ?? learnErrors.empty.text })
  if (open) await leaveRun(db, open.id)
  const permits = await permitsOf(db, [...new Set(items.flatMap((item) => item.practiceId ?? []))])
  const isResultHidden = [...permits.values()].some(({ result }) => !result)
  await insertRun(db, { ...given, id: runId, timeZone, isResultHidden }, items)
  return runId
}

const emptyTexts = new Map<number, string>([
  [runMode.wrong, '错题本里没有可以练习的题目'],
  [runMode.favourites, '还没有收藏可以练习的题目'],
  [runMode.due, '今天没有需要复习的题目'],
  [runMode.point, '这个知识点下没有可以练习的题目'],
  [runMode.inOrder, '练习里没有可用的题目，请联系组织者'],
  [runMode.random, '练习里没有可用的题目，请联系组织者'],
  [runMode.mock, '练习里没有可用的题目，请联系组织者'],
])

async function openPractice(db: Db, practiceId: string, { staffId, now, fail }: Beginning): Promise<PracticeRow> {
  const practice = await findPractice(db, practiceId)
  const status = practice && practiceStatusAt(practice, now)
  if (!practice || status === practiceStatus.draft) return fail(learnErrors.notYours)
  if (!(await mayPractise(db, practice, staffId))) return fail(learnErrors.notYours)
  if (status === practiceStatus.notStarted) return fail(learnErrors.notOpen)
  return status === practiceStatus.ended ? fail(learnErrors.over) : practice
}

/** Where only one round through the questions is allowed: the one that is under way in another mode; none may be begun after it. */
async function onlyRound(
  db: Db,
  { id, permitRepeatPractice }: PracticeRow,
  { staffId, mode, fail }: Beginning,
): Promise<string | undefined> {
  if (permitRepeatPractice || !isWholeRun(mode)) return undefined
  const rounds = await selectRounds(db, staffId, id)
  if (rounds.some(({ isFinished }) => isFinished)) fail(learnErrors.noRepeat)
  return rounds[0]?.id
}

async function goOn(db: Db, runId: string, now: Date): Promise<string> {
  await passOverGone(db, runId, offeredQuestions(db), now)
  return runId
}

/** What is left of today's portion; a whole one for whoever asks for more. */
async function portionOf(db: Db, { staffId, mode, isAnew, now, fail }: Beginning): Promise<number> {
  if (mode !== runMode.due) return 0
  const daily = (await learnerOf(db, staffId)).dailyCount ?? (await policyOf(db)).dailyCount
  if (isAnew) return daily
  const { doneCount, dueCount } = await todayOf(db, staffId, now)
  const left = leftOf({ daily, doneCount, dueCount })
  if (left === 0 && dueCount > 0) fail(learnErrors.empty, { text: '今天的题目已经练完，想多练可以再来一组' })
  return left
}
