import { PlusOutlined } from '@ant-design/icons'
import type { Endpoint } from '@kaopei/contract'
import { type CategoryNode, category } from '@kaopei/question/contract/category'
import { knowledgePoint } from '@kaopei/question/contract/knowledge-point'
import { EmptyState, useCall, useSettled } from '@kaopei/web'
import { randomId } from '@kaopei/web/client'
import { Alert, Button } from 'antd'
import { type ReactNode, useDeferredValue } from 'react'
import type { drawCheck, drawCheckInput } from '../contract/paper.ts'
import { DrawRuleCard, type RuleOptions, type RuleTree } from './draw-rule.card.tsx'
import type { Rule } from './paper-draft.ts'

/** The call that proves rules, of whoever uses the paper. */
export type DrawCheck = Endpoint<typeof drawCheckInput, typeof drawCheck>

export interface DrawRulesProps {
  readonly check: DrawCheck
  readonly rules: readonly Rule[]
  readonly fixedQuestionIds: readonly string[]
  readonly isFrozen: boolean
  readonly onChange: (rules: readonly Rule[]) => void
}

/** What is drawn for each attempt, with the proof that it always can be. */
export function DrawRules({ check, rules, fixedQuestionIds, isFrozen, onChange }: DrawRulesProps): ReactNode {
  const options = useRuleOptions()
  const settled = useSettled(useDeferredValue(rules), 400)
  const input = { rules: settled.map(({ filter, count }) => ({ filter, count })), fixedQuestionIds: [...fixedQuestionIds] }
  const proof = useCall(check, input, { enabled: settled.length > 0 && !isFrozen, keepPrevious: true })
  const violations = settled.length > 0 ? (proof.data?.violations ?? []) : []
  const broken = new Set(violations.flatMap(({ ruleIndexes }) => ruleIndexes))
  const add = () => onChange([...rules, { key: randomId(), filter: {}, count: 5, score: rules.at(-1)?.score ?? 2 }])
  return (
    <>
      {!isFrozen && (
        <div className="kp-toolbar">
          <Button type="primary" icon={<PlusOutlined />} onClick={add} disabled={rules.length >= 50}>
            添加规则
          </Button>
          <span className="kp-hint">每位考生按规则随机抽题；同一题不会在一份试卷中出现两次，也不会与固定试题重复。</span>
        </div>
      )}
      <div aria-live="polite">
        {violations.map(({ message }) => (
          <Alert key={message} type="error" showIcon title={`抽题规则无法满足：${message}`} style={{ marginBottom: 12 }} />
        ))}
        {rules.length > 0 && !isFrozen && proof.data?.isFeasible && (
          <Alert type="success" showIcon title="抽题规则可以满足，每位考生都能抽到完整的试卷" style={{ marginBottom: 12 }} />
        )}
      </div>
      {rules.length === 0 && <EmptyState text="还没有抽题规则" />}
      {rules.map((rule, index) => (
        <DrawRuleCard
          key={rule.key}
          number={index + 1}
          rule={rule}
          options={options}
          available={proof.data?.available[index]}
          isBroken={broken.has(index)}
          isFrozen={isFrozen}
          onChange={(next) => onChange(rules.map((one) => (one.key === rule.key ? next : one)))}
          onRemove={() => onChange(rules.filter(({ key }) => key !== rule.key))}
        />
      ))}
    </>
  )
}

const longFresh = { staleMs: 60_000 }

function useRuleOptions(): RuleOptions {
  const categories = useCall(category.list, undefined, longFresh)
  const points = useCall(knowledgePoint.list, { name: '' }, longFresh)
  return {
    categories: (categories.data ?? []).map(treeOf),
    points: (points.data ?? []).map(({ id, name, questionCount }) => ({ value: id, label: `${name}（${questionCount}）` })),
  }
}

function treeOf({ id, name, children }: CategoryNode): RuleTree {
  return { value: id, title: name, children: children.map(treeOf) }
}
