/** What a project could be made of: courses that carry the points, questions to practise, a parallel paper. The same seed finds the same. */
import { coursesOfPoints } from '@kaopei/course/server'
import { type ParallelPaper, parallelPaper } from '@kaopei/paper/server'
import { questionType } from '@kaopei/question/contract/question-type'
import { knowledgePointsByIds, questionCards, questionsOfPoints } from '@kaopei/question/server'
import {
  countAttempts,
  type LaidOutQuestion,
  laidOutQuestions,
  type PointFigures,
  pointFigures,
  pointPeopleIds,
  wrongQuestions,
} from '@kaopei/result/server'
import type { DataScope, Db, Fail } from '@kaopei/server'
import { loopErrors } from '../../contract/errors.ts'
import type { ChosenPeople } from '../../contract/loop.ts'
import { type Asking, usableExam } from './access.ts'
import { activeAmong } from './draft-project.sql.ts'
import { blueprintOf } from './rules/blueprint.ts'

const mostWrong = 200
const othersOfPoint = 10

export interface PlanWish {
  readonly examId: string
  readonly knowledgeIds: readonly string[]
  readonly people: ChosenPeople
  readonly isWholePaper: boolean
  readonly bankIds: readonly string[]
  readonly seed: string
}

interface Practised {
  readonly questionId: string
  readonly pointIds: readonly string[]
}

export interface Plan {
  readonly exam: { readonly id: string; readonly name: string }
  readonly staffIds: readonly string[]
  /** How many more were meant, who are disabled or gone. */
  readonly inactiveCount: number
  readonly points: readonly PointFigures[]
  /** Of all that carry points those that carry most. */
  readonly courses: Awaited<ReturnType<typeof coursesOfPoints>>['courses']
  readonly courseCount: number
  /** Coursewares that carry points and stand in no course. */
  readonly outside: Awaited<ReturnType<typeof coursesOfPoints>>['outside']
  /** Of all that these people got wrong those that most of them did. */
  readonly wrong: readonly Practised[]
  readonly wrongCount: number
  readonly others: readonly Practised[]
  readonly paper: ParallelPaper
  /** Of every point that the paper's cells name. */
  readonly pointNames: ReadonlyMap<string, string>
}

type Planning = Asking & { readonly fail: Fail<(typeof loopErrors)['notAllowed' | 'examNotOver' | 'nobody']> }

export async function planOf(db: Db, wish: PlanWish, asking: Planning): Promise<Plan> {
  const { examId, knowledgeIds: pointIds } = wish
  const { exam, scopes } = await usableExam(db, examId, asking)
  const meant = await peopleOf(db, wish, scopes)
  const staffIds = await activeAmong(db, meant)
  if (staffIds.length === 0) return asking.fail(loopErrors.nobody)
  const chosen = new Set(pointIds)
  const points = (await pointFigures(db, { examId, scopes })).filter((point) => chosen.has(point.id))
  const laidOut = await laidOutQuestions(db, examId)
  const met = [...new Set(laidOut.map(({ questionId }) => questionId))]
  const pointNames = await namesOf(db, wish, laidOut)
  const paper = await paperOf(db, wish, { laidOut, points: pointNames })
  const wrong = await wrongOf(db, await wrongQuestions(db, { examId, scopes, pointIds, staffIds }))
  // Nobody practises what the exam afterwards asks.
  const excludedIds = [...met, ...paper.questions.map(({ questionId }) => questionId)]
  const others = await questionsOfPoints(db, { ...wish, pointIds, excludedIds, mostOfPoint: othersOfPoint })
  return {
    exam,
    staffIds,
    inactiveCount: meant.length - staffIds.length,
    points,
    ...(await coursesOfPoints(db, pointIds)),
    wrong: wrong.slice(0, mostWrong),
    wrongCount: wrong.length,
    others: others.filter(({ type }) => type !== questionType.programming),
    paper,
    pointNames,
  }
}

function peopleOf(db: Db, { examId, knowledgeIds: pointIds, people }: PlanWish, scopes: readonly DataScope[]): Promise<string[]> {
  const who = 'staffIds' in people ? { staffIds: people.staffIds } : { below: people.belowPercent / 100 }
  return pointPeopleIds(db, { examId, pointIds, scopes, ...who })
}

/** The points that the parallel paper keeps to: those chosen, or all of the paper's. */
async function namesOf(
  db: Db,
  { isWholePaper, knowledgeIds }: PlanWish,
  laidOut: readonly LaidOutQuestion[],
): Promise<ReadonlyMap<string, string>> {
  const ofPaper = isWholePaper ? laidOut.flatMap(({ pointIds }) => pointIds) : []
  const named = await knowledgePointsByIds(db, [...new Set([...knowledgeIds, ...ofPaper])])
  return new Map(named.map(({ id, name }) => [id, name]))
}

interface PaperBefore {
  readonly laidOut: readonly LaidOutQuestion[]
  readonly points: ReadonlyMap<string, string>
}

async function paperOf(db: Db, wish: PlanWish, { laidOut, points }: PaperBefore): Promise<ParallelPaper> {
  const { isWholePaper: isWhole, bankIds, seed } = wish
  const paper = { questions: laidOut, attemptCount: await countAttempts(db, wish.examId) }
  const blueprint = blueprintOf(paper, { pointIds: [...points.keys()], isWhole })
  const excludedIds = laidOut.map(({ questionId }) => questionId)
  return parallelPaper(db, { blueprint, points, excludedIds, bankIds, seed })
}

/** A paper of none of the exam's questions that mirrors what it asked about these points. */
export async function parallelOf(
  db: Db,
  { examId, knowledgeIds, seed }: Pick<PlanWish, 'examId' | 'knowledgeIds' | 'seed'>,
): Promise<ParallelPaper> {
  const laidOut = await laidOutQuestions(db, examId)
  const wish = { ...{ examId, knowledgeIds, seed }, isWholePaper: false, bankIds: [], people: { staffIds: [] } }
  return paperOf(db, wish, { laidOut, points: await namesOf(db, wish, laidOut) })
}

/** Those of them that can be practised now. */
async function wrongOf(db: Db, wrong: readonly { readonly questionId: string }[]): Promise<Practised[]> {
  const ids = wrong.map(({ questionId }) => questionId)
  const cards = new Map((await questionCards(db, ids)).map((card) => [card.id, card]))
  return ids.flatMap((questionId) => {
    const card = cards.get(questionId)
    if (!card || card.readyVersionId === null || card.type === questionType.programming) return []
    return [{ questionId, pointIds: card.points.map(({ id }) => id) }]
  })
}
