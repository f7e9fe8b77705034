import { protocolErrors } from '@kaopei/contract'
import { type Actor, type Db, type Fail, type Handlers, implement, mayUse } from '@kaopei/server'
import { linkErrors, skillErrors } from '../../contract/errors.ts'
import { skillLink } from '../../contract/link.ts'
import { skillMenu } from '../../contract/menus.ts'
import { exposeAgain } from '../evidence/expose-again.job.ts'
import { measureAgain } from '../evidence/measure-again.job.ts'
import { skillCards } from '../skills/skill.sql.ts'
import { nameOfPoint, nameOfTeaching, pageOfPoints, pageOfTeachings, savePoint, saveTeaching } from './link.sql.ts'

/** The right of authors to say it of theirs. */
const authorRight = { course: 'courseManager:edit', project: 'projectCenter:edit', point: 'quesmgmt:edit' } as const

const handlers: Handlers<typeof skillLink> = {
  teachings: async ({ pageIndex, pageSize, ...filter }, { db }) => pageOfTeachings(db, filter, { pageIndex, pageSize }),

  saveTeaching: async (input, { actor, db, enqueue, fail, now, record }) => {
    const { kind, targetId, skills, hours } = input
    guardAuthor(actor, authorRight[kind], fail)
    const name = await nameOfTeaching(db, kind, targetId)
    if (name === undefined) return fail(linkErrors.targetMissing)
    await guardSkills(db, skills, fail)
    if (!(await saveTeaching(db, { ...input, by: actor.staffId }, now))) return fail(protocolErrors.changed)
    await enqueue(exposeAgain, { kind, targetId }, { key: `${kind}:${targetId}` })
    record({ targetId, targetName: name, after: { hours, skills } })
  },

  points: async ({ pageIndex, pageSize, ...filter }, { db }) => pageOfPoints(db, filter, { pageIndex, pageSize }),

  savePoint: async ({ pointId, skills, before }, { actor, db, enqueue, fail, now, record }) => {
    guardAuthor(actor, authorRight.point, fail)
    const name = await nameOfPoint(db, pointId)
    if (name === undefined) return fail(linkErrors.targetMissing)
    await guardSkills(db, skills, fail)
    if (!(await savePoint(db, { pointId, skills, before, by: actor.staffId }, now))) return fail(protocolErrors.changed)
    await enqueue(measureAgain, { after: null }, { key: 'all' })
    await enqueue(exposeAgain, { kind: 'point', targetId: pointId }, { key: `point:${pointId}` })
    record({ targetId: pointId, targetName: name, after: { skills } })
  },
}

function guardAuthor(actor: Actor, right: string, fail: Fail<typeof protocolErrors.noPermission>): void {
  if (!mayUse(actor, skillMenu.rights.link.code) && !mayUse(actor, right)) fail(protocolErrors.noPermission)
}

async function guardSkills(
  db: Db,
  skills: readonly { readonly skillId: string }[],
  fail: Fail<typeof skillErrors.notUsable>,
): Promise<void> {
  const cards = await skillCards(
    db,
    skills.map(({ skillId }) => skillId),
  )
  if (cards.filter(({ isUsable }) => isUsable).length !== skills.length) fail(skillErrors.notUsable)
}

export const skillLinkEndpoints = implement(skillLink, handlers)
