import type { DataScope } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import type { GroupRule, RuleCondition } from '../contract/rule.ts'
import { belongsTo, departmentsBelow, isSeen } from './scope.sql.ts'

type Condition = RawBuilder<unknown>

export interface RuleOfGroup {
  readonly rule: GroupRule
  /** Of whoever wrote the rule: it finds nobody outside. */
  readonly scope: DataScope
}

/** What a person `s` of org.person must be like. `today` is yyyy-MM-dd. */
export function holds(companyId: string, { rule, scope }: RuleOfGroup, today: string): Condition {
  const at = { companyId, today }
  const items = rule.items.map((item) =>
    item.kind === 'branch'
      ? joined(
          item.match,
          item.conditions.map((condition) => oneHolds(condition, at)),
        )
      : oneHolds(item, at),
  )
  return sql`s.company_id = ${companyId} and s.removed_at is null and ${joined(rule.match, items)} and ${isSeen(companyId, scope)}`
}

function joined(match: GroupRule['match'], conditions: readonly Condition[]): Condition {
  return sql`(${sql.join([...conditions], match === 'all' ? sql` and ` : sql` or `)})`
}

interface Where {
  readonly companyId: string
  readonly today: string
}

function oneHolds(condition: RuleCondition, at: Where): Condition {
  // Unknown (no department, no post) is "not": people without a post are among those who do not have this post.
  return condition.isNot ? sql`(${isTrue(condition, at)}) is not true` : sql`(${isTrue(condition, at)})`
}

function isTrue(condition: RuleCondition, { companyId, today }: Where): Condition {
  switch (condition.kind) {
    case 'department':
      return belongsTo(
        condition.withBelow
          ? departmentsBelow(companyId, condition.departmentIds)
          : sql`select unnest(${condition.departmentIds}::uuid[])`,
      )
    case 'post':
      return sql`s.post_id = any (${condition.postIds}::uuid[])`
    case 'rank':
      return sql`s.rank_id = any (${condition.rankIds}::uuid[])`
    case 'label':
      return sql`exists (
        select from org.person_label l
        where l.company_id = s.company_id and l.staff_id = s.id and l.label_id = any (${condition.labelIds}::uuid[])
      )`
    case 'entryDate':
      return sql`s.entry_date >= coalesce(${condition.from ?? null}::date, '-infinity')
        and s.entry_date <= coalesce(${condition.to ?? null}::date, 'infinity')`
    case 'entryWithin':
      return sql`s.entry_date >= ${today}::date - ${condition.days}::int and s.entry_date <= ${today}::date`
    case 'staffSource':
      return sql`s.staff_source = ${condition.staffSource}`
    case 'state':
      return sql`s.is_enabled = ${condition.state === 1}`
  }
}
