/** A round as its learner sees it: every question without its key, and with what was told of those that are answered. */
import { dayIn, protocolErrors } from '@kaopei/contract'
import { candidateView, type QuestionContent } from '@kaopei/question/contract/content'
import { contentsOf, type QuestionCard, questionCards, type Showing, withPictures } from '@kaopei/question/server'
import { type Db, ProtocolFailure } from '@kaopei/server'
import { runMode } from '../../contract/codes.ts'
import { findPractice } from '../practices/practice.sql.ts'
import { endOf } from '../rules/answer-time.ts'
import { everything, feedbackOf, type Permits, passedOver } from '../rules/feedback.ts'
import { countsOf } from './answering.ts'
import { memoriesOf } from './memory.sql.ts'
import { findRun, permitsOf, type RunItemRow, type RunRow, selectRunItems } from './run.sql.ts'

interface Reader {
  readonly staffId: string
  readonly now: Date
  readonly pictures: Showing
}

export async function shownRun(db: Db, runId: string, { staffId, now, pictures }: Reader) {
  const run = await findRun(db, staffId, runId)
  if (!run) throw new ProtocolFailure(protocolErrors.notFound)
  const practice = run.practiceId === null ? undefined : await findPractice(db, run.practiceId)
  const items = await selectRunItems(db, runId)
  const known = await knownOf(db, staffId, items)
  const endsAt = practice ? endOf(practice) : null
  return {
    runId,
    practiceId: run.practiceId,
    name: practice?.name ?? runMode.label(run.mode),
    mode: run.mode,
    beganAt: run.begunAt,
    endsAt,
    isOver: endsAt !== null && endsAt <= now,
    counts: countsOf(run, { ...run, isFinished: run.finishedAt !== null }),
    items: items.map((item) => shownItem(run, item, known, pictures)),
  }
}

interface Known {
  readonly contents: ReadonlyMap<string, QuestionContent>
  readonly cards: ReadonlyMap<string, QuestionCard>
  readonly memories: Awaited<ReturnType<typeof memoriesOf>>
  readonly permits: ReadonlyMap<string, Permits>
}

async function knownOf(db: Db, staffId: string, items: readonly RunItemRow[]): Promise<Known> {
  const questionIds = items.map(({ questionId }) => questionId)
  const practiceIds = [...new Set(items.flatMap(({ practiceId }) => practiceId ?? []))]
  return {
    contents: await contentsOf(
      db,
      items.map(({ versionId }) => versionId),
    ),
    cards: new Map((await questionCards(db, questionIds)).map((card) => [card.id, card])),
    memories: await memoriesOf(db, staffId, questionIds),
    permits: await permitsOf(db, practiceIds),
  }
}

function shownItem(run: RunRow, item: RunItemRow, { contents, cards, memories, permits }: Known, pictures: Showing) {
  const stored = contents.get(item.versionId)
  if (!stored) throw new Error(`item ${item.number} has lost its question`)
  const content = withPictures(stored, pictures)
  const allowed = item.practiceId === null ? everything : (permits.get(item.practiceId) ?? everything)
  const card = cards.get(item.questionId)
  const met = memories.get(item.questionId)
  return {
    item: item.number,
    questionId: item.questionId,
    view: candidateView(content, item.optionOrder),
    maxScore: item.maxHundredths,
    points: card?.points ?? [],
    isFavourite: met?.isFavourite ?? false,
    note: met?.note ?? '',
    nextSeq: item.lastSeq + 1,
    permits: allowed,
    feedback: lastFeedback(run, item, { content, permits: allowed, isOffered: Boolean(card?.readyVersionId), met }),
  }
}

interface Telling {
  readonly content: QuestionContent
  readonly permits: Permits
  readonly isOffered: boolean
  readonly met: { readonly standing: Parameters<typeof feedbackOf>[0]['standing'] } | undefined
}

function lastFeedback(run: RunRow, item: RunItemRow, { content, permits, isOffered, met }: Telling) {
  if (item.answer === null || item.answeredAt === null)
    return item.isPassed || !isOffered ? passedOver(item.lastSeq + 1, item.maxHundredths) : null
  return feedbackOf({
    seq: item.lastSeq,
    answer: item.answer,
    score: item.score,
    isRight: item.isRight,
    maxHundredths: item.maxHundredths,
    isOwn: item.isOwn,
    content,
    permits,
    isTold: run.mode !== runMode.mock || run.finishedAt !== null,
    standing: met?.standing ?? null,
    day: dayIn(item.answeredAt, run.timeZone),
  })
}
