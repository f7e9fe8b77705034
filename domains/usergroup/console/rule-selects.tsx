import { label, post, rank } from '@kaopei/org/contract/post'
import { type CallState, choiceState, moreChoices, useCall, useSettled } from '@kaopei/web'
import { Select } from 'antd'
import { type ReactNode, useState } from 'react'

interface Props {
  readonly value: readonly string[]
  readonly disabled: boolean
  readonly onChange: (ids: string[]) => void
}

const settleMs = 300

export const PostSelect = (props: Props): ReactNode => <SearchedSelect {...props} label="岗位" endpoint={post.list} />
export const RankSelect = (props: Props): ReactNode => <SearchedSelect {...props} label="职级" endpoint={rank.list} />

interface SearchedProps extends Props {
  readonly label: string
  readonly endpoint: typeof post.list | typeof rank.list
}

/** They are many, so they are searched; those chosen already are asked for by id. */
function SearchedSelect({ label: what, endpoint, value, disabled, onChange }: SearchedProps): ReactNode {
  const [typed, setTyped] = useState('')
  const keyWords = useSettled(typed.trim(), settleMs)
  const [first] = useState(value)
  const found = useCall(endpoint, { pageSize: 50, ...(keyWords && { keyWords }) }, { keepPrevious: true })
  const chosen = useCall(endpoint, { pageSize: 100, ids: [...first] }, { enabled: first.length > 0 })
  // Of very many not all come, and who did not come is not gone.
  const isNamed = first.length === 0 || (chosen.data !== undefined && chosen.data.dataList.length === chosen.data.totalCount)
  const known = new Map([...(chosen.data?.dataList ?? []), ...(found.data?.dataList ?? [])].map(({ id, name }) => [id, name]))
  return (
    <Choice
      label={what}
      value={value}
      disabled={disabled}
      onChange={onChange}
      options={[...known].map(([id, name]) => ({ value: id, label: name }))}
      moreCount={(found.data?.totalCount ?? 0) - (found.data?.dataList.length ?? 0)}
      asked={found}
      isWhole={found.data !== undefined && isNamed}
      onSearch={setTyped}
    />
  )
}

export function LabelSelect({ value, disabled, onChange }: Props): ReactNode {
  const asked = useCall(label.list)
  const options = (asked.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return <Choice label="标签" value={value} disabled={disabled} onChange={onChange} options={options} asked={asked} />
}

interface ChoiceProps extends Props {
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly asked: CallState<unknown>
  /** Whether everything that was chosen has a name by now, unless it is gone. */
  readonly isWhole?: boolean
  /** Found, and not among the options. */
  readonly moreCount?: number
  /** The server searches; else the options are filtered here. */
  readonly onSearch?: (text: string) => void
}

function Choice(props: ChoiceProps): ReactNode {
  const {
    label: what,
    value,
    disabled,
    onChange,
    options,
    asked,
    isWhole = asked.data !== undefined,
    moreCount = 0,
    onSearch,
  } = props
  const known = new Set(options.map((option) => option.value))
  const gone = value.filter((id) => !known.has(id)).map((id) => ({ value: id, label: isWhole ? `已删除的${what}` : '…' }))
  return (
    <Select<string[]>
      mode="multiple"
      aria-label={what}
      disabled={disabled}
      value={[...value]}
      options={[...options, ...gone, ...moreChoices(moreCount)]}
      onChange={onChange}
      showSearch={onSearch ? { filterOption: false, onSearch } : { optionFilterProp: 'label' }}
      placeholder={`请选择${what}`}
      {...choiceState(asked, `没有找到${what}`)}
      maxTagCount="responsive"
    />
  )
}
