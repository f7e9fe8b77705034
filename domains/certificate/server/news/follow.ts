/** How certificates hear what people did: who has earned one gets it, and whose ground has gone stands in a list. */
import { courseCompleted, courseReopened } from '@kaopei/course/server'
import { measuredResults, resultChanged } from '@kaopei/evaluation/server'
import { publishedResults, resultNews } from '@kaopei/result/server'
import { type Db, databaseNow, listener, readNews } from '@kaopei/server'
import { projectCompleted, projectReopened } from '@kaopei/training/server'
import { proposalState, type RuleKind } from '../../contract/codes.ts'
import { insertEvents } from '../issue/issue.sql.ts'
import { issue } from '../issue/issue.ts'
import { selectFollowing } from '../issue-rules/rule.sql.ts'
import { earningsOf, hasCompleted, targetNames } from '../issue-rules/targets.ts'
import { isPassed } from '../rules/is-passed.ts'
import { meetsConditions } from '../rules/meets-conditions.ts'
import { closeProposals, insertProposals, type ProposalCause, selectLiving } from './proposal.sql.ts'

interface Whose {
  readonly targetId: string
  readonly staffId: string
}

/** Issues by every rule that follows these; who holds one already gets none. */
export async function takeEarned(db: Db, kind: RuleKind, whose: readonly Whose[], now: Date): Promise<void> {
  const byTarget = Map.groupBy(whose, ({ targetId }) => targetId)
  const rules = await selectFollowing(db, kind, [...byTarget.keys()])
  const names = await targetNames(
    db,
    rules.map(({ targetId }) => ({ kind, targetId })),
    now,
  )
  for (const rule of rules) {
    const staffIds = [...new Set((byTarget.get(rule.targetId) ?? []).map(({ staffId }) => staffId))]
    const earned = { kind, targetId: rule.targetId, source: names.get(rule.targetId) ?? rule.name, staffIds }
    const earnings = await earningsOf(db, earned, rule)
    if (earnings.length > 0) await issue(db, { ruleId: rule.id, earnings, actorId: null, reason: rule.name, now })
  }
}

/** The ordered news of official results: an attempt pays nothing for it, and a minute later at most it is here. */
export const followResults = readNews({
  name: 'certificate.results',
  feed: resultNews,
  read: async (db, news) => {
    const now = databaseNow()
    const told = news.flatMap(({ ownerKind, kind, ownerId, staffId }) =>
      ownerKind === 'exam' && kind !== 'begun' ? [{ targetId: ownerId, staffId, kind }] : [],
    )
    if (told.length === 0) return
    await takeEarned(db, 'exam', told, now)
    await questionResults(db, told, now)
  },
})

/** Certificates of these people that their results carry no longer, and those that they carry again. */
export async function questionResults(db: Db, told: readonly (Whose & { readonly kind: string })[], now: Date): Promise<void> {
  const whose = told.map(({ targetId: sourceId, staffId }) => ({ sourceId, staffId }))
  const living = await selectLiving(db, 'exam', whose)
  if (living.length === 0) return
  const results = await publishedResults(
    db,
    living.map(({ sourceId: ownerId, staffId }) => ({ ownerId, staffId })),
  )
  const lastNews = new Map(told.map(({ targetId, staffId, kind }) => [`${targetId}|${staffId}`, kind]))
  const judged = living.map((one) => {
    const own = results.filter(({ ownerId, staffId }) => ownerId === one.sourceId && staffId === one.staffId)
    return { certificateId: one.id, stands: own.some((result) => isPassed(result, one)), ...causeOf(lastNews, one, own.length) }
  })
  await propose(
    db,
    judged.filter(({ stands }) => !stands),
    now,
  )
  await letLapse(
    db,
    judged.filter(({ stands }) => stands).map(({ certificateId }) => certificateId),
    now,
  )
}

