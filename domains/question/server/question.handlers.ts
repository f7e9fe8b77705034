import { cut, kept, protocolErrors } from '@kaopei/contract'
import { type Actor, type Db, implement } from '@kaopei/server'
import { questionStatus } from '../contract/codes.ts'
import { questionContent, scoringRule } from '../contract/content.ts'
import { questionErrors } from '../contract/errors.ts'
import { question, questionFields, questionRow } from '../contract/question.ts'
import { type HiddenKey, withKeptKey, withoutKey } from '../contract/without-key.ts'
import { holdBank } from './banks/bank.sql.ts'
import {
  changeDifficulty,
  changeKnowledge,
  changeStatus,
  makeReady,
  moveQuestions,
  removeQuestions,
  selectStored,
} from './batch-questions.sql.ts'
import { changeQuestion, lockQuestions } from './change-question.sql.ts'
import { insertQuestions, orderedIds, type QuestionText } from './insert-questions.sql.ts'
import { hiddenKeysOf, isQuestionAuthor, keysUnseenBy } from './key-sight.ts'
import { shownContent } from './pictures/pictures.ts'
import { duplicatesOf, knowledgeToWrite, textToWrite } from './question.service.ts'
import { pageOfQuestions, selectRows, selectRules, selectVersions } from './question-list.sql.ts'
import { checkQuestion } from './rules/content/check-question.ts'
import { plainText } from './rules/content/plain-text.ts'
import { usesInExams } from './uses.ts'

