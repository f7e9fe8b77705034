import { DepartmentTreeSelect } from '@kaopei/org/parts'
import { DateInput } from '@kaopei/web'
import { Alert, Button, Select } from 'antd'
import type { ReactNode } from 'react'
import { audienceMode } from '../../contract/codes.ts'
import type { QuestionnaireDetail } from '../../contract/questionnaire.ts'
import { choosable, placesOf } from './places.ts'
import { noFilter, type WishedFilter } from './wished-filter.ts'

interface FilterBarProps {
  readonly detail: QuestionnaireDetail
  readonly filter: WishedFilter
  readonly mayFilter: boolean
  readonly onChange: (filter: WishedFilter) => void
}

/** Which sheets count: by answers, departments and days. */
export function FilterBar({ detail, filter, mayFilter, onChange }: FilterBarProps): ReactNode {
  if (!mayFilter)
    return (
      <Alert
        type="info"
        showIcon
        className="kp-qr-notice"
        title="匿名问卷结束后才能筛选和交叉分析；不能按部门、提交日期等个人信息分析。"
      />
    )
  const { answered = [], departmentIds = [], startDate, endDate } = filter
  const places = choosable(placesOf(detail.definition))
  const hasPeople = !detail.isAnonymous && detail.audienceMode !== audienceMode.link
  return (
    <section className="kp-card kp-qr-filters" aria-label="筛选">
      {answered.map((one, at) => {
        const place = places.find(({ question, row }) => question === one.question && row === one.row)
        const set = (options: string[]) =>
          onChange({ ...filter, answered: answered.map((other, index) => (index === at ? { ...other, options } : other)) })
        return (
          <div key={`${one.question} ${one.row ?? ''}`} className="kp-qr-filter">
            <span>{place?.label ?? ''}</span>
            <Select
              mode="multiple"
              aria-label={`${place?.label ?? ''} 选了`}
              className="kp-qr-options"
              placeholder="请选择选项"
              showSearch={{ optionFilterProp: 'label' }}
              value={[...one.options]}
              options={place?.options.map(({ id, text }) => ({ value: id, label: text })) ?? []}
              onChange={(options: string[]) => options.length > 0 && set(options)}
            />
            <Button type="link" size="small" onClick={() => onChange({ ...filter, answered: answered.toSpliced(at, 1) })}>
              移除
            </Button>
          </div>
        )
      })}
      <div className="kp-qr-filter">
        <Select
          aria-label="按题目筛选"
          className="kp-qr-question"
          placeholder="按题目筛选"
          showSearch={{ optionFilterProp: 'label' }}
          value={null}
          disabled={answered.length >= 10}
          options={places
            .filter(({ question, row }) => !answered.some((one) => one.question === question && one.row === row))
            .map(({ key, label }) => ({ value: key, label }))}
          onChange={(key: string | null) => {
            const place = places.find((one) => one.key === key)
            const [first] = place?.options ?? []
            if (!place || !first) return
            const { question, row } = place
            onChange({ ...filter, answered: [...answered, { question, ...(row !== undefined && { row }), options: [first.id] }] })
          }}
        />
        {hasPeople && (
          <div className="kp-qr-departments">
            <DepartmentTreeSelect
              isMultiple
              label="按部门筛选"
              placeholder="按部门筛选"
              value={departmentIds}
              onChange={(ids) => onChange({ ...filter, departmentIds: [...ids] })}
            />
          </div>
        )}
        {!detail.isAnonymous && (
          <div className="kp-qr-days">
            <DateInput placeholder="提交日期从" value={startDate} onChange={(day) => onChange({ ...filter, startDate: day })} />
            <DateInput placeholder="到" value={endDate} onChange={(day) => onChange({ ...filter, endDate: day })} />
          </div>
        )}
        <Button disabled={Object.keys(filter).length === 0} onClick={() => onChange(noFilter)}>
          清除筛选
        </Button>
      </div>
    </section>
  )
}
