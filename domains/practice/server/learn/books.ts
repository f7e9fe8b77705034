/** Questions that somebody has met, as pages show them. */
import { candidateView, keyOf, type QuestionContent } from '@kaopei/question/contract/content'
import {
  contentsOf,
  knowledgePointsByIds,
  type QuestionCard,
  questionCards,
  questionsOfType,
  type Showing,
  withPictures,
} from '@kaopei/question/server'
import type { Db } from '@kaopei/server'
import { policyOf } from '../policy/policy.sql.ts'
import { wrongBy } from '../rules/after-answer.ts'
import { everything, maySeeWrong, shownStanding } from '../rules/feedback.ts'
import { type BookFilter, type BookRow, countBook, findLastAnswer, selectBook, selectPoints, selectTypes } from './books.sql.ts'
import { standingOf } from './memory.sql.ts'
import { permitsOf } from './run.sql.ts'

type Filter = Omit<BookFilter, 'book' | 'ofType'>
interface Page {
  readonly pageIndex: number
  readonly pageSize: number
  readonly pictures: Showing
}

export async function wrongBookOf(db: Db, filter: Filter, page: Page) {
  const { staffId, practiceId, source } = filter
  const whole = { book: 'wrong', staffId, practiceId, source } as const
  const { rows, totalCount } = await read(db, { ...filter, book: 'wrong' }, page)
  const { leaveStreak: neededStreak, leaveDays: neededDays } = await policyOf(db)
  const dataList = rows.map(({ row, shown }) => ({
    ...shown,
    wrongSince: row.wrongSince ?? row.lastAt,
    source: row.wrongBy === wrongBy.exam ? ('exam' as const) : ('practice' as const),
    wrongCount: row.wrongCount ?? 0,
    streak: row.streak ?? 0,
    streakDays: row.streakDays ?? 0,
    neededStreak,
    neededDays,
  }))
  return { dataList, totalCount, types: await selectTypes(db, whole), points: await pointsOf(db, whole) }
}

export async function favouritesOf(db: Db, filter: Filter, page: Page) {
  const { rows, totalCount } = await read(db, { ...filter, book: 'favourites' }, page)
  const permits = await permitsOf(db, [...new Set(rows.flatMap(({ row }) => row.practiceId ?? []))])
  const dataList = rows.map(({ row, shown }) => {
    const allowed = row.practiceId === null ? everything : (permits.get(row.practiceId) ?? everything)
    const standing = standingOf(row)
    return { ...shown, isInWrongBook: row.wrongSince !== null && standing !== null && maySeeWrong(standing, allowed) }
  })
  return { dataList, totalCount }
}

async function pointsOf(db: Db, whole: Parameters<typeof selectPoints>[1]) {
  const counted = await selectPoints(db, whole)
  const ids = counted.map(({ id }) => id)
  const names = new Map((await knowledgePointsByIds(db, ids)).map(({ id, name }) => [id, name]))
  return counted.flatMap(({ id, count }) => {
    const name = names.get(id)
    return name === undefined ? [] : [{ id, name, count }]
  })
}

async function read(db: Db, given: BookFilter, { pageIndex, pageSize, pictures }: Page) {
  const filter = { ...given, ...(given.type !== undefined && { ofType: questionsOfType(db, given.type) }) }
  const rows = await selectBook(db, filter, { limit: pageSize, offset: (pageIndex - 1) * pageSize })
  const shown = await shownQuestions(db, rows, pictures)
  return { rows: rows.map((row, index) => ({ row, shown: shownAt(shown, index) })), totalCount: await countBook(db, filter) }
}

type Shown = Awaited<ReturnType<typeof shownQuestions>>
function shownAt(shown: Shown, index: number): Shown[number] {
  const one = shown[index]
  if (!one) throw new Error('every row of a page is shown')
  return one
}

async function shownQuestions(db: Db, rows: readonly BookRow[], pictures: Showing) {
  const contents = await contentsOf(
    db,
    rows.map(({ versionId }) => versionId),
  )
  const cards = new Map(
    (
      await questionCards(
        db,
        rows.map(({ questionId }) => questionId),
      )
    ).map((card) => [card.id, card]),
  )
  return rows.map((row) => shownQuestion(row, contents.get(row.versionId), cards.get(row.questionId), pictures))
}

function shownQuestion(row: BookRow, stored: QuestionContent | undefined, card: QuestionCard | undefined, pictures: Showing) {
  if (!stored) throw new Error(`version ${row.versionId} is gone`)
  return {
    questionId: row.questionId,
    type: stored.type,
    view: candidateView(withPictures(stored, pictures), shuffledWords(stored)),
    points: card?.points ?? [],
    lastAt: row.lastAt,
    isFavourite: row.isFavourite,
    note: row.note,
    isReady: Boolean(card?.readyVersionId),
  }
}

/** The stored order of a dropdown's words would tell which belongs where. */
function shuffledWords(content: QuestionContent): string[] {
  if (content.type !== 7) return []
  return content.options.toSorted((one, other) => (one.html < other.html ? -1 : 1)).map(({ id }) => id)
}

/** With its key and analysis as far as they may be seen: only of a question that was answered, or came by an exam. */
export async function questionSheetOf(db: Db, staffId: string, row: BookRow, pictures: Showing) {
  const [shown] = await shownQuestions(db, [row], pictures)
  if (!shown) throw new Error('one row is one question')
  const contents = await contentsOf(db, [row.versionId])
  const stored = contents.get(row.versionId)
  const content = stored && withPictures(stored, pictures)
  const allowed =
    row.practiceId === null ? everything : ((await permitsOf(db, [row.practiceId])).get(row.practiceId) ?? everything)
  const lastAnswer = await findLastAnswer(db, staffId, row.questionId)
  const isTold = lastAnswer !== undefined || row.wrongBy === wrongBy.exam
  const standing = standingOf(row)
  return {
    ...shown,
    permits: allowed,
    lastAnswer: lastAnswer?.answer ?? null,
    ...(isTold && allowed.answer && content && { key: keyOf(content) }),
    ...(isTold && allowed.analysis && content && { analysis: content.analysis }),
    ...(isTold && allowed.result && standing && { memory: shownStanding(standing) }),
  }
}
