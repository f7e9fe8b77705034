/** What has to hold before a question is written. */
import { protocolErrors } from '@kaopei/contract'
import { type Actor, type Db, type Fail, ProtocolFailure } from '@kaopei/server'
import { questionStatus } from '../contract/codes.ts'
import { defaultScoringRule, type QuestionContent, questionContent } from '../contract/content.ts'
import { questionErrors } from '../contract/errors.ts'
import type { QuestionFields } from '../contract/question.ts'
import { holdBank } from './banks/bank.sql.ts'
import type { QuestionText } from './insert-questions.sql.ts'
import { keysUnseenBy } from './key-sight.ts'
import { keptContent, type Writing } from './pictures/pictures.ts'
import { countKnowledgePoints, ensureKnowledgePoints } from './points/knowledge-point.sql.ts'
import { selectDuplicates } from './question-list.sql.ts'
import { checkQuestion, type QuestionFault } from './rules/content/check-question.ts'
import { questionDigest } from './rules/content/question-digest.ts'
import { comparableWords, questionFingerprint, sameWords } from './rules/similar-text.ts'

/** The fields as they are written: rich text cut down, faults told with their fields, bank and knowledge points there. */
export async function textToWrite(
  writing: Writing,
  fields: QuestionFields,
  fail: Fail<typeof questionErrors.programmingOff>,
): Promise<QuestionText> {
  const { db } = writing
  const { content, faults } = await keptContent(writing, fields.content)
  const blocking = fields.status === questionStatus.ready ? [...faults, ...checkQuestion(content, fields.rule)] : faults
  refuseFaults(fields.rule.type === content.type ? blocking : [...faults, { path: 'rule.type', message: '评分规则与题型不符' }])
  if (content.type === 5) fail(questionErrors.programmingOff)
  if (!(await holdBank(db, fields.bankId))) refuseFaults([{ path: 'bankId', message: '题库不存在或已被删除' }])
  const knowledgePointIds = await knowledgeToWrite(db, fields)
  const { bankId, idNumber, title, course, rule, difficulty } = fields
  const tags = [...new Set(fields.tags)]
  const defaultScoreHundredths = fields.defaultScore
  return { content, rule, bankId, idNumber, title, course, tags, difficulty, defaultScoreHundredths, knowledgePointIds }
}

/** Faults of content lie below the field `content`, faults of the rule below `rule`. */
export function refuseFaults(faults: readonly QuestionFault[]): void {
  const [first] = faults
  if (!first) return
  const ofFields = faults.map(({ path, message }) => ({
    path: /^(rule|bankId|knowledgePointIds)\b/.test(path) ? path : `content.${path}`,
    message,
  }))
  throw new ProtocolFailure(protocolErrors.invalid, { text: first.message, data: { fields: ofFields } })
}

type KnowledgeWish = { knowledgePointIds: readonly string[]; newKnowledgePoints: readonly string[] }

export async function knowledgeToWrite(db: Db, wish: KnowledgeWish): Promise<string[]> {
  const given = [...new Set(wish.knowledgePointIds)]
  if ((await countKnowledgePoints(db, given)) !== given.length)
    refuseFaults([{ path: 'knowledgePointIds', message: '有知识点不存在或已被删除，请重新选择' }])
  const made = await ensureKnowledgePoints(db, wish.newKnowledgePoints)
  return [...new Set([...given, ...made.values()])]
}

interface Asking {
  readonly actor: Actor
  readonly now: Date
}

/** Other questions with the same words; `hasSameKey` tells a copy from a contradiction. */
export async function duplicatesOf(db: Db, { actor, now }: Asking, content: QuestionContent, exceptId?: string) {
  const rows = await selectDuplicates(db, questionFingerprint(content), exceptId)
  const [words, digest] = [sameWords(content), keyDigest(content)]
  const same = rows
    .map(({ content: stored, ...row }) => ({ ...row, content: questionContent.parse(stored) }))
    .filter((row) => sameWords(row.content) === words)
  const unseen = await keysUnseenBy(
    db,
    actor,
    same.map(({ id }) => id),
    now,
  )
  return same.map((row) => ({
    id: row.id,
    stemText: row.stemText,
    bankName: row.bankName,
    hasSameKey: unseen.has(row.id) ? null : keyDigest(row.content) === digest,
  }))
}

/** The digest of words and key alone, without how they score and how hard they are said to be. */
function keyDigest(content: QuestionContent): string {
  const rule = defaultScoringRule(content.type)
  return questionDigest({
    content: { ...comparableContent(content), analysis: '' },
    rule,
    difficulty: 0,
    defaultScoreHundredths: 0,
  })
}

/** Stem and options in the words by which they were found to be the same. */
function comparableContent(content: QuestionContent): QuestionContent {
  const stem = comparableWords(content.stem)
  if (content.type === 1 || content.type === 2)
    return { ...content, stem, options: content.options.map((option) => ({ ...option, html: comparableWords(option.html) })) }
  if (content.type === 7)
    return { ...content, stem, options: content.options.map((option) => ({ ...option, html: comparableWords(option.html) })) }
  return { ...content, stem }
}
