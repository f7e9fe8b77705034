import { kept, protocolErrors } from '@kaopei/contract'
import { type MeasuredScale, pageOfMeasured } from '@kaopei/evaluation/server'
import { startTrackedJob } from '@kaopei/jobs/server'
import { type Db, type Fail, type Handlers, implement } from '@kaopei/server'
import { type Condition, conditionText } from '../../contract/conditions.ts'
import { ruleErrors } from '../../contract/errors.ts'
import { rule, ruleFields } from '../../contract/rule.ts'
import { issueWaiting } from '../issue/retry.ts'
import { canFill, fillJob } from './fill.job.ts'
import {
  findRule,
  insertRule,
  isTemplateUsed,
  lockRules,
  lockStoredRule,
  pageOfRules,
  type RuleFields,
  removeRules,
  selectRuleOptions,
  updateRule,
} from './rule.sql.ts'
import { targetNames } from './targets.ts'

const handlers: Handlers<typeof rule> = {
  list: async ({ pageIndex, pageSize, ...filter }, { db, now }) => {
    const { rows, totalCount } = await pageOfRules(db, filter, { pageIndex, pageSize })
    const names = await targetNames(db, rows, now)
    const dataList = rows.map(({ minScoreHundredths: minScore, ...row }) => ({
      ...row,
      minScore,
      targetName: row.targetId === null ? '' : (names.get(row.targetId) ?? '已删除'),
    }))
    return { dataList, totalCount }
  },

  options: async (_input, { db }) => selectRuleOptions(db),

  create: async (input, { actor, db, fail, now, record }) => {
    const fields = fieldsOf(input)
    await refuseUnsound(db, fields, { now, fail })
    const id = await insertRule(db, fields, actor.staffId)
    record({ targetId: id, targetName: fields.name, after: fields })
    return { id }
  },

  modify: async ({ id, version, ...input }, { db, fail, now, record }) => {
    const stored = await lockStoredRule(db, id)
    if (!stored) return fail(protocolErrors.notFound)
    if (stored.version !== version) return fail(protocolErrors.changed, { data: stored })
    const fields = fieldsOf(kept(ruleFields, input, { ...stored, minScore: stored.minScoreHundredths }))
    await refuseUnsound(db, fields, { now, fail, before: stored })
    await updateRule(db, id, fields, now)
    await issueWaiting(db, { ruleId: id })
    const { id: _id, version: _version, ...before } = stored
    record({ targetId: id, targetName: fields.name, before, after: fields })
  },

  remove: async ({ ids }, { db, fail, now, record }) => {
    const rules = await lockRules(db, ids)
    if (rules.length === 0) return fail(protocolErrors.notFound)
    if (rules.some(({ hasIssued }) => hasIssued)) return fail(ruleErrors.inUse)
    await removeRules(
      db,
      rules.map(({ id }) => id),
      now,
    )
    for (const { id, name } of rules) record({ targetId: id, targetName: name, before: { name } })
  },

  scales: async ({ pageIndex, pageSize, ...search }, { db }) => pageOfMeasured(db, search, { pageIndex, pageSize }),

  fill: async ({ id }, { actor, db, fail, record }) => {
    const found = await findRule(db, id)
    if (!found) return fail(protocolErrors.notFound)
    if (!found.isEnabled) return fail(ruleErrors.stopped)
    if (!canFill(found.kind)) return fail(ruleErrors.nothingToFill)
    if (!(await isTemplateUsed(db, found.templateId))) return fail(ruleErrors.templateRefused, { text: templateStopped })
    record({ targetId: id, targetName: found.name })
    return startTrackedJob(db, actor, fillJob, { ruleId: id, ruleName: found.name })
  },
}

const templateStopped = '规则的证书模板已停用，请先在证书模板中启用，再补发'

type RuleInput = Omit<RuleFields, 'minScoreHundredths'> & { readonly minScore: number | null }

