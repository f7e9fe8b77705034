import { type PickedStaff, StaffPicker } from '@kaopei/org/parts'
import { CategorySelect, formFor, toast, useCall } from '@kaopei/web'
import { Button, Select, Tag } from 'antd'
import { type ReactNode, useState } from 'react'
import { z } from 'zod'
import { teacherCategory } from '../../contract/category.ts'
import { teacherLevel } from '../../contract/codes.ts'
import { teacher } from '../../contract/teacher.ts'
import { TagsField } from './tags-field.tsx'

const own = z.object({ people: z.array(z.object({ id: z.string(), name: z.string(), loginAccount: z.string() })) })
const { Field, FormDrawer } = formFor(teacher.createBatch, own)

/** Employees become instructors, many at once. */
export function BatchDrawer({ onClose }: { readonly onClose: () => void }): ReactNode {
  const categories = useCall(teacherCategory.list)
  return (
    <FormDrawer
      open
      title="批量添加内部讲师"
      width={560}
      endpoint={teacher.createBatch}
      onClose={onClose}
      onSaved={({ createdCount, repeatedNames, keptLevels }) => {
        const said = [`已添加 ${createdCount} 位讲师`]
        if (repeatedNames.length > 0) said.push(`${repeatedNames.join('、')} 已经是讲师，未重复添加`)
        if (keptLevels.length > 0) {
          const kept = keptLevels.map(({ name, level }) => `${name}（${teacherLevel.label(level)}）`)
          said.push(`${kept.join('、')} 曾是讲师，按原级别恢复，提升级别请在讲师详情中发起晋级`)
        }
        if (said.length === 1) toast.success(said.join())
        else toast.warning(said.join('；'))
      }}
      initialValues={{ level: teacherLevel.preparatory, tagIds: [], people: [] }}
      toInput={({ people, categoryId, ...values }) => ({
        ...values,
        staffIds: (people ?? []).map(({ id }) => id),
        categoryId: categoryId ?? null,
      })}
    >
      <Field name="people" label="员工" required>
        <PeopleControl />
      </Field>
      <Field name="level" label="级别">
        <Select options={teacherLevel.options} />
      </Field>
      <Field name="categoryId" label="分类">
        <CategorySelect of={categories} placeholder="不分类" />
      </Field>
      <Field name="tagIds" label="标签" required={false}>
        <TagsField />
      </Field>
    </FormDrawer>
  )
}

interface PeopleProps {
  readonly id?: string
  readonly value?: readonly PickedStaff[]
  readonly onChange?: (people: PickedStaff[]) => void
}

function PeopleControl({ id, value = [], onChange }: PeopleProps): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <div>
        {value.map((one) => (
          <Tag key={one.id} closable onClose={() => onChange?.(value.filter((other) => other.id !== one.id))}>
            {one.name}
          </Tag>
        ))}
      </div>
      <Button {...(id !== undefined && { id })} onClick={() => setOpen(true)}>
        选择员工
      </Button>
      <StaffPicker
        open={isOpen}
        title="选择员工"
        selected={value}
        onClose={() => setOpen(false)}
        onConfirm={(staff) => onChange?.([...staff])}
      />
    </>
  )
}
