import { protocolErrors } from '@kaopei/contract'
import { type ExamSettings, isSimulation, viewTimeOf } from '@kaopei/exam/contract/exam-settings'
import { type EntryRow, findEntry, lastWriteOf, selectLastEnd, settingsOf } from '@kaopei/exam/server'
import { candidateView, keyOf, type QuestionContent } from '@kaopei/question/contract/content'
import { answerWithPictures, contentsOf, showing, withPictures } from '@kaopei/question/server'
import { type Handlers, implement } from '@kaopei/server'
import {
  type AttemptRow,
  type AttemptState,
  attemptStateLabels,
  findOwnAttempt,
  type ItemRow,
  isClosed,
  selectItems,
} from '@kaopei/sitting/server'
import type { z } from 'zod'
import { ownResult, type resultOutput } from '../contract/own-result.ts'
import { selectComments, selectForcedReason, selectResult } from './own-result.sql.ts'
import { hiddenReasonTexts, reviewAspectLabels, reviewAspects, type Visibility, visibleAspects } from './rules/visible-aspects.ts'

type ResultAnswer = z.input<typeof resultOutput>

const handlers: Handlers<typeof ownResult> = {
  result: async ({ attemptId }, { actor, db, now, services, fail }) => {
    const { companyId, staffId } = actor
    const attempt = await findOwnAttempt(db, attemptId, staffId)
    const entry = attempt && (await findEntry(db, attempt.ownerId, staffId))
    if (!attempt || !entry) return fail(protocolErrors.notFound)
    const settings = settingsOf(entry)
    const items = await selectItems(db, attemptId)
    const lastEnd = await selectLastEnd(db, attempt.ownerId)
    const visibility = visibilityOf({ attempt, entry, settings, items, lastEnd, now })
    const { visible, hidden } = visibility
    const facts = factsOf(attempt, entry, items)
    const told = {
      ...facts,
      forcedReason: attempt.submitCause === 'force' ? await selectForcedReason(db, attemptId) : null,
      visible: [...visible],
      hidden: reviewAspects.flatMap((aspect) => {
        const reason = hidden[aspect]
        return reason === undefined ? [] : [{ aspect, label: reviewAspectLabels[aspect], reason: hiddenReasonTexts[reason] }]
      }),
      ...(visible.has('marks') && (await marksOf(attemptId, db))),
    }
    if (!visible.has('attempt')) return told
    const contents = await contentsOf(
      db,
      items.map(({ questionVersionId }) => questionVersionId),
    )
    const comments = visible.has('marks') ? await selectComments(db, attemptId) : new Map<number, string>()
    const pictures = showing(services, companyId)
    const shown = new Map([...contents].map(([id, content]) => [id, withPictures(content, pictures)]))
    const answered = items.map((item) => ({ ...item, answer: item.answer && answerWithPictures(item.answer, pictures) }))
    return { ...told, items: answered.map((item) => resultItemOf(item, shown, comments, visibility)) }
  },
}

export const ownResultEndpoints = implement(ownResult, handlers)

interface Question {
  readonly attempt: AttemptRow
  readonly entry: EntryRow
  readonly settings: ExamSettings
  readonly items: readonly ItemRow[]
  /** When nobody may sit any more. */
  readonly lastEnd: Date | null
  readonly now: Date
}

function visibilityOf({ attempt, entry, settings, items, lastEnd, now }: Question): Visibility {
  return visibleAspects({
    now,
    permits: { ...settings, permitViewTime: viewTimeOf(settings) },
    attempt: {
      isClosed: isClosed(attempt.state),
      isVoided: attempt.state === 'voided',
      hasUnmarked: isWithMarkers(attempt.state) || items.some(({ scoreHundredths }) => scoreHundredths === null),
      isPublished: attempt.state === 'published',
    },
    // Never before anybody who may still sit is done, the grace of their last answers included.
    lastSittingEndsAt: lastWriteOf(entry, lastEnd),
    mayShowBeforeLastSitting: settings.permitViewEarly,
    isPractice: false,
  })
}

/** Its items may all have scores (empty ones, or those of a paper that went back): none is final before a marker says so. */
function isWithMarkers(state: AttemptState): boolean {
  return state === 'auto_scored' || state === 'in_marking'
}

function factsOf(attempt: AttemptRow, entry: EntryRow, items: readonly ItemRow[]) {
  return {
    attemptId: attempt.id,
    examId: attempt.ownerId,
    examName: entry.name,
    isSimulation: isSimulation(settingsOf(entry)),
    candidateName: entry.candidate?.name ?? '',
    number: attempt.number,
    state: attempt.state,
    stateLabel: attemptStateLabels[attempt.state],
    startedAt: attempt.startedAt,
    submittedAt: attempt.submittedAt,
    submitCause: attempt.submitCause,
    itemCount: items.length,
    answeredCount: items.filter(({ answerState }) => answerState === 'answered').length,
    totalScore: attempt.maxScoreHundredths,
  }
}

async function marksOf(attemptId: string, db: Parameters<typeof selectResult>[0]) {
  const { scoreHundredths, isPassed, passScoreHundredths } = await selectResult(db, attemptId)
  return {
    passScore: passScoreHundredths,
    ...(scoreHundredths !== null && { score: scoreHundredths }),
    ...(isPassed !== null && { isPassed }),
  }
}

function resultItemOf(
  item: ItemRow,
  contents: ReadonlyMap<string, QuestionContent>,
  comments: ReadonlyMap<number, string>,
  { visible }: Visibility,
): NonNullable<ResultAnswer['items']>[number] {
  const content = contents.get(item.questionVersionId)
  if (!content) throw new Error(`slot ${item.slot} has lost its question`)
  return {
    slot: item.slot,
    view: candidateView(content, item.optionOrder),
    maxScore: item.maxScoreHundredths,
    answer: item.answer,
    answerState: item.answerState,
    ...(visible.has('correctness') && { isCorrect: item.isCorrect }),
    ...(visible.has('marks') && { score: item.scoreHundredths, comment: comments.get(item.slot) ?? null }),
    ...(visible.has('rightAnswer') && { key: keyOf(content) }),
    ...(visible.has('analysis') && { analysis: content.analysis }),
  }
}