function causeOf(
  lastNews: ReadonlyMap<string, string>,
  { sourceId, staffId }: { readonly sourceId: string; readonly staffId: string },
  results: number,
): { readonly cause: ProposalCause } {
  const kind = lastNews.get(`${sourceId}|${staffId}`)
  if (kind === 'voided') return { cause: 'voided' }
  return { cause: kind === 'withdrawn' && results === 0 ? 'withdrawn' : 'failed' }
}

async function propose(db: Db, proposals: readonly { certificateId: string; cause: ProposalCause }[], now: Date): Promise<void> {
  const added = await insertProposals(db, proposals, now)
  await insertEvents(db, { ids: added, kind: 'proposed', reason: '取得证书的依据已变化', byId: null, at: now })
}

async function letLapse(db: Db, certificateIds: readonly string[], now: Date): Promise<void> {
  const reason = '取得证书的依据已恢复'
  const closed = await closeProposals(db, { certificateIds, state: proposalState.lapsed, reason, actorId: null, now })
  await insertEvents(db, { ids: closed, kind: 'lapsed', reason, byId: null, at: now })
}

type Completable = 'course' | 'project'

async function completed(db: Db, kind: Completable, whose: Whose): Promise<void> {
  const now = databaseNow()
  await takeEarned(db, kind, [whose], now)
  await letLapse(db, idsOf(await livingOf(db, kind, whose)), now)
}

const causesOfReopening = { course: 'reopened', project: 'projectReopened' } as const

/** Completed again before this was heard: then its certificates have their ground. */
async function reopened(db: Db, kind: Completable, whose: Whose): Promise<void> {
  const living = await livingOf(db, kind, whose)
  if (living.length === 0 || (await hasCompleted(db, kind, whose))) return
  const cause = causesOfReopening[kind]
  await propose(
    db,
    living.map(({ id }) => ({ certificateId: id, cause })),
    databaseNow(),
  )
}

const livingOf = (db: Db, kind: Completable, { targetId: sourceId, staffId }: Whose) =>
  selectLiving(db, kind, [{ sourceId, staffId }])

export const followCourses = listener({
  name: 'certificate.followCourses',
  event: courseCompleted,
  run: ({ courseId: targetId, staffId }, { transaction }) => transaction((db) => completed(db, 'course', { targetId, staffId })),
})

export const followReopened = listener({
  name: 'certificate.followReopened',
  event: courseReopened,
  run: ({ courseId: targetId, staffId }, { transaction }) => transaction((db) => reopened(db, 'course', { targetId, staffId })),
})

export const followProjects = listener({
  name: 'certificate.followProjects',
  event: projectCompleted,
  run: ({ projectId: targetId, staffId }, { transaction }) =>
    transaction((db) => completed(db, 'project', { targetId, staffId })),
})

export const followReopenedProjects = listener({
  name: 'certificate.followReopenedProjects',
  event: projectReopened,
  run: ({ projectId: targetId, staffId }, { transaction }) => transaction((db) => reopened(db, 'project', { targetId, staffId })),
})

/** A result that came out issues; one that was taken back leaves certificates without ground, unless another one of the person still says enough. */
export const followEvaluations = listener({
  name: 'certificate.followEvaluations',
  event: resultChanged,
  run: ({ scaleId, staffId, kind }, { transaction }) =>
    transaction(async (db) => {
      const now = databaseNow()
      if (kind === 'out') await takeEarned(db, 'evaluation', [{ targetId: scaleId, staffId }], now)
      const living = await selectLiving(db, 'evaluation', [{ sourceId: scaleId, staffId }])
      if (living.length === 0) return
      const results = await measuredResults(db, [{ scaleId, staffId }])
      const { standing = [], groundless = [] } = Object.groupBy(living, ({ conditions }) =>
        results.some(({ dimensions }) => meetsConditions(dimensions, conditions)) ? 'standing' : 'groundless',
      )
      await letLapse(db, idsOf(standing), now)
      if (kind === 'out') return
      const cause = kind === 'voided' ? 'resultVoided' : 'resultErased'
      const proposals = groundless.map(({ id: certificateId }) => ({ certificateId, cause }) as const)
      await propose(db, proposals, now)
    }),
})

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id)
