/** How projects hear what people did: each piece of news asks how they stand now. */
import { courseCompleted, courseReopened } from '@kaopei/course/server'
import { practiceReached } from '@kaopei/practice/server'
import { answered } from '@kaopei/questionnaire/server'
import { resultNews } from '@kaopei/result/server'
import { type Db, databaseNow, listener, readNews } from '@kaopei/server'
import { findProjectTaskKind } from '../task-kinds.ts'
import { deriveMany } from './derive.ts'
import { selectLinked, type Whose } from './standing.sql.ts'

/** Takes how these people stand at these targets of a kind into their projects; what is known already changes nothing. */
export async function takeStandings(db: Db, kind: string, whose: readonly Whose[], now: Date): Promise<void> {
  const facts = findProjectTaskKind(kind)
  if (!facts?.standings || whose.length === 0) return
  const linked = await selectLinked(db, { kind, isItsOwnTarget: facts.isItsOwnTarget ?? false }, whose)
  const targetIds = new Set(whose.map(({ targetId }) => targetId))
  for (const [projectId, people] of Map.groupBy(linked, (one) => one.projectId)) {
    const staffIds = people.map(({ staffId }) => staffId)
    await deriveMany(db, projectId, staffIds, { asked: { kind, targetIds }, now })
  }
}

/** Follows the official results of exams. Attempts of other owners are their rooms'. */
export const followResults = readNews({
  name: 'training.results',
  feed: resultNews,
  read: async (db, news) => {
    const whose = news.flatMap(({ ownerKind, kind, ownerId, staffId }) =>
      ownerKind === 'exam' && kind !== 'begun' ? [{ targetId: ownerId, staffId }] : [],
    )
    await takeStandings(db, 'exam', whose, databaseNow())
  },
})

export const followCourses = listener({
  name: 'training.followCourses',
  event: courseCompleted,
  run: ({ courseId, staffId }, { transaction }) =>
    transaction((db) => takeStandings(db, 'course', [{ targetId: courseId, staffId }], databaseNow())),
})

/** What is no longer complete is asked for by the same question. */
export const followReopened = listener({
  name: 'training.followReopened',
  event: courseReopened,
  run: ({ courseId, staffId }, { transaction }) =>
    transaction((db) => takeStandings(db, 'course', [{ targetId: courseId, staffId }], databaseNow())),
})

export const followPracticesListener = listener({
  name: 'training.followPractices',
  event: practiceReached,
  run: ({ practiceId, staffId }, { transaction }) =>
    transaction((db) => takeStandings(db, 'practice', [{ targetId: practiceId, staffId }], databaseNow())),
})

export const followQuestionnaires = listener({
  name: 'training.followQuestionnaires',
  event: answered,
  run: ({ questionnaireId, staffId }, { transaction }) =>
    transaction((db) => takeStandings(db, 'questionnaire', [{ targetId: questionnaireId, staffId }], databaseNow())),
})
