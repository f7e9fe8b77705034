import { randomUUID } from 'node:crypto'
import { protocolErrors } from '@kaopei/contract'
import { startTrackedJob } from '@kaopei/jobs/server'
import { type DataScope, type Db, type Fail, type Handlers, implement } from '@kaopei/server'
import { contestState, evidenceClass } from '../../contract/codes.ts'
import { evidenceErrors, skillErrors } from '../../contract/errors.ts'
import { ownSkill, personSkill } from '../../contract/person.ts'
import { type Evidence, recordEvidence, withdrawEvidence } from '../evidence/record.ts'
import { findSkill } from '../skills/skill.sql.ts'
import { evidencePage, personPage } from './person.service.ts'
import { answerContest, findPerson, findPiece, insertContest, lockContest, pageOfContests } from './person.sql.ts'
import { profileJob } from './profile.job.ts'

const everybody: DataScope = { kind: 'all' }

const handlers: Handlers<typeof personSkill> = {
  get: async ({ staffId, postId }, { db, fail, now, scope }) =>
    personPage(db, await seen(db, { staffId, scope }, fail), { postId, now }),

  evidence: async (wish, { db, fail, now, scope }) => {
    await seen(db, { staffId: wish.staffId, scope }, fail)
    return evidencePage(db, { ...wish, now })
  },

  download: async ({ staffId }, { actor, db, fail, record, scope }) => {
    const { name } = await seen(db, { staffId, scope }, fail)
    const { jobId } = await startTrackedJob(db, actor, profileJob, { staffId, name, scope }, { conditions: { 人员: name } })
    record({ targetId: staffId, targetName: name })
    return { jobId }
  },

  judge: async ({ staffId, skillId, level, note }, { actor, db, fail, now, record, scope }) => {
    if (staffId === actor.staffId) return fail(evidenceErrors.ownVerdict)
    const person = await seen(db, { staffId, scope }, fail)
    const skill = await findSkill(db, skillId)
    if (!skill || skill.isGroup || skill.isRetired) return fail(skillErrors.notUsable)
    const verdict: Evidence = {
      ...{ staffId, skillId, class: evidenceClass.superior, level, sourceKind: 'superior', sourceId: randomUUID() },
      ...{ title: '上级评定', facts: { note }, at: now, recordedBy: actor.staffId },
    }
    await recordEvidence(db, [verdict], now)
    record({ targetId: staffId, targetName: person.name, after: { skill: skill.name, level, note } })
  },

  withdraw: async ({ evidenceId, reason }, { actor, db, fail, now, record, scope }) => {
    const piece = await findPiece(db, evidenceId)
    if (!piece) return fail(protocolErrors.notFound)
    if (piece.sourceKind !== 'superior') return fail(evidenceErrors.notVerdict)
    if (piece.staffId === actor.staffId) return fail(evidenceErrors.ownVerdict)
    const person = await seen(db, { staffId: piece.staffId, scope }, fail)
    await withdrawEvidence(db, { sourceKind: 'superior', sourceIds: [piece.sourceId], reason, by: actor.staffId }, now)
    record({ targetId: piece.staffId, targetName: person.name, before: { level: piece.level }, reason })
  },

  contests: async ({ pageIndex, pageSize, ...filter }, { db, scope }) =>
    pageOfContests(db, { ...filter, scope }, { pageIndex, pageSize }),

  answer: async ({ id, isAgreed, answer }, { actor, db, fail, now, record, scope }) => {
    const contest = await lockContest(db, id)
    if (!contest) return fail(protocolErrors.notFound)
    if (contest.staffId === actor.staffId) return fail(evidenceErrors.ownVerdict)
    const person = await seen(db, { staffId: contest.staffId, scope }, fail)
    if (contest.state !== contestState.waits) return fail(evidenceErrors.answered)
    const state = isAgreed ? contestState.agreed : contestState.declined
    await answerContest(db, { contestId: id, state, answer, by: actor.staffId }, now)
    record({ targetId: id, targetName: person.name, after: { isAgreed, handlingNote: answer } })
  },
}

async function seen(
  db: Db,
  { staffId, scope }: { readonly staffId: string; readonly scope: DataScope },
  fail: Fail<typeof evidenceErrors.outOfScope>,
) {
  return (await findPerson(db, staffId, scope)) ?? fail(evidenceErrors.outOfScope)
}

const ownHandlers: Handlers<typeof ownSkill> = {
  get: async (_input, { actor, db, now }) => {
    const person = await findPerson(db, actor.staffId, everybody)
    const nobody = { staffId: actor.staffId, name: actor.name, department: null, postId: null }
    return personPage(db, person ?? nobody, { postId: undefined, now })
  },

  evidence: async (wish, { actor, db, now }) => evidencePage(db, { ...wish, staffId: actor.staffId, now }),

  contest: async ({ skillId, content }, { actor, db, fail, now, record }) => {
    const { staffId } = actor
    const skill = await findSkill(db, skillId)
    if (!skill || skill.isGroup || !(await findPerson(db, staffId, everybody))) return fail(protocolErrors.notFound)
    const id = await insertContest(db, { staffId, skillId, content }, now)
    record({ targetId: id, targetName: skill.name, after: { content } })
  },

  contests: async (page, { actor, db }) => pageOfContests(db, { scope: everybody, staffId: actor.staffId }, page),
}

export const personEndpoints = [
  ...implement(personSkill, handlers),
  ...implement(ownSkill, ownHandlers, { contest_waiting: evidenceErrors.alreadyContested }),
]
