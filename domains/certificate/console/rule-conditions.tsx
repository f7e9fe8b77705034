import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { FoundSelect, useCall } from '@kaopei/web'
import { Button, InputNumber, Select } from 'antd'
import type { ReactNode } from 'react'
import { type ConditionMeasure, conditionMeasures, measureWords, mostConditions } from '../contract/conditions.ts'
import { rule, type ScaleChoice } from '../contract/rule.ts'
import './certificate.css'

interface Asked {
  readonly dimension: string
  readonly by: ConditionMeasure
  readonly atLeast?: number | null | undefined
  readonly bands?: string[] | undefined
}

interface ScaleProps {
  /** The one that was chosen before: it may not be offered any more. */
  readonly former: { readonly id: string; readonly name: string } | undefined
  readonly id?: string
  readonly value?: string | null
  readonly onChange?: (scaleId: string) => void
}

function useScales(keyWords: string) {
  const { data, ...asked } = useCall(rule.scales, { keyWords, pageSize: 50 }, { staleMs: 30_000 })
  const options = (data?.dataList ?? []).map((scale) => ({ value: scale.id, label: scale.name }))
  return { options, totalCount: data?.totalCount ?? 0, ...asked }
}

/** A published scale of knowledge or skills, found by its name. */
export function ScaleField({ former, id, value, onChange }: ScaleProps): ReactNode {
  return (
    <FoundSelect
      {...(id !== undefined && { id })}
      {...(value !== undefined && { value })}
      {...(onChange && { onChange })}
      placeholder="请选择测评"
      former={former}
      emptyText="没有已发布的通用知识或技能测评"
      useFound={useScales}
    />
  )
}

interface ConditionsProps {
  readonly scaleId: string | null
  readonly id?: string
  readonly value?: readonly Asked[]
  readonly onChange?: (conditions: Asked[]) => void
}

/** What the result has to say: each line a dimension, a measure and how much. */
export function ConditionsField({ scaleId, id, value = [], onChange }: ConditionsProps): ReactNode {
  const asked = useCall(rule.scales, { ids: scaleId ? [scaleId] : [], pageSize: 1 }, { staleMs: 30_000 })
  const scale = scaleId ? asked.data?.dataList[0] : undefined
  const set = (place: number, next: Asked) => onChange?.(value.map((one, at) => (at === place ? next : one)))
  return (
    <div id={id} className="kp-certificate-conditions">
      {value.map((one, place) => (
        <Line
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name of their own and hold no state
          key={place}
          {...{ scale, one, place }}
          isRead={asked.data !== undefined}
          onChange={(next) => set(place, next)}
          onRemove={() => onChange?.(value.filter((_one, at) => at !== place))}
        />
      ))}
      <Button
        icon={<PlusOutlined />}
        disabled={!scale || value.length >= mostConditions}
        onClick={() => onChange?.([...value, freshFor(scale)])}
      >
        添加条件
      </Button>
    </div>
  )
}

function freshFor(scale: ScaleChoice | undefined): Asked {
  const [first] = scale?.dimensions ?? []
  const by = first?.level == null ? 'mean' : 'level'
  return { dimension: first?.id ?? '', by, atLeast: null, bands: [] }
}

interface LineProps {
  readonly scale: ScaleChoice | undefined
  /** Before it is, nobody knows what there is. */
  readonly isRead: boolean
  readonly one: Asked
  readonly place: number
  readonly onChange: (next: Asked) => void
  readonly onRemove: () => void
}

function Line({ scale, isRead, one, place, onChange, onRemove }: LineProps): ReactNode {
  const of = `第 ${place + 1} 个条件的`
  const dimension = scale?.dimensions.find(({ id }) => id === one.dimension)
  const isOffered = (by: ConditionMeasure) =>
    by === one.by || ((by !== 'level' || dimension?.level != null) && (by !== 'band' || (dimension?.bands.length ?? 0) > 0))
  const measures = conditionMeasures.filter(isOffered).map((by) => ({ value: by, label: measureWords[by] }))
  return (
    <div className="kp-certificate-condition">
      <Select
        aria-label={`${of}维度`}
        value={dimension ? one.dimension : null}
        placeholder={isRead ? '维度已不存在' : '…'}
        options={(scale?.dimensions ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(next: string) => onChange({ dimension: next, by: 'mean', atLeast: null, bands: [] })}
      />
      <Select
        aria-label={`${of}依据`}
        value={one.by}
        options={measures}
        onChange={(by: ConditionMeasure) => onChange({ ...one, by, atLeast: null, bands: [] })}
      />
      {one.by === 'band' ? (
        <Select
          mode="multiple"
          aria-label={`${of}档次`}
          placeholder="达到其中之一"
          value={one.bands ?? []}
          options={(dimension?.bands ?? []).map((label) => ({ value: label, label }))}
          onChange={(bands: string[]) => onChange({ ...one, bands })}
        />
      ) : (
        <InputNumber
          aria-label={`${of}下限`}
          prefix="≥"
          placeholder={hintOf(one.by, dimension)}
          value={one.atLeast ?? null}
          onChange={(atLeast) => onChange({ ...one, atLeast })}
        />
      )}
      <Button type="text" danger icon={<DeleteOutlined />} aria-label={`删除第 ${place + 1} 个条件`} onClick={onRemove} />
    </div>
  )
}

/** What a figure can come to. */
function hintOf(by: ConditionMeasure, dimension: ScaleChoice['dimensions'][number] | undefined): string {
  if (by === 'percentile') return '0 到 100'
  if (by === 't') return '例如 50'
  if (!dimension) return ''
  if (by === 'level') return `最高 ${dimension.level ?? '-'} 级`
  return by === 'raw' ? `${dimension.min} 到 ${dimension.max}` : '例如 4'
}
