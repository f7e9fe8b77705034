import { cut } from '@kaopei/contract'
import { formatInstant, formFor, InstantInput, toast } from '@kaopei/web'
import { Checkbox, Input } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { project } from '../contract/project.ts'
import { stepPath } from './paths.ts'

const { Field, FormDialog } = formFor(project.copy)

export interface CopiedProject {
  readonly id: string
  readonly name: string
  readonly beginTime: string | null
}

/** Asks for the new beginning: every date of the copy is as far behind it as it was behind the old one. */
export function CopyDialog({
  project: of,
  onClose,
}: {
  readonly project: CopiedProject
  readonly onClose: () => void
}): ReactNode {
  const navigate = useNavigate()
  return (
    <FormDialog
      title={`复制项目：${of.name}`}
      endpoint={project.copy}
      successText="复制成功，已打开新的草稿"
      initialValues={{ id: of.id, name: `${cut(of.name, 96)} 副本`, withGroups: false }}
      onSaved={({ id, unbookedCount, leftRuleCount }) => {
        if (unbookedCount > 0) toast.warning(`有 ${unbookedCount} 场线下课没有预约讲师，请在任务中重新选择讲师`)
        if (leftRuleCount > 0) toast.warning('自动提醒没有复制：它对全部学员生效，请由数据范围为全部的管理员设置')
        void navigate(stepPath(0, id))
      }}
      onClose={onClose}
      intro={
        <p className="kp-hint">
          阶段、任务、日期和自动提醒会一起复制，学员、进度和通知记录不会；线下课只保留讲师姓名，新的时间不预约讲师。
        </p>
      }
    >
      <Field name="name" label="新项目名称" required>
        <Input maxLength={100} showCount />
      </Field>
      <Field
        name="beginTime"
        label="新的开始时间"
        required={false}
        extra={
          of.beginTime === null
            ? '全部日期按原来最早的日期与新开始时间之间的天数顺延；留空则日期不变'
            : `原项目 ${formatInstant(of.beginTime)} 开始；全部日期按相差的天数顺延，留空则日期不变`
        }
      >
        <InstantInput />
      </Field>
      <Field name="withGroups" valuePropName="checked" required={false}>
        <Checkbox>同时关联原项目的实时部门和用户组</Checkbox>
      </Field>
    </FormDialog>
  )
}
