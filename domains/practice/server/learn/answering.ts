/** One answer of somebody: taken, scored, kept, the memory moved, told. */
import { dayIn } from '@kaopei/contract'
import type { Answer } from '@kaopei/question/contract/answer'
import type { QuestionContent, ScoringRule } from '@kaopei/question/contract/content'
import { contentsOf, rulesOf, type Showing, withPictures } from '@kaopei/question/server'
import { type Db, emit, type Fail } from '@kaopei/server'
import { runMode } from '../../contract/codes.ts'
import { learnErrors } from '../../contract/errors.ts'
import type { FeedbackInput } from '../../contract/learn-shapes.ts'
import { practiceReached } from '../events.ts'
import { afterAnswer, type Standing } from '../rules/after-answer.ts'
import { endOf, timeOfAnswer } from '../rules/answer-time.ts'
import { feedbackOf, passedOver } from '../rules/feedback.ts'
import { keyMarkOf } from '../rules/key-mark.ts'
import { type AnswerFacts, findAnswerFacts, passOver, type WrittenCounts, writeAnswer } from './answer.sql.ts'
import { standingOf } from './memory.sql.ts'
import { isFull, type Scored, scored } from './scored.ts'

export interface Answering {
  readonly staffId: string
  readonly runId: string
  readonly item: number
  readonly seq: number
  readonly seconds: number
  readonly answeredAt: Date | null
  readonly now: Date
  readonly pictures: Showing
}
type Refusing<Names extends keyof typeof learnErrors> = Answering & { readonly fail: Fail<(typeof learnErrors)[Names]> }

export interface Told {
  readonly feedback: FeedbackInput
  readonly counts: ReturnType<typeof countsOf>
}

/** Undefined: no such item in a round of theirs. */
export async function takeAnswer(
  db: Db,
  given: Refusing<'over' | 'runOver' | 'answerKind'>,
  answer: Answer,
): Promise<Told | undefined> {
  const facts = await findAnswerFacts(db, given)
  if (!facts) return undefined
  const question = await questionOf(db, facts)
  if (facts.knownAnswer) return toldAgain(facts, given, question.content)
  if (facts.isPassed || (!facts.isOffered && facts.lastSeq === 0)) {
    const counts = await passOver(db, given)
    return { feedback: passedOver(given.seq, facts.maxHundredths), counts: countsOf(facts, counts) }
  }
  const at = timeFor(facts, given)
  if (facts.finishedAt !== null) given.fail(learnErrors.runOver)
  if (answer.type !== question.content.type) given.fail(learnErrors.answerKind)
  const result = scored(answer, { ...question, maxHundredths: facts.maxHundredths })
  return keep(db, given, { facts, question, result, at, isJudgement: false })
}

/** One's own score of the last answer. */
export async function takeJudgement(db: Db, given: Refusing<'over' | 'notOwn'>, ownScore: number): Promise<Told | undefined> {
  const facts = await findAnswerFacts(db, given)
  if (!facts) return undefined
  const question = await questionOf(db, facts)
  if (facts.knownAnswer) return toldAgain(facts, given, question.content)
  const { lastAnswer, maxHundredths } = facts
  if (!facts.isOwn || lastAnswer === null) return given.fail(learnErrors.notOwn)
  const at = timeFor(facts, given)
  const score = Math.min(ownScore, maxHundredths)
  const result = { answer: lastAnswer, score, isRight: isFull(score, maxHundredths), isOwn: true }
  return keep(db, given, { facts, question, result, at, isJudgement: true })
}

interface Question {
  readonly content: QuestionContent
  readonly rule: ScoringRule
}

async function questionOf(db: Db, { versionId, ruleVersionId }: AnswerFacts): Promise<Question> {
  const content = (await contentsOf(db, [versionId])).get(versionId)
  const rule = (await rulesOf(db, [ruleVersionId])).get(ruleVersionId)
  if (!content || !rule) throw new Error(`version ${versionId} has no content or rule`)
  return { content, rule }
}

/** When it was given; an ended practice takes none that was given later. */
function timeFor(facts: AnswerFacts, { answeredAt, now, fail }: Refusing<'over'>): Date {
  const at = timeOfAnswer({ answeredAt, now, begunAt: facts.begunAt })
  const end = endOf(facts)
  if (end !== null && at >= end) fail(learnErrors.over)
  return at
}

interface Keeping {
  readonly facts: AnswerFacts
  readonly question: Question
  readonly result: Scored
  readonly at: Date
  /** It was counted as an answer before. */
  readonly isJudgement: boolean
}

