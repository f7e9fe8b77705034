import { label, post } from '@kaopei/org/contract/post'
import { DepartmentTreeSelect } from '@kaopei/org/parts'
import { useCall, useSettled } from '@kaopei/web'
import { Select } from 'antd'
import { type ReactNode, useState } from 'react'
import type { PersonFact } from '../../contract/condition.ts'

interface PersonValuesProps {
  readonly fact: PersonFact
  readonly label: string
  readonly values: readonly string[]
  readonly isDisabled: boolean
  readonly onChange: (values: readonly string[]) => void
}

const settleMs = 300

/** Departments (with everything below them), posts, labels, or ways of coming in. */
export function PersonValues({ fact, ...props }: PersonValuesProps): ReactNode {
  switch (fact) {
    case 'department':
      return (
        <div className="kp-comparison-value">
          <DepartmentTreeSelect
            isMultiple
            label={props.label}
            disabled={props.isDisabled}
            value={props.values}
            onChange={props.onChange}
          />
        </div>
      )
    case 'post':
      return <PostValues {...props} />
    case 'label':
      return <LabelValues {...props} />
    case 'entry':
      return (
        <Choice
          {...props}
          options={[
            { value: 'account', label: '账号登录' },
            { value: 'link', label: '链接' },
          ]}
        />
      )
  }
}

type ValuesProps = Omit<PersonValuesProps, 'fact'>

/** The posts that have been chosen keep their names whatever is being searched for. */
function PostValues(props: ValuesProps): ReactNode {
  const [typed, setTyped] = useState('')
  const keyWords = useSettled(typed.trim(), settleMs)
  const found = useCall(post.list, { pageSize: 50, ...(keyWords !== '' && { keyWords }) }, { keepPrevious: true })
  const chosen = useCall(
    post.list,
    { pageSize: 100, ids: [...props.values] },
    { enabled: props.values.length > 0, keepPrevious: true },
  )
  const names = new Map([...(chosen.data?.dataList ?? []), ...(found.data?.dataList ?? [])].map(({ id, name }) => [id, name]))
  const more = (found.data?.totalCount ?? 0) - (found.data?.dataList.length ?? 0)
  return (
    <Choice
      {...props}
      options={[...names].map(([value, name]) => ({ value, label: name }))}
      {...(more > 0 && { hint: `还有 ${more} 个岗位，请输入名称查找` })}
      onSearch={setTyped}
    />
  )
}

function LabelValues(props: ValuesProps): ReactNode {
  const { data = [] } = useCall(label.list)
  return <Choice {...props} options={data.map(({ id, name }) => ({ value: id, label: name }))} />
}

interface ChoiceProps extends ValuesProps {
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly hint?: string
  readonly onSearch?: (text: string) => void
}

function Choice({ label: name, values, isDisabled, options, hint, onSearch, onChange }: ChoiceProps): ReactNode {
  return (
    <Select
      mode="multiple"
      aria-label={name}
      className="kp-comparison-value"
      placeholder="请选择范围"
      disabled={isDisabled}
      status={values.length === 0 ? 'error' : ''}
      showSearch={{ optionFilterProp: 'label', ...(onSearch && { onSearch, filterOption: false }) }}
      value={[...values]}
      options={[...options]}
      popupRender={(menu) => (
        <>
          {menu}
          {hint && <p className="kp-hint kp-comparison-hint">{hint}</p>}
        </>
      )}
      onChange={(next: string[]) => onChange(next)}
    />
  )
}
