import { PlusOutlined } from '@ant-design/icons'
import { Button, Input, InputNumber } from 'antd'
import { type ReactNode, useId } from 'react'
import type { Definition, Quota } from '../../contract/definition.ts'
import type { Asked } from '../conditions/asked.ts'
import { ConditionBuilder } from '../conditions/condition-builder.tsx'
import { comparisonWith } from '../conditions/condition-tests.ts'
import type { Named } from '../conditions/condition-words.ts'
import { Faults } from './faults.tsx'
import type { FoundFaults } from './faults-of.ts'
import { Labelled } from './labelled.tsx'
import { newId } from './new-element.ts'
import type { Editing } from './use-edited.ts'

interface EndProps {
  readonly definition: Definition
  readonly elements: ReadonlyMap<string, Asked>
  readonly named: Named
  readonly faults: FoundFaults
  readonly isAnonymous: boolean
  readonly isFixed: boolean
  /** How many sheets each quota has, by its id. */
  readonly counts: Readonly<Record<string, number>>
  /** Of the reader's data scope alone. */
  readonly isOfScope: boolean
  readonly editing: Editing
}

/** What is said at the end, and how many sheets of whom are wanted. */
export function EndFields(props: EndProps): ReactNode {
  const { definition, elements, isAnonymous, isFixed, editing } = props
  const prefix = useId()
  const asked = [...elements.values()]
  const first = asked.find(({ element }) => element.kind !== 'note')
  const add = () => {
    if (!first) return
    const quota = {
      id: newId(),
      name: `配额 ${definition.quotas.length + 1}`,
      when: comparisonWith(first.element, undefined),
      wanted: 100,
      endText: '感谢您的参与，该类问卷已收集足够，本次答卷不计入统计。',
    }
    editing.change((now) => ({ ...now, quotas: [...now.quotas, quota] }))
  }
  return (
    <section className="kp-card kp-qn-page" aria-label="结束与配额">
      <header className="kp-qn-page-head">
        <h3>结束与配额</h3>
      </header>
      <div className="kp-qn-form">
        <Labelled label="结束语" htmlFor={`${prefix}-end`} hint="提交后显示。">
          <Input.TextArea
            id={`${prefix}-end`}
            autoSize={{ minRows: 2, maxRows: 8 }}
            maxLength={5000}
            value={definition.endText}
            onChange={({ target }) => editing.change((now) => ({ ...now, endText: target.value }), 'endText')}
          />
        </Labelled>
        <Labelled
          label={`配额（${definition.quotas.length}）`}
          hint={
            isAnonymous
              ? '匿名问卷不能设配额：逐份增长的数量会透露刚才有人答了什么。'
              : '符合条件的答卷收满后，再提交的人看到配额已满的说明，答卷保留但不计入统计。'
          }
        >
          {definition.quotas.map((quota, at) => (
            <QuotaCard key={quota.id} {...props} quota={quota} number={at + 1} asked={asked} />
          ))}
          {!isFixed && !isAnonymous && (
            <Button
              size="small"
              type="dashed"
              icon={<PlusOutlined />}
              disabled={!first || definition.quotas.length >= 50}
              onClick={add}
            >
              添加配额
            </Button>
          )}
        </Labelled>
      </div>
    </section>
  )
}

interface QuotaProps extends EndProps {
  readonly quota: Quota
  readonly number: number
  readonly asked: readonly Asked[]
}

function QuotaCard({
  quota,
  number,
  asked,
  named,
  faults,
  isAnonymous,
  isFixed,
  counts,
  isOfScope,
  editing,
}: QuotaProps): ReactNode {
  const prefix = useId()
  const { id } = quota
  const set = (part: Partial<Quota>, mark?: string) =>
    editing.change(
      (now) => ({ ...now, quotas: now.quotas.map((one) => (one.id === id ? { ...one, ...part } : one)) }),
      mark && `${id}:${mark}`,
    )
  const remove = () => editing.change((now) => ({ ...now, quotas: now.quotas.filter((one) => one.id !== id) }))
  return (
    <div className="kp-qn-quota" id={`element-${id}`}>
      <div className="kp-qn-line">
        <Labelled label="配额名称" htmlFor={`${prefix}-name`}>
          <Input
            id={`${prefix}-name`}
            maxLength={100}
            value={quota.name}
            onChange={({ target }) => set({ name: target.value }, 'name')}
          />
        </Labelled>
        <Labelled label="需要的份数" htmlFor={`${prefix}-wanted`}>
          <InputNumber
            id={`${prefix}-wanted`}
            min={1}
            max={1_000_000}
            precision={0}
            disabled={isFixed}
            value={quota.wanted}
            onChange={(wanted) => set({ wanted: wanted ?? 1 })}
          />
        </Labelled>
        {isFixed && (
          <span className="kp-qn-count">
            {isOfScope ? '您的管理范围内' : ''}已收 {counts[id] ?? 0} 份
          </span>
        )}
        {!isFixed && (
          <Button type="link" danger size="small" aria-label={`删除配额 ${number}`} onClick={remove}>
            删除
          </Button>
        )}
      </div>
      <Labelled label="计入条件">
        <ConditionBuilder
          label={`配额 ${number} 的条件`}
          lead="满足以下条件的答卷计入"
          value={quota.when}
          hasPerson={!isAnonymous}
          isDisabled={isFixed}
          {...{ asked, named }}
          onChange={(when) => when && set({ when })}
        />
      </Labelled>
      <Labelled label="配额已满的说明" htmlFor={`${prefix}-end`}>
        <Input.TextArea
          id={`${prefix}-end`}
          autoSize={{ minRows: 1, maxRows: 6 }}
          maxLength={2000}
          value={quota.endText}
          onChange={({ target }) => set({ endText: target.value }, 'end')}
        />
      </Labelled>
      <Faults lines={faults.by.get(id) ?? ''} />
    </div>
  )
}
