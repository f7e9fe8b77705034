import type { OutputOf } from '@kaopei/contract'
import { DepartmentTreeSelect } from '@kaopei/org/parts'
import { CategorySelect, formFor, Loaded, toast, useCall } from '@kaopei/web'
import { Alert, Input, Radio, Select, Switch } from 'antd'
import { type ReactNode, useState } from 'react'
import { z } from 'zod'
import { teacherCategory } from '../../contract/category.ts'
import { teacherLevel, teacherOrigin, teacherState } from '../../contract/codes.ts'
import { type TeacherDetail, teacher } from '../../contract/teacher.ts'
import { PersonControl } from './person-control.tsx'
import { TagsField } from './tags-field.tsx'

const person = z.object({ id: z.string(), name: z.string() }).nullable()
/** Controls that are not sent as they are. */
const own = z.object({ staff: person, keeper: person, isEnabled: z.boolean() })
const { Field, FormDrawer, useValue } = formFor([teacher.create, teacher.modify], own)
const { Field: NewField, useValue: useNewValue } = formFor(teacher.create, own)

export interface TeacherDrawerProps {
  /** Without one a new instructor is made. */
  readonly id?: string
  readonly onClose: () => void
  readonly onSaved?: () => void
}

export function TeacherDrawer({ id, ...props }: TeacherDrawerProps): ReactNode {
  return id === undefined ? <NewTeacher {...props} /> : <Editing id={id} {...props} />
}

const stateOf = (isEnabled: boolean | null | undefined) => (isEnabled === false ? teacherState.disabled : teacherState.enabled)

function NewTeacher({ onClose, onSaved }: Omit<TeacherDrawerProps, 'id'>): ReactNode {
  return (
    <FormDrawer
      open
      title="新增讲师"
      width={640}
      endpoint={teacher.create}
      successText=""
      onClose={onClose}
      onSaved={({ keptLevel }) => {
        if (keptLevel === null) toast.success('添加成功')
        else toast.warning(`已添加：这位讲师曾是${teacherLevel.label(keptLevel)}，按原级别恢复，提升级别请在讲师详情中发起晋级`)
        onSaved?.()
      }}
      initialValues={{
        origin: teacherOrigin.internal,
        level: teacherLevel.preparatory,
        tagIds: [],
        isEnabled: true,
        staff: null,
        keeper: null,
      }}
      toInput={({ staff, keeper, isEnabled, categoryId, departmentId, ...values }) => ({
        ...values,
        staffId: values.origin === teacherOrigin.internal ? (staff?.id ?? null) : null,
        keeperId: keeper?.id ?? null,
        categoryId: categoryId ?? null,
        departmentId: departmentId ?? null,
        state: stateOf(isEnabled),
      })}
    >
      <NewField name="origin" label="来源">
        <Radio.Group options={[...teacherOrigin.options]} />
      </NewField>
      <NewIdentity />
      <Facts />
    </FormDrawer>
  )
}

function NewIdentity(): ReactNode {
  const isInternal = useNewValue('origin') === teacherOrigin.internal
  if (!isInternal) return <ExternalFields />
  return (
    <NewField name="staff" label="员工" required extra="姓名、部门与联系方式以花名册为准">
      <PersonControl title="选择员工" />
    </NewField>
  )
}

function Editing({ id, onClose, onSaved }: TeacherDrawerProps & { readonly id: string }): ReactNode {
  const asked = useCall(teacher.get, { id })
  return <Loaded of={asked}>{(detail) => <EditTeacher detail={detail} onClose={onClose} {...(onSaved && { onSaved })} />}</Loaded>
}