async function keep(db: Db, given: Answering, keeping: Keeping): Promise<Told> {
  const { facts, question, result, at, isJudgement } = keeping
  const day = dayIn(at, facts.timeZone)
  const isMock = facts.mode === runMode.mock
  const isFirst = facts.lastSeq === 0
  const counts = isFirst || isMock || isJudgement
  const answered = isFirst ? 1 : 0
  const isLast = facts.answeredCount + answered + facts.passedCount >= facts.itemCount
  const known = standingOf(facts)
  const standing = isMock ? known : standingAfter(known, keeping, day)
  const { questionId, itemPracticeId: practiceId, versionId, ruleVersionId } = facts
  const isMoved = standing !== null && standing !== known
  const moved = isMoved ? [{ questionId, practiceId, versionId, ruleVersionId, lastAt: at, standing }] : []
  const write = {
    ...{ staffId: given.staffId, runId: given.runId, item: given.item, seq: given.seq },
    ...{ questionId, versionId, ...result, maxHundredths: facts.maxHundredths },
    ...{ seconds: given.seconds, at, receivedAt: given.now, day, counts, answered },
    scored: isFirst && !result.isOwn ? 1 : 0,
    right: counts && !result.isOwn ? Number(result.isRight === true) - Number(facts.countedRight === true) : 0,
    own: isFirst && result.isOwn ? 1 : 0,
    isFinished: isLast && !isMock,
  }
  const written = await writeAnswer(db, write, moved)
  if (facts.isFollowed && facts.practiceId !== null && (isFirst || written.isFinished))
    await emit(db, practiceReached, db.companyId, { practiceId: facts.practiceId, staffId: given.staffId })
  const told = { facts, given, content: question.content, result, standing, day, isTold: !isMock || written.isFinished }
  return { feedback: feedbackFor(told), counts: countsOf(facts, written) }
}

/** What waits for one's own judgement moves nothing yet. */
function standingAfter(known: Standing | null, { facts, question, result, at }: Keeping, day: string): Standing | null {
  if (result.score === null) return known
  const { content, rule } = question
  const isFull = result.isRight === true
  const given = { isFull, isOwn: result.isOwn, score: result.score, max: facts.maxHundredths }
  return afterAnswer(known, { ...given, at, day, timeZone: facts.timeZone, keyMark: keyMarkOf(content, rule) }, facts)
}

/** The same number again: the same feedback, and nothing moves. */
function toldAgain(facts: AnswerFacts, given: Answering, content: QuestionContent): Told | undefined {
  if (facts.knownAnswer === null) return undefined
  const result = { answer: facts.knownAnswer, score: facts.knownScore, isRight: facts.knownRight, isOwn: facts.isOwn }
  const isFinished = facts.finishedAt !== null
  const isTold = facts.mode !== runMode.mock || isFinished
  const day = dayIn(facts.itemAnsweredAt ?? given.now, facts.timeZone)
  const told = { facts, given, content, result, standing: standingOf(facts), day, isTold }
  return { feedback: feedbackFor(told), counts: countsOf(facts, { ...facts, rightCount: facts.runRightCount, isFinished }) }
}

interface Telling {
  readonly facts: AnswerFacts
  readonly given: Answering
  readonly content: QuestionContent
  readonly result: Scored
  readonly standing: Standing | null
  readonly day: string
  readonly isTold: boolean
}

function feedbackFor({ facts, given, content, result, standing, day, isTold }: Telling): FeedbackInput {
  const permits = { result: facts.mayResult, answer: facts.mayAnswer, analysis: facts.mayAnalysis }
  const shown = withPictures(content, given.pictures)
  const item = { seq: given.seq, ...result, maxHundredths: facts.maxHundredths, content: shown, permits }
  return feedbackOf({ ...item, isTold, standing, day })
}

type Counted = Pick<AnswerFacts, 'itemCount' | 'mode' | 'isResultHidden'>

export function countsOf({ itemCount, mode, isResultHidden }: Counted, counts: WrittenCounts) {
  const isTold = !isResultHidden && (mode !== runMode.mock || counts.isFinished)
  return {
    itemCount,
    answeredCount: counts.answeredCount,
    passedOverCount: counts.passedCount,
    ...(isTold && { rightCount: counts.rightCount }),
    ownJudgedCount: counts.ownCount,
    isFinished: counts.isFinished,
  }
}
