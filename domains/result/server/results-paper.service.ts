import { type CodeOf, protocolErrors } from '@kaopei/contract'
import { resultState } from '@kaopei/exam/contract/exam-codes'
import { isAbnormalEvent } from '@kaopei/exam/contract/exam-events'
import {
  type CandidateFacts,
  type ExamRow,
  extendedClose,
  findCandidate,
  findExam,
  timesOfCandidate,
  withShownContacts,
} from '@kaopei/exam/server'
import { questionContent } from '@kaopei/question/contract/content'
import { withoutKey } from '@kaopei/question/contract/without-key'
import { hiddenKeysOf, type Showing, storedAnswerWithPictures, storedWithPictures } from '@kaopei/question/server'
import { type Actor, type DataScope, type Db, ProtocolFailure } from '@kaopei/server'
import { eventsOfPage } from '../contract/results.ts'
import { type AttemptFacts, countEventsOf, selectAttemptsOf, selectEventsOf, selectItemsOf } from './results-paper.sql.ts'

export type PaperWish = {
  actor: Actor
  examId: string
  staffId: string
  attemptId: string | undefined
  scope: DataScope
  now: Date
  pictures: Showing
}

/** One candidate's attempt with everything an organiser may look at; without an attempt the candidate alone. */
export async function readResultPaper(db: Db, { actor, examId, staffId, attemptId, scope, now, pictures }: PaperWish) {
  const exam = await findExam(db, examId)
  const found = await findCandidate(db, { examId, staffId, scope })
  const [candidate] = await withShownContacts(db, actor, found ? [found] : [])
  if (!exam || !candidate) throw new ProtocolFailure(protocolErrors.notFound)
  const { phone: _phone, email: _email, own, ...person } = candidate
  const { extraPercent, extraMinutes } = timesOfCandidate(exam, own)
  const attempts = await selectAttemptsOf(db, { examId, staffId })
  const attempt = attemptId === undefined ? attempts[0] : attempts.find(({ id }) => id === attemptId)
  if (attemptId !== undefined && !attempt) throw new ProtocolFailure(protocolErrors.notFound)
  const items = attempt ? await selectItemsOf(db, attempt.id) : []
  const questionIds = items.map(({ questionId }) => questionId)
  const hiddenOf = await hiddenKeysOf(db, { questionIds, isAuthor: true, now })
  // What is right in questions that people still sit is seen in the paper, with a reason, by its author.
  const contentOf = ({ questionId, content }: { questionId: string; content: unknown }) =>
    storedWithPictures(hiddenOf(questionId) === null ? content : withoutKey(questionContent.parse(content)), pictures)
  return {
    exam: {
      id: exam.id,
      name: exam.name,
      admissionStartTime: exam.openAt,
      admissionEndTime: exam.closeAt,
      duration: exam.limitMinutes,
      sumScore: exam.sumScoreHundredths,
      passScore: exam.passScoreHundredths,
    },
    candidate: { ...person, extraPercent, extraMinutes },
    state: attempt ? stateOf(attempt.state) : stateWithout(exam, candidate, now),
    attempts: attempts
      .map(({ id, number, state, scoreHundredths, startedAt }) => ({
        id,
        number,
        state,
        score: scoreHundredths,
        startTime: startedAt,
      }))
      .sort((a, b) => a.number - b.number),
    attempt: attempt ? answerAttempt(attempt) : null,
    items: items.map(({ maxScoreHundredths, scoreHundredths, answeredAt, ...item }) => ({
      ...item,
      content: contentOf(item),
      answer: storedAnswerWithPictures(item.answer, pictures),
      maxScore: maxScoreHundredths,
      score: scoreHundredths,
      answerTime: answeredAt,
    })),
    ...(attempt ? await eventsOf(db, attempt.id) : { events: [], eventCount: 0, abnormalCount: 0 }),
  }
}

async function eventsOf(db: Db, attemptId: string) {
  const counts = await countEventsOf(db, attemptId)
  const sum = (some: typeof counts) => some.reduce((total, { count }) => total + count, 0)
  return {
    events: await selectEventsOf(db, attemptId, { offset: 0, limit: eventsOfPage }),
    eventCount: sum(counts),
    abnormalCount: sum(counts.filter(({ type }) => isAbnormalEvent(type))),
  }
}

type EventsWish = Pick<PaperWish, 'examId' | 'staffId' | 'scope'> & { attemptId: string; pageIndex: number }

/** A page of what happened in an attempt of somebody whom the scope shows; undefined: there is no such attempt. */
export async function readEvents(db: Db, { examId, staffId, attemptId, scope, pageIndex }: EventsWish) {
  if (!(await findCandidate(db, { examId, staffId, scope }))) return undefined
  const attempts = await selectAttemptsOf(db, { examId, staffId })
  if (attempts.every(({ id }) => id !== attemptId)) return undefined
  const counts = await countEventsOf(db, attemptId)
  return {
    dataList: await selectEventsOf(db, attemptId, { offset: (pageIndex - 1) * eventsOfPage, limit: eventsOfPage }),
    totalCount: counts.reduce((total, { count }) => total + count, 0),
  }
}

function answerAttempt(attempt: AttemptFacts) {
  const { startedAt, submittedAt, dueAt, publishedAt, ...rest } = attempt
  return {
    ...rest,
    startTime: startedAt,
    submitTime: submittedAt,
    dueTime: dueAt,
    publishTime: publishedAt,
    maxScore: attempt.maxScoreHundredths,
    score: attempt.scoreHundredths,
    objectiveScore: attempt.objectiveHundredths,
    subjectiveScore: attempt.subjectiveHundredths,
  }
}

type ResultState = CodeOf<typeof resultState>

/** The standing of results.sql.ts for one attempt. */
function stateOf(state: string): ResultState {
  switch (state) {
    case 'voided':
      return resultState.voided
    case 'submitted':
    case 'timeout_submitted':
    case 'forced_submitted':
    case 'abandoned':
      return resultState.scoring
    case 'auto_scored':
    case 'in_marking':
      return resultState.marking
    case 'marked':
    case 'published':
      return resultState.finished
    default:
      return resultState.inProgress
  }
}

function stateWithout(exam: ExamRow, candidate: CandidateFacts, now: Date): ResultState {
  const closeAt = extendedClose(timesOfCandidate(exam, candidate.own))
  return closeAt !== null && now > closeAt ? resultState.absent : resultState.notStarted
}