/** A score is asked of exams alone, conditions of evaluations, a target of all but those by hand. */
function fieldsOf({ minScore, ...rest }: RuleInput): RuleFields {
  const { kind, targetId } = rest
  const minScoreHundredths = kind === 'exam' ? minScore : null
  const conditions = kind === 'evaluation' ? rest.conditions : []
  const remindDays = [...new Set(rest.remindDays)].sort((a, b) => b - a)
  return { ...rest, remindDays, targetId: kind === 'hand' ? null : targetId, minScoreHundredths, conditions }
}

interface Judging {
  readonly now: Date
  readonly fail: Fail<(typeof ruleErrors)['templateRefused' | 'targetRefused' | 'conditionRefused']>
  readonly before?: Pick<RuleFields, 'templateId' | 'kind' | 'targetId' | 'conditions'>
}

/** What a rule names must be there; what it named before may have gone meanwhile. */
async function refuseUnsound(db: Db, fields: RuleFields, { now, fail, before }: Judging): Promise<void> {
  const { templateId, targetId } = fields
  if (templateId !== before?.templateId && !(await isTemplateUsed(db, templateId))) fail(ruleErrors.templateRefused)
  if (fields.kind === 'hand') return
  if (targetId === null) return fail(ruleErrors.targetRefused, { text: '请选择取得证书所依据的考试、课程、项目或测评' })
  if (fields.kind === 'evaluation') return refuseConditions(db, { ...fields, targetId }, { fail, before })
  if (targetId === before?.targetId && fields.kind === before.kind) return
  if ((await targetNames(db, [fields], now)).size === 0) fail(ruleErrors.targetRefused)
}

type JudgingConditions = Pick<Judging, 'fail'> & { readonly before: Judging['before'] | undefined }

/** Conditions are about what the published version of the scale can say. Unchanged ones stay, also where the scale has changed since. */
async function refuseConditions(
  db: Db,
  { targetId, conditions }: Pick<RuleFields, 'conditions'> & { readonly targetId: string },
  { fail, before }: JudgingConditions,
): Promise<void> {
  const isKept = targetId === before?.targetId
  if (isKept && JSON.stringify(conditions) === JSON.stringify(before?.conditions)) return
  const { dataList } = await pageOfMeasured(db, { ids: [targetId] }, { pageIndex: 1, pageSize: 1 })
  const [scale] = dataList
  if (!scale)
    return fail(ruleErrors.targetRefused, { text: '所选的测评没有发布、已停用或是人格、360° 类，不能作为证书的依据，请重新选择' })
  for (const condition of conditions) {
    const wrong = wrongIn(scale, condition)
    if (wrong !== undefined) fail(ruleErrors.conditionRefused, { text: wrong })
  }
}

/** Why no result could ever meet it; undefined: one could. */
function wrongIn({ dimensions }: MeasuredScale, condition: Condition): string | undefined {
  const { by, atLeast, bands } = condition
  const dimension = dimensions.find(({ id }) => id === condition.dimension)
  if (!dimension) return '条件中的维度在量表的已发布版本里不存在，请重新选择'
  const says = `“${conditionText(condition, dimension.name)}”`
  const strange = bands.find((label) => !dimension.bands.includes(label))
  if (by === 'band') return strange === undefined ? undefined : `${says}的档次“${strange}”不存在，请重新选择`
  if (by === 'level' && dimension.level === null) return `${says}不能使用：请先在量表中设置“${dimension.name}”对应的技能`
  if (by === 'level' && (atLeast ?? 0) > (dimension.level ?? 0)) return `${says}达不到：该维度最高只能认定 ${dimension.level} 级`
  return by === 'raw' && (atLeast ?? 0) > dimension.max ? `${says}达不到：原始分最高为 ${dimension.max}` : undefined
}

export const ruleEndpoints = implement(rule, handlers, { issue_rule_name_unique: ruleErrors.nameTaken })
