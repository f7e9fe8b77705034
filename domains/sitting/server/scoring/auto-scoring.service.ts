/** From closed attempts to their scores: what a machine can decide at once; the rest waits for markers. */
import { needsMarker } from '@kaopei/question/contract/content'
import { contentsOf, paperTotal, rulesOf, scoreAnswer } from '@kaopei/question/server'
import { type Db, emit, Pace } from '@kaopei/server'
import { attemptScored } from '../events.ts'
import type { AttemptEvent } from '../rules/attempt-transition.ts'
import { stepsAlong } from '../transition.sql.ts'
import {
  type AnsweredItem,
  type ClosedAttempt,
  type KeptScore,
  keepScores,
  lockFreeAttempts,
  moveScored,
  type Scored,
  selectAnsweredItems,
  selectClosedAttempts,
} from './auto-scoring.sql.ts'
import { tellPublished } from './tell-published.ts'

/**
 * Scores what a machine can, all of them in the running transaction; answers how many. Run again it changes nothing: only closed, unscored
 * attempts are touched, and those that somebody else is changing wait for the next turn.
 */
export async function scoreAttempts(db: Db, attemptIds: readonly string[], now: Date): Promise<number> {
  const locked = await lockFreeAttempts(db, attemptIds)
  const attempts = await selectClosedAttempts(db, locked)
  if (attempts.length === 0) return 0
  const ids = attempts.map(({ id }) => id)
  const judged = await judgeItems(db, await selectAnsweredItems(db, ids))
  const scored = attempts.map((attempt) => outcomeOf(attempt, judged.get(attempt.id) ?? [], now))
  const kept = [...judged.values()].flatMap((items) => items.flatMap(({ kept: score }) => (score ? [score] : [])))
  await keepScores(db, ids, kept, now)
  await moveScored(db, scored, now)
  for (const [index, { id, ownerKind, ownerId }] of attempts.entries())
    if (scored[index]?.subjective) await emit(db, attemptScored, db.companyId, { ownerKind, ownerId, attemptId: id })
  await tellPublished(
    db,
    attempts.filter((_, index) => scored[index]?.subjective === false),
  )
  return attempts.length
}

interface JudgedItem {
  /** Nothing when a marker has to give the score. */
  readonly kept: KeptScore | undefined
  /** Nothing decides it but a person. What was left empty has its 0 proposed already, and still waits for somebody to confirm it. */
  readonly asksForMarker: boolean
}

/** By attempt. */
async function judgeItems(db: Db, items: readonly AnsweredItem[]): Promise<Map<string, JudgedItem[]>> {
  const contents = await contentsOf(db, [...new Set(items.map(({ questionVersionId }) => questionVersionId))])
  const rules = await rulesOf(db, [...new Set(items.map(({ ruleVersionId }) => ruleVersionId))])
  const judged = new Map<string, JudgedItem[]>()
  const pace = new Pace()
  for (const item of items) {
    await pace.breathe()
    const { attemptId, slot, rev } = item
    const content = contents.get(item.questionVersionId)
    const rule = rules.get(item.ruleVersionId)
    if (!content || !rule) throw new Error(`slot ${slot} of attempt ${attemptId} has lost its question`)
    const { scoreHundredths, isCorrect, detail } = scoreAnswer(content, rule, item.answer, item.maxScoreHundredths)
    const asksForMarker = scoreHundredths === null || needsMarker(content)
    const kept =
      scoreHundredths === null
        ? undefined
        : { attempt: attemptId, slot, rev, rule: item.ruleVersionId, score: scoreHundredths, correct: isCorrect, detail }
    const ofAttempt = judged.get(attemptId)
    if (ofAttempt) ofAttempt.push({ kept, asksForMarker })
    else judged.set(attemptId, [{ kept, asksForMarker }])
  }
  return judged
}

function outcomeOf(attempt: ClosedAttempt, items: readonly JudgedItem[], now: Date): Scored {
  const { id, state, due, passHundredths, capHundredths } = attempt
  const subjective = items.some(({ asksForMarker }) => asksForMarker)
  const total = paperTotal(items.map(({ kept }) => kept?.score ?? 0))
  const steps: AttemptEvent[] = subjective ? ['score'] : ['score', 'finishMarking', 'publish']
  const { to, told } = stepsAlong({ from: state, steps, now, due, cause: 'scoring' })
  const counted = Math.min(total, capHundredths ?? total)
  const complete = subjective ? { score: null, passed: null } : { score: counted, passed: counted >= passHundredths }
  return { id, from: state, to, objective: total, ...complete, subjective, steps: told }
}
