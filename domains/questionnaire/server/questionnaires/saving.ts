/** What a questionnaire may become: a draft anything that is well-formed, a published one other words. */
import { protocolErrors } from '@kaopei/contract'
import { findOwnUploads } from '@kaopei/files/server'
import { instructorCards } from '@kaopei/instructor/server'
import { type Context, type Db, TooComplexMarkup } from '@kaopei/server'
import type { z } from 'zod'
import { audienceMode, questionnaireStatus } from '../../contract/codes.ts'
import type { Definition } from '../../contract/definition.ts'
import { questionnaireErrors } from '../../contract/errors.ts'
import type { questionnaire } from '../../contract/questionnaire.ts'
import { cleanInformation } from '../rules/clean-information.ts'
import { definitionOfList, emptyDefinition } from '../rules/flat-list.ts'
import { isSameStructure } from '../rules/same-structure.ts'
import { isOver } from '../rules/status-at.ts'
import { insertDefinition, selectDefinition, updateDraft } from './definition.sql.ts'
import {
  findQuestionnaire,
  insertQuestionnaire,
  type Questionnaire,
  type QuestionnaireFields,
  updateQuestionnaire,
} from './questionnaire.sql.ts'
import { templateOf } from './templates.ts'

type Wish = z.output<(typeof questionnaire)['addOrUpdate']['input']>
type Saving = Context<(typeof questionnaire)['addOrUpdate']>
type Keeping = Saving | Context<(typeof questionnaire)['saveDefinition']>

export const changedAnswer = (id: string, version: number) => ({ id, questionnaireId: id, version })

export async function definitionIn(db: Db, { definitionId }: Questionnaire): Promise<Definition> {
  return definitionId === null ? emptyDefinition : selectDefinition(db, definitionId)
}

export async function saveQuestionnaire(wish: Wish, context: Saving) {
  const { actor, db, fail, now, record } = context
  const { questionnaireId: id, version } = wish
  const before = id ? await findQuestionnaire(db, id, 'update') : undefined
  if (id && !before) return fail(protocolErrors.notFound)
  if (before && version !== before.version) return fail(protocolErrors.changed, { data: { version: before.version } })
  const fields = fieldsOf(wish, context, before)
  await requireInstructor(context, fields.instructorId, before)
  if (before) {
    await updateQuestionnaire(db, before.id, fields, now)
    const definition = listedDefinition(wish, context, await definitionIn(db, before))
    if (definition) await keepDefinition(context, before, definition)
    record({ targetId: before.id, targetName: fields.name, before: logged(before), after: logged(fields) })
    return changedAnswer(before.id, before.version + 1)
  }
  const template = wish.template && templateOf(wish.template)
  const base = template?.definition ?? emptyDefinition
  const content = listedDefinition(wish, context, base) ?? base
  await refusePictures(context, content, emptyDefinition)
  const information = fields.information || (template?.information ?? '')
  const made = await insertQuestionnaire(db, { ...fields, information }, actor.staffId)
  await insertDefinition(db, { questionnaireId: made, content, isPublished: false, actorId: actor.staffId })
  record({ targetId: made, targetName: fields.name, after: logged(fields), action: 'create' })
  return changedAnswer(made, 1)
}

/** The specification's flat list; quotas and the words at the end stay. */
function listedDefinition({ quesQuestionCreateReqDTOS: list }: Wish, { fail }: Saving, base: Definition): Definition | undefined {
  if (!list) return undefined
  const read = definitionOfList(list, base)
  if (read.success) return read.data
  const [issue] = read.error.issues
  return fail(protocolErrors.invalid, { text: issue?.message ?? '题目不正确' })
}

type Standing = Omit<QuestionnaireFields, 'name'>
const unset: Standing = {
  ...{ information: '', admissionStartAt: null, admissionEndAt: null, instructorId: null },
  ...{ isAnonymous: false, audienceMode: audienceMode.everyone, isChangeable: false },
}

