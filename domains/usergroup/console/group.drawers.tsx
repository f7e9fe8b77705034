import { Bones, CategorySelect, CodeTag, ErrorState, FocusReturn, findNode, formFor, useCall } from '@kaopei/web'
import { useIsAdmin } from '@kaopei/web/client'
import { Alert, Drawer, Form, Input, Radio } from 'antd'
import { type ReactNode, useState } from 'react'
import { groupCategory } from '../contract/category.ts'
import { groupKind } from '../contract/codes.ts'
import { type GroupDetail, group } from '../contract/group.ts'
import type { Open } from './group-opened.ts'
import { RuleBuilder } from './rule-builder.tsx'
import { newRule } from './rule-draft.ts'
import { RulePreview } from './rule-preview.tsx'

const { Field, FormDrawer } = formFor([group.createStaffGroup, group.updateStaffGroup])
const creating = formFor(group.createStaffGroup)

interface CreateProps {
  /** Chosen in the tree beside the list. */
  readonly categoryId: string | undefined
  readonly open: Open
  readonly onClose: () => void
}

export function CreateGroup({ categoryId, open, onClose }: CreateProps): ReactNode {
  const form = creating.useFormInstance()
  const kind = creating.useValue('kind', form)
  const [firstRule] = useState(newRule)
  const categories = useCall(groupCategory.listStaffGroupCate)
  return (
    <FormDrawer
      open
      title="新增用户组"
      width={720}
      form={form}
      reading={categories}
      onClose={onClose}
      endpoint={group.createStaffGroup}
      successText="添加成功"
      initialValues={{
        kind: groupKind.chosen,
        categoryId: findNode(categories.data ?? [], categoryId)?.id ?? null,
      }}
      onSaved={({ id }) => {
        const { name, kind: saved } = form.getFieldsValue(true)
        // The drawer closes itself right after this; the members must open behind that.
        if (saved === groupKind.chosen)
          queueMicrotask(() => open({ kind: 'members', row: { id, name: name ?? '', kind: saved } }))
      }}
    >
      <GroupFields />
      <creating.Field name="kind" label="类型">
        <Radio.Group
          options={[
            { value: groupKind.chosen, label: '静态：手工选择成员' },
            { value: groupKind.ruled, label: '动态：按规则自动维护成员' },
          ]}
        />
      </creating.Field>
      {kind === groupKind.ruled && (
        <>
          <Field name="rule" label="规则" required initialValue={firstRule} preserve={false} validateTrigger={[]}>
            <RuleBuilder />
          </Field>
          <RulePreview />
        </>
      )}
    </FormDrawer>
  )
}

interface EditProps {
  readonly id: string
  readonly open: Open
  readonly onClose: () => void
}

export function EditGroup({ id, open, onClose }: EditProps): ReactNode {
  const asked = useCall(group.getStaffGroupById, { id })
  const [fresh, setFresh] = useState<GroupDetail>()
  // What was read at an earlier opening may be old by now.
  if (!fresh && asked.data && !asked.isFetching) setFresh(asked.data)
  if (fresh) return <EditLoaded row={fresh} open={open} onClose={onClose} />
  if (asked.error) {
    return (
      <Drawer open title="编辑用户组" size={720} onClose={onClose}>
        <FocusReturn />
        <ErrorState error={asked.error} onRetry={asked.refetch} />
      </Drawer>
    )
  }
  return (
    <Drawer open title="编辑用户组" size={720} onClose={onClose}>
      <FocusReturn />
      <Bones rows={6} />
    </Drawer>
  )
}

function EditLoaded({
  row,
  open,
  onClose,
}: {
  readonly row: GroupDetail
  readonly open: Open
  readonly onClose: () => void
}): ReactNode {
  const { id, version, name, descript, categoryId, kind, rule, isWhole, roleCount } = row
  const isAdmin = useIsAdmin()
  const mayRule = isWhole && (isAdmin || roleCount === 0)
  return (
    <FormDrawer
      open
      title="编辑用户组"
      width={720}
      onClose={onClose}
      endpoint={group.updateStaffGroup}
      successText="修改成功"
      initialValues={{ id, version, name, descript, categoryId, rule }}
    >
      <GroupFields />
      <Form.Item label="类型">
        <CodeTag codes={groupKind} value={kind} />
        {kind === groupKind.chosen && (
          <button type="button" className="kp-link" onClick={() => open({ kind: 'members', row })}>
            维护成员（{row.staffCount} 人）
          </button>
        )}
      </Form.Item>
      {rule !== null && (
        <>
          {roleCount > 0 && (
            <Alert
              type="warning"
              showIcon
              title={`该用户组已关联 ${roleCount} 个角色：符合规则的人员会自动获得这些角色，规则只能由企业管理员修改。`}
              className="kp-attach-warning"
            />
          )}
          <Field
            name="rule"
            label="规则"
            required
            validateTrigger={[]}
            {...(!isWhole && { extra: '规则涉及您数据权限以外的人员，只能查看' })}
          >
            <RuleBuilder disabled={!mayRule} />
          </Field>
          <RulePreview groupId={id} />
        </>
      )}
    </FormDrawer>
  )
}

function GroupFields(): ReactNode {
  const categories = useCall(groupCategory.listStaffGroupCate)
  return (
    <>
      <Field name="name" label="用户组名称" required>
        <Input maxLength={50} showCount placeholder="请输入用户组名称" />
      </Field>
      <Field name="categoryId" label="分类">
        <CategorySelect of={categories} placeholder="未分类" />
      </Field>
      <Field name="descript" label="描述">
        <Input.TextArea maxLength={200} showCount rows={2} placeholder="请输入描述" />
      </Field>
    </>
  )
}
