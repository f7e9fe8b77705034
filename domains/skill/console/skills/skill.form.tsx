import { formFor } from '@kaopei/web'
import { Input, Switch, TreeSelect } from 'antd'
import type { ReactNode } from 'react'
import { skillLevel } from '../../contract/codes.ts'
import { skill } from '../../contract/skill.ts'
import { useSkills } from '../skill-options.ts'

const { Field, FormDrawer, useValue } = formFor([skill.create, skill.modify])
const { Field: NewField } = formFor(skill.create)
const { Field: LevelField } = formFor([skill.create, skill.modify])

interface Editing {
  readonly id: string
  readonly version: number
  readonly name: string
  readonly code: string | null
  readonly descript: string
  readonly isGroup: boolean
  readonly levels: readonly { readonly level: number; readonly name: string; readonly behaviour: string }[]
}

const defaultLevels = skillLevel.options.map(({ value, label }) => ({ level: value, name: label, behaviour: '' }))

/** A new skill, or one that is changed. */
export function SkillForm({ row, onClose }: { readonly row?: Editing; readonly onClose: () => void }): ReactNode {
  if (!row)
    return (
      <FormDrawer
        open
        title="新增技能"
        width={640}
        endpoint={skill.create}
        successText="添加成功"
        initialValues={{ isGroup: false, levels: defaultLevels }}
        onClose={onClose}
      >
        <ParentField />
        <Fields />
      </FormDrawer>
    )
  const levels = defaultLevels.map((one) => row.levels.find(({ level }) => level === one.level) ?? one)
  return (
    <FormDrawer
      open
      title="编辑技能"
      width={640}
      endpoint={skill.modify}
      successText="修改成功"
      initialValues={{ ...row, levels }}
      onClose={onClose}
    >
      <Fields />
    </FormDrawer>
  )
}

function ParentField(): ReactNode {
  const { nodes } = useSkills()
  const groups = (of: typeof nodes): object[] =>
    of.flatMap(({ row, children }) => (row.isGroup ? [{ value: row.id, title: row.name, children: groups(children) }] : []))
  return (
    <NewField name="parentId" label="上级分类">
      <TreeSelect treeData={groups(nodes)} allowClear treeDefaultExpandAll placeholder="最上级" />
    </NewField>
  )
}

function Fields(): ReactNode {
  const isGroup = useValue('isGroup')
  return (
    <>
      <Field name="name" label="名称">
        <Input maxLength={60} placeholder="例如：动火作业监护" />
      </Field>
      <Field name="isGroup" label="仅作分类" valuePropName="checked" extra="分类只用来归类，不要求、不测量">
        <Switch />
      </Field>
      <Field name="code" label="编码" extra="导入时按编码识别">
        <Input maxLength={50} />
      </Field>
      <Field name="descript" label="说明">
        <Input.TextArea rows={2} maxLength={1000} />
      </Field>
      {!isGroup &&
        defaultLevels.map(({ level, name }, at) => (
          <LevelField key={level} name={['levels', at, 'behaviour']} label={`${name}：可观察的行为`}>
            <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} maxLength={1000} placeholder="这一级的人能做到什么" />
          </LevelField>
        ))}
    </>
  )
}
