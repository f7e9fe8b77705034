import { protocolErrors } from '@kaopei/contract'
import { fileUrl, pictureUrl, showPictures } from '@kaopei/files/server'
import { timeZoneOf } from '@kaopei/platform/server'
import { tasksHidingScores } from '@kaopei/result/server'
import { type Db, type Handlers, implement, type Services } from '@kaopei/server'
import { projectLearn } from '../../contract/learn.ts'
import { projectLearnErrors } from '../../contract/learn-errors.ts'
import { taskAt } from '../../contract/participant.ts'
import { entriesOf } from '../sessions/attendance.sql.ts'
import { sessionsOf } from '../sessions/session.sql.ts'
import { takeStandings } from '../standing/news.ts'
import { findProjectTaskKind } from '../task-kinds.ts'
import { begin, enterTask, ownPart } from './enter.ts'
import { countMine, selectMine } from './lists.sql.ts'
import { materialOf, materialShown, takeMaterial } from './material.ts'
import { findFaces } from './project.sql.ts'
import { nextTaskOf, stagesShown } from './shown.ts'
import { kindLabelOf } from './words.ts'

const isMaterial = (kind: string) => kind === 'material'
const leadsElsewhere = (kind: string) => findProjectTaskKind(kind)?.admit !== undefined

const handlers: Handlers<typeof projectLearn> = {
  mine: async ({ keyword, only, pageIndex, pageSize }, { actor, db, now, services }) => {
    const filter = { staffId: actor.staffId, keyword, only, now }
    const rows = await selectMine(db, filter, { offset: (pageIndex - 1) * pageSize, limit: pageSize })
    return {
      dataList: rows.map(({ coverFileId, nextKind, ...row }) => ({
        ...row,
        coverUrl: coverOf(services, db, coverFileId),
        nextKindLabel: nextKind === null ? null : kindLabelOf(nextKind),
      })),
      totalCount: await countMine(db, filter),
    }
  },

  get: async ({ project }, context) => {
    const { actor, db, now, services, fail } = context
    const part = await ownPart(context, project)
    const faces = await findFaces(db, project)
    if (!faces) return fail(protocolErrors.notFound)
    const held = part.outline.stages.flatMap(({ tasks }) => tasks).flatMap(({ id, kind }) => (kind === 'session' ? [id] : []))
    const sessions = new Map((await sessionsOf(db, held)).map((one) => [one.taskId, one]))
    const attendance = new Map((await entriesOf(db, held, actor.staffId)).map((one) => [one.taskId, one.state]))
    const scored = part.outline.stages
      .flatMap(({ tasks }) => tasks)
      .filter(({ id }) => taskAt(part.participant, id).scoreHundredths !== null)
    const hiddenScores = await tasksHidingScores(db, scored, now)
    const stages = stagesShown(part, { now, zone: await timeZoneOf(db), sessions, attendance, hiddenScores })
    const { name, status, beginAt, endAt } = part.outline
    const { enrolledAt, completedAt, percent } = part.row
    return {
      ...{ projectId: project, name, status, beginAt, endAt, enrolledAt, completedAt, percent, stages },
      information: showPictures(services, { companyId: db.companyId }, faces.information),
      coverUrl: coverOf(services, db, faces.coverFileId),
      nextTaskId: nextTaskOf(part, stages, now),
    }
  },

  open: async (input, context) => {
    const { actor, db, now, fail } = context
    const entered = await enterTask(context, input, leadsElsewhere)
    const { kind, targetId } = entered.task
    if (targetId === null) return fail(projectLearnErrors.gone)
    await findProjectTaskKind(kind)?.admit?.(db, {
      ...{ targetId, staffId: actor.staffId, now },
      refuse: (words) => fail(projectLearnErrors.refused, { text: words }),
    })
    await begin(context, entered)
    // It may have been done before the project led there.
    await takeStandings(db, kind, [{ targetId, staffId: actor.staffId }], now)
    return { kind, targetId }
  },

  openMaterial: async (input, context) => {
    const entered = await enterTask(context, input, isMaterial)
    await begin(context, entered)
    const material = materialOf(context, entered)
    return materialShown(material, entered.task.title, context.services, context.db.companyId)
  },

  readMaterial: async (input, context) => {
    const entered = await enterTask(context, input, isMaterial)
    const { content, secondsLeft } = materialOf(context, entered)
    if (content.html === '') return context.fail(projectLearnErrors.notThisKind)
    if (secondsLeft > 0) return context.fail(projectLearnErrors.tooSoon)
    return { isComplete: await takeMaterial(context, entered, { source: 'read' }) }
  },

  openFile: async ({ fileId, ...input }, context) => {
    const entered = await enterTask(context, input, isMaterial)
    const { content } = materialOf(context, entered)
    if (!content.files.some((file) => file.fileId === fileId)) return context.fail(projectLearnErrors.gone)
    const isComplete = await takeMaterial(context, entered, { source: 'file', what: fileId })
    return { url: fileUrl(context.services, { companyId: context.db.companyId, fileId }), isComplete }
  },

  openLink: async ({ url, ...input }, context) => {
    const entered = await enterTask(context, input, isMaterial)
    const { content } = materialOf(context, entered)
    if (!content.links.some((link) => link.url === url)) return context.fail(projectLearnErrors.gone)
    return { url, isComplete: await takeMaterial(context, entered, { source: 'link', what: url }) }
  },
}

export const learnEndpoints = implement(projectLearn, handlers)

function coverOf(services: Pick<Services, 'secret'>, { companyId }: Db, fileId: string | null): string | null {
  return fileId === null ? null : pictureUrl(services, { companyId, fileId })
}
