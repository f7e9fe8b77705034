import { protocolErrors } from '@kaopei/contract'
import { countChosen, seenAmong } from '@kaopei/learning/server'
import { contactSight, leftOutOf, readableContacts, searchesContacts, shownContacts } from '@kaopei/org/server'
import { type Context, type Db, type Fail, type Handlers, implement } from '@kaopei/server'
import { shareErrors } from '@kaopei/share/contract/short-link'
import { createShareToken, linkStateOf, revokeShareTokens, selectTokens, siteOfLinks } from '@kaopei/share/server'
import { groupsByIds } from '@kaopei/usergroup/server'
import { audienceMode } from '../../contract/codes.ts'
import { questionnaireErrors } from '../../contract/errors.ts'
import { questionnairePeople } from '../../contract/people.ts'
import { findQuestionnaire, namesOfStaff, type Questionnaire } from '../questionnaires/questionnaire.sql.ts'
import { isOver } from '../rules/status-at.ts'
import {
  addParticipants,
  addTargets,
  areTheirs,
  countPeople,
  departmentsNamed,
  invitedPeople,
  namesLedByTask,
  removeParticipants,
  removeTargets,
  selectAudience,
  selectPeople,
  type Target,
} from './people.sql.ts'

/** What share tokens of questionnaires are for. */
export const linkKind = 'questionnaire'
const mostLinks = 500
const noMoreLinks = '问卷已经结束，新的链接打不开；到时间结束的请先延后结束时间，已手动结束的请复制为新问卷'

const handlers: Handlers<typeof questionnairePeople> = {
  staffList: async ({ id, pageIndex, pageSize, ...wish }, { actor, db, fail, scope }) => {
    const found = await someQuestionnaire(db, id, fail)
    const isSearched = searchesContacts(contactSight(actor), scope)
    const people = await invitedPeople(db, found)
    const filter = { ...wish, questionnaireId: id, isAnonymous: found.isAnonymous, people, scope, isSearched }
    const rows = await selectPeople(db, filter, { limit: pageSize, offset: (pageIndex - 1) * pageSize })
    const isReadable = await readableContacts(
      db,
      contactSight(actor),
      rows.map(({ staffId }) => staffId),
    )
    return {
      dataList: rows.map((row) => ({ ...row, ...shownContacts(row, isReadable(row.staffId)) })),
      totalCount: await countPeople(db, filter),
      audience: await namedAudience(db, await selectAudience(db, id)),
    }
  },

  updateStaff: async ({ id, audienceDepartmentIds, audienceGroupIds, ...selection }, context) => {
    const { actor, db, fail, now, record, scope } = context
    const found = await someQuestionnaire(db, id, fail)
    if (isOver(found, now)) return fail(questionnaireErrors.alreadyClosed)
    const hasTargets = audienceDepartmentIds.length + audienceGroupIds.length > 0
    if (hasTargets !== (found.audienceMode === audienceMode.groups)) return fail(questionnaireErrors.wrongAudience)
    if (!hasTargets && found.audienceMode !== audienceMode.chosen) return fail(questionnaireErrors.wrongAudience)
    const { added, eligible } = hasTargets
      ? await addAudience(context, found, { departmentIds: audienceDepartmentIds, groupIds: audienceGroupIds })
      : await addParticipants(db, {
          ...{ questionnaireId: id, selection, scope },
          ...{ sight: contactSight(actor), actorId: actor.staffId },
        })
    record({ targetId: id, targetName: found.name, after: { addedCount: added, ...selection } })
    const skippedCount = new Set(selection.staffIds).size - (await countChosen(db, selection.staffIds, scope))
    return { addedCount: added, repeatedCount: eligible - added, skippedCount }
  },

  deleteStaff: async ({ id, staffIds, audienceIds }, { db, fail, record, scope }) => {
    const found = await someQuestionnaire(db, id, fail)
    const isOfGroups = found.audienceMode === audienceMode.groups
    const wanted = isOfGroups ? audienceIds : staffIds
    if (wanted.length === 0) return fail(questionnaireErrors.wrongAudience)
    const led = isOfGroups ? [] : await namesLedByTask(db, id, staffIds, scope)
    if (led.length > 0) return fail(questionnaireErrors.ledByTask, { text: ledWords(led.map(({ name }) => name)) })
    if (isOfGroups) {
      const gone = (await selectAudience(db, id)).filter((one) => wanted.includes(one.id))
      if (!(await areTheirs(db, gone, scope))) return fail(questionnaireErrors.groupRefused)
      const removedCount = await removeTargets(db, id, audienceIds)
      record({ targetId: id, targetName: found.name, before: { removedCount } })
      return { removedCount, leftOut: null }
    }
    const removed = await removeParticipants(db, id, staffIds, scope)
    record({ targetId: id, targetName: found.name, before: { removedCount: removed.length } })
    const seen = await seenAmong(db, staffIds, scope)
    const left = await leftOutOf(db, { asked: staffIds, seen, done: removed, why: () => '不在指定的答卷人员中' })
    return { removedCount: removed.length, leftOut: left }
  },

  links: async ({ id }, { db, fail, now }) => {
    await someQuestionnaire(db, id, fail)
    const tokens = await selectTokens(db, { kind: linkKind, subjectId: id })
    const names = await namesOfStaff(
      db,
      tokens.map(({ createdBy }) => createdBy),
    )
    return tokens.map((token) => ({
      ...token,
      state: linkStateOf(token, now),
      createdByName: names.get(token.createdBy) ?? '',
    }))
  },

  createLink: async ({ id, title, expiresAt }, { actor, db, fail, now, record, services }) => {
    const found = await someQuestionnaire(db, id, fail)
    if (found.audienceMode !== audienceMode.link) return fail(questionnaireErrors.wrongAudience)
    if (isOver(found, now)) return fail(questionnaireErrors.alreadyClosed, { text: noMoreLinks })
    if (expiresAt <= now) return fail(questionnaireErrors.linkExpiryPast)
    if ((await selectTokens(db, { kind: linkKind, subjectId: id })).length >= mostLinks)
      return fail(questionnaireErrors.linksFull)
    const { companyId, staffId: actorId } = actor
    const made = await createShareToken(db, { companyId, actorId, kind: linkKind, subjectId: id, title, expiresAt })
    record({ targetId: id, targetName: found.name, after: { link: title, expiresAt } })
    return { id: made.id, url: `${await siteOfLinks(db, services)}/candidate/questionnaire?token=${made.token}` }
  },

  revokeLink: async ({ id, linkIds }, { db, fail, now, record }) => {
    const found = await someQuestionnaire(db, id, fail)
    const tokens = await selectTokens(db, { kind: linkKind, subjectId: id })
    const living = tokens.filter((token) => linkIds.includes(token.id) && token.revokedAt === null)
    const [link] = living
    if (!link) return fail(shareErrors.alreadyRevoked)
    for (const { id: tokenId } of living) await revokeShareTokens(db, { kind: linkKind, id: tokenId, now })
    record({ targetId: id, targetName: found.name, before: { link: living.map(({ title }) => title).join('、') } })
    return null
  },
}

