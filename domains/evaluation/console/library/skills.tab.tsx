import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { skillLevel } from '@kaopei/skill/contract/codes'
import { SkillPicker } from '@kaopei/skill/parts'
import { EmptyState } from '@kaopei/web'
import { Button, Select } from 'antd'
import type { ReactNode } from 'react'
import { privateKinds } from '../../contract/codes.ts'
import { keyedItemsOf, rangeOf } from '../../contract/rules/keyed-items.ts'
import { levelFloors } from '../../contract/rules/level-shown.ts'
import { mostSkills, type SkillOfDimension } from '../../contract/scale.ts'
import type { EditedScale, TabProps } from './edited-scale.ts'

/** Which dimension leads to which skill, and how far by which score. */
export function SkillsTab({ edited, isLocked, change }: TabProps): ReactNode {
  const { definition, kind, skillMap } = edited
  const set = (next: SkillOfDimension[]) => change({ skillMap: next })
  if (privateKinds.includes(kind))
    return (
      <section className="kp-card" aria-label="技能">
        <EmptyState text="人格和管理类的量表不认定技能；通用知识和技能类可以" />
      </section>
    )
  const [first] = definition.dimensions
  return (
    <section className="kp-card" aria-label="技能">
      <div className="kp-ev-tools">
        <Button
          icon={<PlusOutlined />}
          disabled={isLocked || !first || skillMap.length >= mostSkills}
          onClick={() => first && set([...skillMap, { dimension: first.id, skillId: '', level: 3 }])}
        >
          添加对应
        </Button>
        <span className="kp-hint">
          维度得分达到满分区间的 80% 认定到所选级别，60%
          认定低一级，再低不认定。保存后对新出具的结果生效，需复核的结果复核有效后才认定。
        </span>
      </div>
      {skillMap.length === 0 && <EmptyState text={first ? '结果不认定任何技能' : '请先添加维度'} />}
      {skillMap.map((one, place) => (
        <Line
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name of their own and hold no state
          key={place}
          {...{ one, place, edited, isLocked }}
          onChange={(part) => set(skillMap.map((other, at) => (at === place ? { ...other, ...part } : other)))}
          onRemove={() => set(skillMap.filter((_one, at) => at !== place))}
        />
      ))}
    </section>
  )
}

interface LineProps {
  readonly one: SkillOfDimension
  readonly place: number
  readonly edited: EditedScale
  readonly isLocked: boolean
  readonly onChange: (part: Partial<SkillOfDimension>) => void
  readonly onRemove: () => void
}

function Line({ one, place, edited, isLocked, onChange, onRemove }: LineProps): ReactNode {
  const { dimensions } = edited.definition
  const known = dimensions.find(({ id }) => id === one.dimension)
  const of = `第 ${place + 1} 行的`
  return (
    <div className="kp-ev-skill">
      <Select
        aria-label={`${of}维度`}
        disabled={isLocked}
        placeholder="维度已不存在"
        value={known ? one.dimension : null}
        options={dimensions.map(({ id, name }) => ({ value: id, label: name || id }))}
        onChange={(dimension: string) => onChange({ dimension })}
      />
      <fieldset disabled={isLocked} className="kp-ev-plain">
        <SkillPicker
          label={`${of}技能`}
          value={one.skillId || null}
          onChange={(skillId) => onChange({ skillId: skillId ?? '' })}
        />
      </fieldset>
      <Select
        aria-label={`${of}最高级别`}
        disabled={isLocked}
        value={one.level}
        options={[...skillLevel.options]}
        onChange={(level: number) => onChange({ level })}
      />
      <Button
        type="text"
        danger
        disabled={isLocked}
        icon={<DeleteOutlined />}
        aria-label={`删除第 ${place + 1} 行`}
        onClick={onRemove}
      />
      <span className="kp-hint">{known ? scoresOf(edited, one) : '请重新选择维度'}</span>
    </div>
  )
}

function scoresOf({ definition }: EditedScale, { dimension: id, level }: SkillOfDimension): string {
  const dimension = definition.dimensions.find((one) => one.id === id)
  if (!dimension) return ''
  const { min, max } = rangeOf(definition, keyedItemsOf(definition, dimension))
  if (max <= min) return '这个维度还没有可计分的题目'
  const floors = levelFloors(level, { min, max })
  return floors.map((floor) => `原始分 ≥ ${floor.raw} 认定 ${floor.level} 级`).join('，')
}
