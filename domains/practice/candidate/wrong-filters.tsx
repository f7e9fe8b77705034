import { questionTypeLabels } from '@kaopei/question/contract/question-type'
import { FilterButtons } from '@kaopei/web/candidate'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { type WrongSort, wrongSorts } from '../contract/learn.ts'
import type { wrongPage } from '../contract/learn-shapes.ts'

export interface WrongWish {
  readonly source?: 'practice' | 'exam'
  readonly type?: number
  readonly knowledgePointId?: string
  readonly sort: WrongSort
}

const sources = [
  { key: 'all', label: '全部' },
  { key: 'practice', label: '练习中答错' },
  { key: 'exam', label: '考试中答错' },
] as const

interface SourceFilterProps {
  readonly wish: WrongWish
  readonly onChange: (wish: WrongWish) => void
}

export function SourceFilter({ wish, onChange }: SourceFilterProps): ReactNode {
  const { source, ...rest } = wish
  return (
    <FilterButtons
      label="错题来源"
      filters={sources}
      chosen={source ?? 'all'}
      onChange={(key) => onChange({ ...rest, ...(key !== 'all' && { source: key }) })}
    />
  )
}

interface WrongFiltersProps extends SourceFilterProps, Pick<z.output<typeof wrongPage>, 'types' | 'points'> {}

const sortNames = Object.keys(wrongSorts).filter((name): name is WrongSort => Object.hasOwn(wrongSorts, name))

/** By type and knowledge point, those that the book has, and the order. */
export function WrongFilters({ wish, types, points, onChange }: WrongFiltersProps): ReactNode {
  const { type, knowledgePointId, ...rest } = wish
  const ofType = type !== undefined && { type }
  const ofPoint = knowledgePointId !== undefined && { knowledgePointId }
  return (
    <div className="practice-selects">
      <label>
        题型
        <select
          value={type ?? ''}
          onChange={({ target }) => onChange({ ...rest, ...ofPoint, ...(target.value && { type: Number(target.value) }) })}
        >
          <option value="">全部</option>
          {types.map((one) => (
            <option key={one.type} value={one.type}>
              {questionTypeLabels[one.type]}（{one.count}）
            </option>
          ))}
        </select>
      </label>
      <label>
        知识点
        <select
          value={knowledgePointId ?? ''}
          onChange={({ target }) => onChange({ ...rest, ...ofType, ...(target.value && { knowledgePointId: target.value }) })}
        >
          <option value="">全部</option>
          {points.map(({ id, name, count }) => (
            <option key={id} value={id}>
              {name}（{count}）
            </option>
          ))}
        </select>
      </label>
      <label>
        排序
        <select
          value={wish.sort}
          onChange={({ target }) => onChange({ ...wish, sort: sortNames.find((name) => name === target.value) ?? 'newest' })}
        >
          {sortNames.map((name) => (
            <option key={name} value={name}>
              {wrongSorts[name]}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}
