/** Ends a round; of a mock one its answers count only now. */
import { dayIn } from '@kaopei/contract'
import { contentsOf, rulesOf } from '@kaopei/question/server'
import { type Db, emit } from '@kaopei/server'
import { runMode } from '../../contract/codes.ts'
import { practiceReached } from '../events.ts'
import { policyOf } from '../policy/policy.sql.ts'
import { isFollowed } from '../practices/standing.sql.ts'
import { afterAnswer } from '../rules/after-answer.ts'
import { keyMarkOf } from '../rules/key-mark.ts'
import { holdLearner } from './learner.sql.ts'
import { type MemoryWrite, memoriesOf, writeMemories } from './memory.sql.ts'
import { findRun, finishRun, type RunRow, selectRunItems } from './run.sql.ts'

/** False: no such round of theirs. Twice is harmless. */
export async function endRun(db: Db, staffId: string, runId: string, now: Date): Promise<boolean> {
  if (!(await holdLearner(db, staffId))) return false
  const run = await findRun(db, staffId, runId)
  if (!run) return false
  if (run.finishedAt !== null) return true
  await finishRun(db, runId, now)
  if (run.mode === runMode.mock) await rememberMock(db, staffId, run)
  if (run.practiceId !== null && (await isFollowed(db, run.practiceId)))
    await emit(db, practiceReached, db.companyId, { practiceId: run.practiceId, staffId })
  return true
}

async function rememberMock(db: Db, staffId: string, run: RunRow): Promise<void> {
  const items = (await selectRunItems(db, run.id)).filter(({ answer, score }) => answer !== null && score !== null)
  const contents = await contentsOf(
    db,
    items.map(({ versionId }) => versionId),
  )
  const rules = await rulesOf(
    db,
    items.map(({ ruleVersionId }) => ruleVersionId),
  )
  const met = await memoriesOf(
    db,
    staffId,
    items.map(({ questionId }) => questionId),
  )
  const figures = await policyOf(db)
  const { timeZone } = run
  const writes = items.flatMap((item): MemoryWrite[] => {
    const { questionId, practiceId, versionId, ruleVersionId, score, maxHundredths: max, isOwn, answeredAt: at } = item
    const [content, rule] = [contents.get(versionId), rules.get(ruleVersionId)]
    if (!content || !rule || score === null || at === null) return []
    const answer = { isFull: item.isRight === true, isOwn, score, max, at, day: dayIn(at, timeZone), timeZone }
    const standing = afterAnswer(met.get(questionId)?.standing ?? null, { ...answer, keyMark: keyMarkOf(content, rule) }, figures)
    return [{ questionId, practiceId, versionId, ruleVersionId, lastAt: at, standing }]
  })
  await writeMemories(db, staffId, writes)
}