export const peopleEndpoints = implement(questionnairePeople, handlers)

function ledWords(names: readonly string[]): string {
  return `${names.slice(0, 3).join('、')}${names.length > 3 ? '等' : ''}${questionnaireErrors.ledByTask.text}`
}

async function someQuestionnaire(db: Db, id: string, fail: Fail<typeof protocolErrors.notFound>): Promise<Questionnaire> {
  return (await findQuestionnaire(db, id)) ?? fail(protocolErrors.notFound)
}

type Adding = Context<(typeof questionnairePeople)['updateStaff']>
interface Targets {
  readonly departmentIds: readonly string[]
  readonly groupIds: readonly string[]
}

/** Whoever gives a questionnaire to a department or group answers for everybody in it; who joins later from outside the scope is not asked by it. */
async function addAudience({ actor, db, fail, scope }: Adding, { id }: Questionnaire, { departmentIds, groupIds }: Targets) {
  const targets: Target[] = [
    ...[...new Set(departmentIds)].map((targetId) => ({ id: targetId, kind: 'department' as const })),
    ...[...new Set(groupIds)].map((targetId) => ({ id: targetId, kind: 'group' as const })),
  ]
  const known = await namedAudience(db, targets)
  const whole = targets.map((target) => ({ ...target, scope: null }))
  if (known.length < targets.length || !(await areTheirs(db, whole, scope))) return fail(questionnaireErrors.groupRefused)
  return { added: await addTargets(db, id, targets, { actorId: actor.staffId, scope }), eligible: targets.length }
}

/** Those that are still there, with their names. */
async function namedAudience(db: Db, targets: readonly Target[]) {
  const ofKind = (kind: Target['kind']) => targets.flatMap((target) => (target.kind === kind ? [target.id] : []))
  const departments = await departmentsNamed(db, ofKind('department'))
  const groups = (await groupsByIds(db, ofKind('group'))).filter(({ isRemoved }) => !isRemoved)
  return [
    ...departments.map(({ id, name }) => ({ id, name, kind: 'department' as const })),
    ...groups.map(({ id, name }) => ({ id, name, kind: 'group' as const })),
  ]
}
