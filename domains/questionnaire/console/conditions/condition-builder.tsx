import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Segmented, Space } from 'antd'
import type { ReactNode } from 'react'
import type { Comparison, Condition } from '../../contract/condition.ts'
import { type Asked, askedIn } from './asked.ts'
import { ComparisonRow } from './comparison-row.tsx'
import { comparisonWith } from './condition-tests.ts'
import {
  addedAt,
  bare,
  changedAt,
  conditionOf,
  deepestGroup,
  type Group,
  groupOf,
  isComparison,
  type Path,
  rooted,
  rootOf,
  turned,
} from './condition-tree.ts'
import { type Named, wordsOf } from './condition-words.ts'
import './conditions.css'

interface ConditionBuilderProps {
  /** What a screen reader calls it: 第 3 题的显示条件. */
  readonly label: string
  /** Said before the condition: 满足以下条件时显示. */
  readonly lead: string
  readonly value: Condition | undefined
  /** Questions that may be asked about: those before the place where the condition stands. */
  readonly asked: readonly Asked[]
  readonly named: Named
  /** Nothing is known of people who answer anonymously. */
  readonly hasPerson: boolean
  readonly isDisabled?: boolean
  readonly onChange: (condition: Condition | undefined) => void
}

/** A condition as a tree: groups of 全部满足 or 任一满足, each part turned round by 取反, and the whole in words beneath. */
export function ConditionBuilder(props: ConditionBuilderProps): ReactNode {
  const { label, lead, value, asked, named, hasPerson, isDisabled = false, onChange } = props
  const root = rootOf(value)
  const set = (next: Group) => onChange(rooted(next))
  const first = firstOf(asked, hasPerson)
  if (!first && root.parts.length === 0)
    return <p className="kp-hint">前面没有可用作条件的题目，请把条件设在它所依据的题目之后。</p>
  return (
    <fieldset className="kp-conditions" aria-label={label} disabled={isDisabled}>
      <GroupParts group={root} path={[]} {...{ asked, named, hasPerson, lead, set, root, isDisabled }} />
      {value !== undefined && (
        <p className="kp-condition-words" role="status">
          {lead}：{wordsOf(value, named)}
        </p>
      )}
    </fieldset>
  )
}

interface PartsProps extends Pick<ConditionBuilderProps, 'asked' | 'named' | 'hasPerson' | 'lead'> {
  readonly group: Group
  readonly path: Path
  readonly root: Group
  readonly isDisabled: boolean
  readonly set: (root: Group) => void
}

function GroupParts(props: PartsProps): ReactNode {
  const { group, path, root, asked, hasPerson, isDisabled, set } = props
  const join = (joining: Group['joining']) => {
    if (path.length === 0) return set({ ...root, joining })
    set(
      changedAt(root, path, (part) => {
        const { isNot } = bare(part)
        const next = conditionOf({ ...group, joining })
        return isNot ? { not: next } : next
      }),
    )
  }
  const first = firstOf(asked, hasPerson)
  return (
    <div className="kp-condition-group">
      {group.parts.length > 1 && (
        <Segmented
          size="small"
          disabled={isDisabled}
          aria-label="各条件的关系"
          value={group.joining}
          options={[
            { value: 'all', label: '全部满足' },
            { value: 'any', label: '任一满足' },
          ]}
          onChange={join}
        />
      )}
      {group.parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a condition have no identity but their place
        <Part key={at} {...props} part={part} path={[...path, at]} />
      ))}
      {!isDisabled && first && (
        <Space wrap size={4}>
          <Button size="small" type="dashed" icon={<PlusOutlined />} onClick={() => set(addedAt(root, path, first))}>
            添加条件
          </Button>
          {path.length < deepestGroup && group.parts.length > 0 && (
            <Button
              size="small"
              type="dashed"
              icon={<PlusOutlined />}
              onClick={() => set(addedAt(root, path, group.joining === 'all' ? { any: [first] } : { all: [first] }))}
            >
              添加条件组
            </Button>
          )}
        </Space>
      )}
    </div>
  )
}

function Part({ part, path, ...props }: Omit<PartsProps, 'group'> & { readonly part: Condition }): ReactNode {
  const { root, asked, named, hasPerson, isDisabled, set } = props
  const { isNot, inner } = bare(part)
  const number = path.map((at) => at + 1).join('.')
  const change = (next: Condition) => set(changedAt(root, path, () => (isNot ? { not: next } : next)))
  const group = groupOf(inner)
  return (
    <div className={group ? 'kp-condition-part kp-condition-inner' : 'kp-condition-part'}>
      <Button
        size="small"
        type={isNot ? 'primary' : 'default'}
        aria-pressed={isNot}
        aria-label={`条件 ${number} 取反`}
        title="取反：不满足时成立"
        disabled={isDisabled}
        onClick={() => set(changedAt(root, path, turned))}
      >
        非
      </Button>
      <div className="kp-condition-body">
        {group ? (
          <GroupParts {...props} group={group} path={path} />
        ) : (
          isComparison(inner) && (
            <ComparisonRow
              comparison={inner}
              number={number}
              isDisabled={isDisabled}
              {...{ asked, named, hasPerson }}
              onChange={change}
            />
          )
        )}
      </div>
      {!isDisabled && (
        <Button
          size="small"
          type="text"
          danger
          icon={<DeleteOutlined />}
          aria-label={`删除条件 ${number}`}
          onClick={() => set(changedAt(root, path, () => undefined))}
        />
      )}
    </div>
  )
}

function firstOf(asked: readonly Asked[], hasPerson: boolean): Comparison | undefined {
  const last = askedIn(asked).at(-1)
  if (last) return comparisonWith(last.element, undefined)
  return hasPerson ? { person: 'entry', is: 'anyOf', values: ['account'] } : undefined
}