function EditTeacher({
  detail,
  onClose,
  onSaved,
}: Omit<TeacherDrawerProps, 'id'> & { readonly detail: TeacherDetail }): ReactNode {
  const { id, version, level, categoryId, tags, title, introduction, keeperId, keeperName, state, origin } = detail
  const { name, phone, email, institution, departmentId } = detail
  const isExternal = origin === teacherOrigin.external
  return (
    <FormDrawer
      open
      title={`编辑讲师：${name}`}
      width={640}
      endpoint={teacher.modify}
      successText="修改成功"
      onClose={onClose}
      {...(onSaved && { onSaved })}
      initialValues={{
        ...{ id, version, level, categoryId, title, introduction },
        tagIds: tags.map((tag) => tag.id),
        keeper: keeperId ? { id: keeperId, name: keeperName ?? '（已删除）' } : null,
        isEnabled: state === teacherState.enabled,
        ...(isExternal && { name, phone, email, institution, departmentId }),
      }}
      toInput={({ staff: _, keeper, isEnabled, categoryId: category, departmentId: department, ...values }) => ({
        ...values,
        keeperId: keeper?.id ?? null,
        categoryId: category ?? null,
        departmentId: department ?? null,
        state: stateOf(isEnabled),
      })}
    >
      {isExternal && <ExternalFields exceptId={id} />}
      <Facts level={level} systemTeacherId={id} />
    </FormDrawer>
  )
}

/** Who somebody from outside is; says so at once when they are there already. */
function ExternalFields({ exceptId }: { readonly exceptId?: string }): ReactNode {
  const wish = { name: useValue('name') ?? '', phone: useValue('phone') ?? '', institution: useValue('institution') ?? '' }
  const [left, setLeft] = useState<typeof wish>()
  const asked = left && { ...left, phone: left.phone.includes('*') ? '' : left.phone, ...(exceptId && { id: exceptId }) }
  const repeated = useCall(teacher.repeatCheck, asked ?? {}, { enabled: asked !== undefined && asked.name !== '' })
  const check = () => setLeft(wish)
  return (
    <>
      {repeated.data && <Known {...repeated.data} isNew={exceptId === undefined} />}
      <div className="kp-teacher-columns">
        <Field name="name" label="姓名" required>
          <Input maxLength={50} onBlur={check} />
        </Field>
        <Field name="institution" label="所属机构" required={false}>
          <Input maxLength={100} placeholder="例如：北方大学" onBlur={check} />
        </Field>
        <Field name="phone" label="手机号" required={false}>
          <Input maxLength={20} onBlur={check} />
        </Field>
        <Field name="email" label="邮箱" required={false}>
          <Input maxLength={200} />
        </Field>
        <Field name="departmentId" label="归口部门" required={false} extra="能管理该部门的人可以看到这位讲师">
          <DepartmentTreeSelect label="归口部门" placeholder="不指定" />
        </Field>
      </div>
    </>
  )
}

type Check = OutputOf<typeof teacher.repeatCheck>

function Known({ isRepeat, by, teacher: known, employee, isNew }: Check & { readonly isNew: boolean }): ReactNode {
  if (!isRepeat && employee === null) return null
  const repeated = `${by === 'phone' ? '手机号与已有讲师相同' : '已有同名且同机构的讲师'}${known ? `：${known.name}` : ''}`
  const employed = `手机号与员工${employee?.name ? `“${employee.name}”` : ''}相同。如果是同一人，请${isNew ? '将“来源”改为“内部”，从员工中选择' : '另将这名员工添加为内部讲师'}`
  return <Alert type="warning" showIcon style={{ marginBottom: 16 }} title={isRepeat ? repeated : employed} />
}

function Facts({ level, systemTeacherId }: { readonly level?: number; readonly systemTeacherId?: string }): ReactNode {
  const categories = useCall(teacherCategory.list)
  const levels = teacherLevel.options.map((option) => ({ ...option, disabled: level !== undefined && option.value > level }))
  return (
    <>
      <div className="kp-teacher-columns">
        <Field name="level" label="级别" {...(level !== undefined && { extra: '提升级别请在详情中发起晋级' })}>
          <Select options={levels} />
        </Field>
        <Field name="categoryId" label="分类">
          <CategorySelect of={categories} placeholder="不分类" />
        </Field>
        <Field name="title" label="职称" required={false}>
          <Input maxLength={50} placeholder="例如：高级工程师" />
        </Field>
        <Field name="keeper" label="负责人" required={false} extra="资质到期时一并提醒">
          <PersonControl title="选择负责人" />
        </Field>
      </div>
      <Field name="tagIds" label="标签" required={false}>
        <TagsField systemTeacherId={systemTeacherId} />
      </Field>
      <Field name="introduction" label="简介" required={false}>
        <Input.TextArea rows={4} maxLength={2000} showCount />
      </Field>
      <Field name="isEnabled" label="启用" valuePropName="checked" extra="停用后不能再预约">
        <Switch />
      </Field>
    </>
  )
}
