import { cut, protocolErrors } from '@kaopei/contract'
import { type Db, type Handlers, implement } from '@kaopei/server'
import { audienceMode, questionnaireStatus } from '../../contract/codes.ts'
import type { Definition } from '../../contract/definition.ts'
import { questionnaireErrors } from '../../contract/errors.ts'
import { questionnaire } from '../../contract/questionnaire.ts'
import { editorFaults } from '../../contract/rules/editor-faults.ts'
import { markOf } from '../answering/sealed-sheet.ts'
import { sheetCounts } from '../answering/sheet.sql.ts'
import { layoutOf } from '../rules/packing.ts'
import { isOver, statusAt } from '../rules/status-at.ts'
import { insertDefinition, markPublished } from './definition.sql.ts'
import {
  countQuestionnaires,
  findQuestionnaire,
  hasPeople,
  insertQuestionnaire,
  insertQuotas,
  leaveSealed,
  namesOfStaff,
  type Questionnaire,
  removeQuestionnaire,
  selectPage,
  takenPartIn,
  updateStatus,
} from './questionnaire.sql.ts'
import { changedAnswer, definitionIn, saveDefinition, saveQuestionnaire } from './saving.ts'
import { shownQuestionnaire } from './shown-questionnaire.ts'
import { templateList } from './templates.ts'

const handlers: Handlers<typeof questionnaire> = {
  addOrUpdate: (input, context) => saveQuestionnaire(input, context),

  list: async ({ pageIndex, pageSize, ...query }, { db, now, scope }) => {
    const filter = { ...query, now }
    const rows = await selectPage(db, filter, { limit: pageSize, offset: (pageIndex - 1) * pageSize })
    const takenPart = await takenPartIn(
      db,
      rows.map(({ id }) => id),
      scope,
    )
    const names = await namesOfStaff(
      db,
      rows.map(({ createdBy }) => createdBy),
    )
    return {
      dataList: rows.map((row) => ({
        ...row,
        questionnaireId: row.id,
        status: statusAt(row, now),
        admissionStartTime: row.admissionStartAt,
        admissionEndTime: row.admissionEndAt,
        ...takenPart(row.id),
        creatorName: names.get(row.createdBy ?? '') ?? null,
      })),
      totalCount: await countQuestionnaires(db, filter),
    }
  },

  get: async ({ id }, context) => (await shownQuestionnaire(context, id)) ?? context.fail(protocolErrors.notFound),

  saveDefinition: async ({ id, version, definition }, context) => {
    const { db, fail, now, record } = context
    const before = await findQuestionnaire(db, id, 'update')
    if (!before) return fail(protocolErrors.notFound)
    if (version !== before.version) return fail(protocolErrors.changed, { data: { version: before.version } })
    await saveDefinition(context, before, definition, now)
    record({ targetId: id, targetName: before.name, after: { elementCount: elementCountOf(definition) } })
    return changedAnswer(id, before.version + 1)
  },

  checks: async ({ id }, { db, fail }) => {
    const found = await findQuestionnaire(db, id)
    return found ? { faults: await faultsOf(db, found) } : fail(protocolErrors.notFound)
  },

  publish: async ({ id, version, isForTasks }, { db, fail, now, record }) => {
    const before = await findQuestionnaire(db, id, 'update')
    if (!before) return fail(protocolErrors.notFound)
    if (version !== undefined && version !== before.version)
      return fail(protocolErrors.changed, { data: { version: before.version } })
    if (before.status !== questionnaireStatus.draft) return fail(questionnaireErrors.notDraft, { text: '问卷已经发布' })
    if (before.admissionEndAt && before.admissionEndAt <= now) return fail(questionnaireErrors.endPast)
    const faults = await faultsOf(db, before)
    const [first] = faults
    if (first) return fail(questionnaireErrors.faulty, { text: `问卷还不能发布：${first.message}`, data: { faults } })
    const needsPeople = before.audienceMode === audienceMode.chosen || before.audienceMode === audienceMode.groups
    if (needsPeople && !isForTasks && !(await hasPeople(db, id))) return fail(questionnaireErrors.noAudience)
    const definition = await definitionIn(db, before)
    if (before.definitionId) await markPublished(db, before.definitionId)
    await insertQuotas(db, id, definition.quotas)
    await updateStatus(db, id, { status: questionnaireStatus.published, layout: layoutOf(definition), now })
    record({ targetId: id, targetName: before.name, after: { isAnonymous: before.isAnonymous } })
    return changedAnswer(id, before.version + 1)
  },

  close: async ({ id }, { db, fail, now, record }) => {
    const before = await findQuestionnaire(db, id, 'update')
    if (!before) return fail(protocolErrors.notFound)
    if (before.status === questionnaireStatus.draft) return fail(questionnaireErrors.notPublished)
    if (isOver(before, now)) return fail(questionnaireErrors.alreadyClosed)
    await updateStatus(db, id, { status: questionnaireStatus.closed, now })
    record({ targetId: id, targetName: before.name, after: { status: questionnaireStatus.closed } })
    return changedAnswer(id, before.version + 1)
  },

  leaveSealed: async ({ id }, { db, fail, now, record, services }) => {
    const found = await findQuestionnaire(db, id, 'update')
    if (!found) return fail(protocolErrors.notFound)
    if (!isOver(found, now)) return fail(questionnaireErrors.notOver)
    const { unopened } = await sheetCounts(db, id, markOf(services))
    if (unopened === 0 || found.leavesSealed) return fail(questionnaireErrors.noneUnopened)
    await leaveSealed(db, id)
    record({ targetId: id, targetName: found.name, after: { unopenedCount: unopened } })
    return null
  },

  copy: async ({ id, name }, { actor, db, fail, record }) => {
    const from = await findQuestionnaire(db, id)
    if (!from) return fail(protocolErrors.notFound)
    // Its times are over or belong to others who were asked.
    const fields = { ...from, name: name ?? `${cut(from.name, 96)} 副本`, admissionStartAt: null, admissionEndAt: null }
    const made = await insertQuestionnaire(db, fields, actor.staffId)
    const content = await definitionIn(db, from)
    await insertDefinition(db, { questionnaireId: made, content, isPublished: false, actorId: actor.staffId })
    record({ targetId: made, targetName: fields.name, after: { copyOf: from.name } })
    return changedAnswer(made, 1)
  },

  remove: async ({ id }, { db, fail, now, record }) => {
    const before = await findQuestionnaire(db, id, 'update')
    if (!before) return fail(protocolErrors.notFound)
    const takenPart = await takenPartIn(db, [id], { kind: 'all' })
    if (!takenPart(id).mayDelete) return fail(questionnaireErrors.hasAnswers)
    await removeQuestionnaire(db, id, now)
    record({ targetId: id, targetName: before.name, before: { name: before.name } })
    return null
  },

  templates: async () => templateList,
}

export const questionnaireEndpoints = implement(questionnaire, handlers)

const elementCountOf = ({ pages }: Definition) => pages.flatMap(({ elements }) => elements).length

async function faultsOf(db: Db, found: Questionnaire) {
  const wish = { isAnonymous: found.isAnonymous, isByLink: found.audienceMode === audienceMode.link }
  return editorFaults(await definitionIn(db, found), wish)
}
