import { protocolErrors } from '@kaopei/contract'
import { startTrackedJob } from '@kaopei/jobs/server'
import { type Db, type Fail, type Handlers, implement } from '@kaopei/server'
import { ruleErrors } from '../../contract/errors.ts'
import { rule } from '../../contract/rule.ts'
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
    const fields = fieldsOf(input)
    await refuseUnsound(db, fields, { now, fail, before: stored })
    await updateRule(db, id, fields, now)
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

  fill: async ({ id }, { actor, db, fail, record }) => {
    const found = await findRule(db, id)
    if (!found) return fail(protocolErrors.notFound)
    if (!found.isEnabled) return fail(ruleErrors.stopped)
    if (!canFill(found.kind)) return fail(ruleErrors.nothingToFill)
    record({ targetId: id, targetName: found.name })
    return startTrackedJob(db, actor, fillJob, { ruleId: id, ruleName: found.name })
  },
}

type RuleInput = Omit<RuleFields, 'minScoreHundredths'> & { readonly minScore: number | null }

/** A score is asked of exams and evaluations alone, a target of all but those by hand. */
function fieldsOf({ minScore, ...rest }: RuleInput): RuleFields {
  const { kind, targetId } = rest
  const minScoreHundredths = kind === 'exam' || kind === 'evaluation' ? minScore : null
  const remindDays = [...new Set(rest.remindDays)].sort((a, b) => b - a)
  return { ...rest, remindDays, targetId: kind === 'hand' ? null : targetId, minScoreHundredths }
}

interface Judging {
  readonly now: Date
  readonly fail: Fail<(typeof ruleErrors)['templateRefused' | 'targetRefused']>
  readonly before?: Pick<RuleFields, 'templateId' | 'targetId'>
}

/** What a rule names must be there; what it named before may have gone meanwhile. */
async function refuseUnsound(db: Db, fields: RuleFields, { now, fail, before }: Judging): Promise<void> {
  const { templateId, targetId } = fields
  if (templateId !== before?.templateId && !(await isTemplateUsed(db, templateId))) fail(ruleErrors.templateRefused)
  if (fields.kind === 'hand' || (targetId !== null && targetId === before?.targetId)) return
  if (targetId === null) fail(ruleErrors.targetRefused, { text: '请选择取得证书所依据的考试、课程或项目' })
  if ((await targetNames(db, [fields], now)).size === 0) fail(ruleErrors.targetRefused)
}

export const ruleEndpoints = implement(rule, handlers, { issue_rule_name_unique: ruleErrors.nameTaken })