/** What is absent stays as it is. */
function fieldsOf(wish: Wish, { fail, now }: Saving, before: Questionnaire | undefined): QuestionnaireFields {
  const standing: Standing = before ?? unset
  const {
    name,
    information,
    admissionStartTime: admissionStartAt = standing.admissionStartAt,
    admissionEndTime: admissionEndAt = standing.admissionEndAt,
    isAnonymous = standing.isAnonymous,
    audienceMode: mode = standing.audienceMode,
    isChangeable = standing.isChangeable,
    instructorId = standing.instructorId,
  } = wish
  if (admissionStartAt && admissionEndAt && admissionEndAt <= admissionStartAt) return fail(questionnaireErrors.timesInverted)
  if (isAnonymous && mode === audienceMode.link)
    return fail(questionnaireErrors.frozen, { text: '通过链接的答卷本来就没有账号，不能再设为匿名' })
  const fields = {
    ...{ name, admissionStartAt, admissionEndAt, isAnonymous, instructorId, audienceMode: mode },
    isChangeable: isChangeable && !isAnonymous && mode !== audienceMode.link,
    information: information === undefined ? standing.information : cleaned(information, fail),
  }
  if (before && before.status !== questionnaireStatus.draft) refuseFrozen(before, fields, { fail, now })
  return fields
}

/** Whoever is named anew teaches here now. */
async function requireInstructor(
  { db, fail }: Saving,
  instructorId: string | null,
  before: Questionnaire | undefined,
): Promise<void> {
  if (instructorId === null || instructorId === before?.instructorId) return
  const [card] = await instructorCards(db, [instructorId])
  if (!card || card.isRemoved || !card.isEnabled) fail(questionnaireErrors.instructorMissing)
}

function refuseFrozen(before: Questionnaire, fields: QuestionnaireFields, { fail, now }: Pick<Saving, 'fail' | 'now'>): void {
  const isSame =
    before.isAnonymous === fields.isAnonymous &&
    before.audienceMode === fields.audienceMode &&
    before.isChangeable === fields.isChangeable &&
    before.instructorId === fields.instructorId
  if (!isSame) fail(questionnaireErrors.frozen)
  const isMoved = before.admissionEndAt?.getTime() !== fields.admissionEndAt?.getTime()
  if (before.isAnonymous && isMoved && isOver(before, now)) fail(questionnaireErrors.overForGood)
}

function cleaned(html: string, fail: Saving['fail']): string {
  try {
    return cleanInformation(html)
  } catch (error) {
    if (error instanceof TooComplexMarkup) return fail(protocolErrors.invalid, { text: error.message })
    throw error
  }
}

/** Counts the questionnaire's version up too. */
export async function saveDefinition(context: Keeping, before: Questionnaire, definition: Definition, now: Date): Promise<void> {
  await keepDefinition(context, before, definition)
  await updateQuestionnaire(context.db, before.id, before, now)
}

async function keepDefinition(context: Keeping, before: Questionnaire, definition: Definition): Promise<void> {
  const { actor, db, fail } = context
  const was = await definitionIn(db, before)
  await refusePictures(context, definition, was)
  if (before.status === questionnaireStatus.draft) return updateDraft(db, { questionnaireId: before.id, content: definition })
  if (!isSameStructure(was, definition)) fail(questionnaireErrors.idsChanged)
  await insertDefinition(db, { questionnaireId: before.id, content: definition, isPublished: true, actorId: actor.staffId })
}

export const picturesOf = ({ pages }: Definition): string[] =>
  pages.flatMap(({ elements }) =>
    elements.flatMap((element) => (element.kind === 'note' && element.pictureFileId ? [element.pictureFileId] : [])),
  )

/** Pictures that it has had, and the caller's own uploads. */
async function refusePictures({ actor, db, fail, services }: Keeping, definition: Definition, was: Definition): Promise<void> {
  const known = picturesOf(was)
  const fresh = picturesOf(definition).filter((fileId) => !known.includes(fileId))
  if (fresh.length === 0) return
  const { companyId, staffId } = actor
  const named = fresh.map((fileId) => ({ fileId }))
  const found = await findOwnUploads(db, services, { companyId, staffId }, named, ['image', 'editorImage'])
  if (found.includes(undefined)) fail(questionnaireErrors.pictureRefused)
}

const logged = ({
  name,
  admissionStartAt,
  admissionEndAt,
  isAnonymous,
  audienceMode: mode,
  isChangeable,
  instructorId,
}: QuestionnaireFields) => ({
  ...{
    name,
    admissionStartTime: admissionStartAt,
    admissionEndTime: admissionEndAt,
    isAnonymous,
    audienceMode: mode,
    isChangeable,
    instructorId,
  },
})
