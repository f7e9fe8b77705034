import { SearchOutlined } from '@ant-design/icons'
import { Select } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { type MenuItem, searchEntries } from './menu-model.ts'

/** Finds a screen among those the person may open. */
export function HeaderSearch({ menu }: { readonly menu: readonly MenuItem[] }): ReactNode {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const options = useMemo(() => searchEntries(menu).map(({ to, text: label }) => ({ value: label, label, to })), [menu])
  return (
    <Select
      className="kp-header-search"
      aria-label="搜索菜单"
      placeholder="搜索菜单"
      size="middle"
      variant="filled"
      suffixIcon={<SearchOutlined />}
      value={null}
      popupMatchSelectWidth={280}
      showSearch={{ searchValue: text, onSearch: setText, optionFilterProp: 'label' }}
      options={options}
      notFoundContent="没有找到匹配的菜单"
      onSelect={(_value, option) => {
        setText('')
        void navigate(option.to)
      }}
    />
  )
}