export const questionEndpoints = implement(
  question,
  {
    list: ({ pageIndex, pageSize, ...filter }, { db }) =>
      pageOfQuestions(db, filter, { limit: pageSize, offset: (pageIndex - 1) * pageSize }),

    get: async ({ id }, { actor, db, fail, now, services }) => {
      const detail = await findDetail(db, { companyId: actor.companyId, id, now })
      if (!detail) return fail(protocolErrors.notFound)
      const hidden = await hiddenKeyOf(db, actor, id, now)
      const content = hidden === null ? detail.content : withoutKey(detail.content)
      return { ...detail, hiddenKey: hidden, content: shownContent(services, holderOf(actor), content) }
    },

    reveal: async ({ id, reason }, { actor, db, fail, now, record, services }) => {
      const detail = await findDetail(db, { companyId: actor.companyId, id, now })
      if (!detail) return fail(protocolErrors.notFound)
      record({ targetId: id, targetName: nameOf(detail.content.stem), reason })
      return { ...detail, hiddenKey: null, content: shownContent(services, holderOf(actor), detail.content) }
    },

    version: async ({ id, versionId }, { actor, db, fail, now, services }) => {
      const version = (await selectVersions(db, id)).find((one) => one.id === versionId)
      if (!version) return fail(protocolErrors.notFound)
      const hidden = await hiddenKeyOf(db, actor, id, now)
      const stored = questionContent.parse(version.content)
      const content = hidden === null ? stored : withoutKey(stored)
      return { number: version.number, hiddenKey: hidden, content: shownContent(services, holderOf(actor), content) }
    },

    create: async (fields, { actor, db, fail, now, record, services }) => {
      const { companyId, staffId } = actor
      const text = await textToWrite({ db, companyId, staffId, services, now }, fields, fail)
      const duplicates = fields.isDuplicateAllowed ? [] : await duplicatesOf(db, { actor, now }, text.content)
      if (duplicates.length > 0) return fail(questionErrors.duplicate, { data: { duplicates } })
      const [id = ''] = orderedIds(1)
      const isReady = fields.status === questionStatus.ready
      await insertQuestions(db, actor.staffId, [{ ...text, id, isReady }])
      record({ targetId: id, targetName: nameOf(text.content.stem), after: { ...text, content: withoutKey(text.content) } })
      return { id, version: 1 }
    },

    modify: async ({ id, version, ...wish }, { actor, db, fail, now, record, services }) => {
      const { companyId, staffId } = actor
      const [locked] = await lockQuestions(db, [id])
      const before = locked && (await findDetail(db, { companyId, id, now }))
      if (!before) return fail(protocolErrors.notFound)
      if (locked.version !== version) return fail(protocolErrors.changed, { data: questionRow.parse(before) })
      const fields = kept(questionFields.shape, wish, standingOf(before))
      if (locked.type !== fields.content.type) return fail(questionErrors.typeFixed)
      const isUnseen = (await keysUnseenBy(db, actor, [id], now)).has(id)
      const content = isUnseen ? withKeptKey(fields.content, before.content) : fields.content
      if (!content) return fail(questionErrors.keyHidden)
      const text = await textToWrite(
        { db, companyId, staffId, services, now, before: before.content },
        { ...fields, content },
        fail,
      )
      const duplicates = fields.isDuplicateAllowed ? [] : await duplicatesOf(db, { actor, now }, text.content, id)
      if (duplicates.length > 0) return fail(questionErrors.duplicate, { data: { duplicates } })
      const isReady = fields.status === questionStatus.ready
      const saved = await changeQuestion(db, { question: locked, text, isReady, changedBy: actor.staffId })
      record({ targetId: id, targetName: nameOf(text.content.stem), ...loggedChange(before, text) })
      return { id, ...saved }
    },

    checkDuplicate: ({ content, exceptId }, { actor, db, now }) =>
      duplicatesOf(db, { actor, now }, content, exceptId ?? undefined),

    copy: async ({ ids, bankId }, { actor, db, fail, now, record }) => {
      const sources = await selectStored(db, ids)
      if (sources.length === 0) return fail(protocolErrors.notFound)
      // A copy that no exam uses would show the key of the one that is in use.
      if ((await keysUnseenBy(db, actor, ids, now)).size > 0) return fail(questionErrors.keyHidden)
      const banks = bankId ? [bankId] : new Set(sources.map((source) => source.bankId))
      for (const one of banks) if (!(await holdBank(db, one))) return fail(protocolErrors.notFound)
      const newIds = orderedIds(sources.length)
      const copies = sources.map((source, index) => ({
        ...source,
        id: newIds[index] ?? '',
        bankId: bankId ?? source.bankId,
        // It is unique in its bank, and an import shall go on finding the original.
        idNumber: null,
        content: questionContent.parse(source.content),
        rule: scoringRule.parse(source.rule),
        isReady: false,
      }))
      await insertQuestions(db, actor.staffId, copies)
      record({ action: 'copy', after: { from: ids, to: newIds, bankId } })
      return { ids: newIds }
    },

    move: async ({ ids, bankId }, { db, fail, record }) => {
      const bank = await holdBank(db, bankId)
      if (!bank) return fail(protocolErrors.notFound)
      const count = await moveQuestions(db, ids, bankId)
      record({ targetName: bank.name, after: { ids, bankId, count } })
      return { count }
    },

    changeStatus: async ({ ids, status }, { db, fail, record }) => {
      await lockQuestions(db, ids)
      if (status === questionStatus.ready) {
        const unfit = (await selectStored(db, ids)).filter(hasFaults)
        const [first] = unfit
        if (first) {
          const text = `有 ${unfit.length} 道试题内容不完整，不能设为可用`
          return fail(questionErrors.notReady, { text, data: { ids: unfit.map(({ id }) => id) } })
        }
      }
      const count = status === 1 ? await makeReady(db, ids) : await changeStatus(db, ids, status)
      record({ after: { ids, status, count } })
      return { count }
    },

    modifyDifficulty: async ({ ids, difficulty }, { db, record }) => {
      const count = await changeDifficulty(db, ids, difficulty)
      record({ after: { ids, difficulty, count } })
      return { count }
    },

    modifyKnowledge: async ({ ids, mode, knowledgePointIds: known = [], newKnowledgePoints = [] }, { db, record }) => {
      const knowledgePointIds = await knowledgeToWrite(db, { knowledgePointIds: known, newKnowledgePoints })
      const count = await changeKnowledge(db, ids, { mode, knowledgePointIds })
      record({ after: { ids, mode, knowledgePointIds, count } })
      return { count }
    },

    removeImpact: ({ ids }, { db, now }) => impactOf(db, ids, now),

    remove: async ({ ids, isConfirmed }, { db, fail, now, record }) => {
      await lockQuestions(db, ids)
      const impact = await impactOf(db, ids, now)
      if (impact.exams.length > 0 && !isConfirmed) {
        const text = `所选试题已被 ${impact.exams.length} 场考试使用，请确认后再删除`
        return fail(questionErrors.inUse, { text, data: impact })
      }
      const before = await selectRows(db, ids)
      const count = await removeQuestions(db, ids, now)
      record({ before: before.map(({ id, stemText, bankName }) => ({ id, stemText, bankName })), after: { count } })
      return { count }
    },
  },
  { question_id_number_unique: questionErrors.idNumberTaken },
)

