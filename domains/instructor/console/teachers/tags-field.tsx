import { LabelManager, useCall } from '@kaopei/web'
import { Button, Select, Space } from 'antd'
import { type ReactNode, useState } from 'react'
import { teacherCategory } from '../../contract/category.ts'

interface TagsFieldProps {
  readonly id?: string
  readonly value?: string[]
  readonly onChange?: (tagIds: string[]) => void
  /** The instructor who is edited: a tag that others have stays. */
  readonly systemTeacherId?: string | undefined
}

/** 讲师标签, chosen and managed. */
export function TagsField({ id, value = [], onChange, systemTeacherId }: TagsFieldProps): ReactNode {
  const [isManaging, setManaging] = useState(false)
  const tags = useCall(teacherCategory.listTag, {})
  return (
    <>
      <Space.Compact block>
        <Select<string[]>
          {...(id !== undefined && { id })}
          mode="multiple"
          value={value}
          onChange={(next) => onChange?.(next)}
          optionFilterProp="label"
          placeholder="选择标签"
          style={{ flex: 1, minWidth: 0 }}
          options={(tags.data ?? []).map((tag) => ({ value: tag.id, label: tag.name }))}
        />
        <Button onClick={() => setManaging(true)}>管理</Button>
      </Space.Compact>
      <TagManager open={isManaging} onClose={() => setManaging(false)} systemTeacherId={systemTeacherId} />
    </>
  )
}

interface TagManagerProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly systemTeacherId?: string | undefined
}

/** 讲师标签: add, rename, delete. */
export function TagManager({ systemTeacherId, ...props }: TagManagerProps): ReactNode {
  return (
    <LabelManager
      {...props}
      title="讲师标签"
      list={teacherCategory.listTag}
      listInput={{}}
      create={teacherCategory.saveOrUpdateTag}
      update={teacherCategory.saveOrUpdateTag}
      remove={teacherCategory.removeTag}
      uses={{ key: 'teacherCount', unit: '位讲师' }}
      {...(systemTeacherId !== undefined && { removeExtras: { systemTeacherId } })}
    />
  )
}
