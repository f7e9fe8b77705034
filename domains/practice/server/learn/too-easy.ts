/** 太简单: today's right answer moves the memory as Easy instead of Good. */
import { dayIn } from '@kaopei/contract'
import { contentsOf, type Showing, withPictures } from '@kaopei/question/server'
import type { Db, Fail } from '@kaopei/server'
import { runMode } from '../../contract/codes.ts'
import { learnErrors } from '../../contract/errors.ts'
import type { FeedbackInput } from '../../contract/learn-shapes.ts'
import { policyOf } from '../policy/policy.sql.ts'
import { movedEasily } from '../rules/after-answer.ts'
import { everything, feedbackOf } from '../rules/feedback.ts'
import { holdLearner } from './learner.sql.ts'
import { memoriesOf, writeMemories } from './memory.sql.ts'
import { findRun, permitsOf, selectRunItems } from './run.sql.ts'

interface Saying {
  readonly staffId: string
  readonly runId: string
  readonly item: number
  readonly pictures: Showing
  readonly fail: Fail<(typeof learnErrors)['notEasy']>
}

/** Said twice it is said once. Undefined: no such item in a round of theirs. */
export async function sayTooEasy(
  db: Db,
  { staffId, runId, item: number, pictures, fail }: Saying,
): Promise<FeedbackInput | undefined> {
  if (!(await holdLearner(db, staffId))) return undefined
  const run = await findRun(db, staffId, runId)
  const item = run && (await selectRunItems(db, runId)).find((one) => one.number === number)
  if (!run || !item) return undefined
  const { questionId, practiceId, versionId, ruleVersionId, answer, answeredAt, isRight } = item
  const standing = (await memoriesOf(db, staffId, [questionId])).get(questionId)?.standing ?? null
  const isTold = run.mode !== runMode.mock || run.finishedAt !== null
  const isRightNow = answer !== null && answeredAt !== null && isRight === true && isTold
  if (!isRightNow || standing === null) return fail(learnErrors.notEasy)
  const day = dayIn(answeredAt, run.timeZone)
  const eased = movedEasily(standing, { day, timeZone: run.timeZone }, await policyOf(db)) ?? fail(learnErrors.notEasy)
  await writeMemories(db, staffId, [{ questionId, practiceId, versionId, ruleVersionId, lastAt: answeredAt, standing: eased }])
  const content = (await contentsOf(db, [versionId])).get(versionId)
  if (!content) throw new Error(`version ${versionId} is gone`)
  const permits = practiceId === null ? everything : ((await permitsOf(db, [practiceId])).get(practiceId) ?? everything)
  const told = { seq: item.lastSeq, answer, score: item.score, isRight, maxHundredths: item.maxHundredths, isOwn: item.isOwn }
  return feedbackOf({ ...told, content: withPictures(content, pictures), permits, isTold, standing: eased, day })
}