async function hiddenKeyOf(db: Db, actor: Actor, id: string, now: Date): Promise<HiddenKey | null> {
  const asked = { companyId: actor.companyId, questionIds: [id], isAuthor: isQuestionAuthor(actor), now }
  return (await hiddenKeysOf(db, asked))(id)
}

/** As it is stored: `shownContent` makes its pictures visible. */
async function findDetail(db: Db, { id, now }: { companyId: string; id: string; now: Date }) {
  const [row] = await selectRows(db, [id])
  if (!row) return undefined
  const stored = await selectVersions(db, id)
  const rules = (await selectRules(db, id)).map((one) => ({ ...one, rule: scoringRule.parse(one.rule) }))
  const rule = rules[0]?.rule
  if (!rule) throw new Error('a question has a rule')
  const usedIn = await usesInExams.of(db, [id], now)
  const content = questionContent.parse(stored[0]?.content)
  return { ...row, content, rule, rules, versions: stored, usedIn }
}

/** What a change that does not name it leaves; the last two are about the change itself. */
function standingOf({ idNumber, title, course, tags, knowledgePoints }: NonNullable<Awaited<ReturnType<typeof findDetail>>>) {
  const knowledgePointIds = knowledgePoints.map(({ id }) => id)
  return { idNumber, title, course, tags, knowledgePointIds, newKnowledgePoints: [], isDuplicateAllowed: false }
}

/** Without what is right, which is not for everybody who reads the log; the question's versions, also left out, keep it. */
function loggedChange(
  { versions: _versions, rules: _rules, usedIn: _usedIn, ...before }: NonNullable<Awaited<ReturnType<typeof findDetail>>>,
  after: QuestionText,
) {
  const shown = [before, after].map(({ content }) => JSON.stringify(withoutKey(content)))
  const whole = [before, after].map(({ content }) => JSON.stringify(content))
  const isKeyChanged = shown[0] === shown[1] && whole[0] !== whole[1]
  return {
    before: { ...before, content: withoutKey(before.content) },
    after: { ...after, content: withoutKey(after.content), ...(isKeyChanged && { isKeyChanged }) },
  }
}

/** Who is shown a question may write its pictures into questions of their own. */
function holderOf({ companyId, staffId }: Actor) {
  return { companyId, holderId: staffId }
}

async function impactOf(db: Db, ids: readonly string[], now: Date) {
  const exams = await usesInExams.of(db, ids, now)
  const counts = await usesInExams.count(db, ids)
  return { ...counts, exams, activeExamCount: exams.filter(({ isActive }) => isActive).length }
}

function hasFaults({ content, rule }: { content: unknown; rule: unknown }): boolean {
  return checkQuestion(questionContent.parse(content), scoringRule.parse(rule)).length > 0
}

function nameOf(stem: string): string {
  return cut(plainText(stem), 60)
}
