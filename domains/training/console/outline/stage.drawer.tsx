import { ConditionsControl } from '@kaopei/course/parts'
import { formFor, InstantInput } from '@kaopei/web'
import { Input, InputNumber } from 'antd'
import type { ReactNode } from 'react'
import { type ProjectOutline, projectStages } from '../../contract/stage-task.ts'
import { type EditedStage, type OutlineEditing, tasksOf } from './use-outline.ts'

const { create, modify } = projectStages
const { Field, FormDrawer } = formFor([create, modify])

interface Props {
  readonly outline: ProjectOutline
  readonly editing: OutlineEditing
  readonly stage: EditedStage | undefined
  readonly onClose: () => void
}

/** A stage's name, words, weight, window and conditions. */
export function StageDrawer({ outline, editing, stage, onClose }: Props): ReactNode {
  const { projectId, outlineVersion } = outline
  const own = new Set(stage?.tasks.map(({ id }) => id))
  const fields = <StageFields others={tasksOf(outline).filter(({ id }) => !own.has(id))} />
  const common = { open: true, width: 640, onClose, successText: '保存成功', onSaved: () => editing.asked.refetch() } as const
  if (!stage) {
    return (
      <FormDrawer
        {...common}
        title="添加阶段"
        endpoint={create}
        initialValues={{ title: '', descript: '', weight: 1, conditions: [] }}
        toInput={(values) => ({ ...values, ...emptied(values), projectId, outlineVersion })}
      >
        {fields}
      </FormDrawer>
    )
  }
  const { tasks: _tasks, ...facts } = stage
  return (
    <FormDrawer
      {...common}
      title="编辑阶段"
      endpoint={modify}
      initialValues={facts}
      toInput={(values) => ({ ...values, ...emptied(values), projectId, outlineVersion, id: stage.id })}
    >
      {fields}
    </FormDrawer>
  )
}

interface Held {
  readonly weight?: number | null | undefined
  readonly opensTime?: string | null | undefined
  readonly opensAfterDays?: number | null | undefined
  readonly endsTime?: string | null | undefined
  readonly endsAfterDays?: number | null | undefined
}

/** What was emptied is taken away, and not left as it was. */
function emptied({ weight, opensTime, opensAfterDays, endsTime, endsAfterDays }: Held) {
  return {
    weight: weight ?? 1,
    opensTime: opensTime ?? null,
    opensAfterDays: opensAfterDays ?? null,
    endsTime: endsTime ?? null,
    endsAfterDays: endsAfterDays ?? null,
  }
}

const days = (min: 0 | 1) => (
  <InputNumber min={min} max={3650} precision={0} suffix="天" placeholder="不限" style={{ width: '100%' }} />
)

function StageFields({ others }: { readonly others: ReturnType<typeof tasksOf> }): ReactNode {
  return (
    <>
      <Field name="title" label="阶段名称" required>
        <Input maxLength={100} showCount placeholder="例如：第一周 安全基础" />
      </Field>
      <Field name="descript" label="阶段说明" required={false}>
        <Input.TextArea rows={3} maxLength={2000} showCount />
      </Field>
      <div className="kp-training-columns">
        <Field name="opensTime" label="开放时间" required={false}>
          <InstantInput />
        </Field>
        <Field name="opensAfterDays" label="或加入多少天后开放" required={false} extra="两者都填时以较晚的为准">
          {days(0)}
        </Field>
        <Field name="endsTime" label="截止时间" required={false}>
          <InstantInput />
        </Field>
        <Field name="endsAfterDays" label="或加入多少天后截止" required={false} extra="晚加入的学员有自己的天数">
          {days(1)}
        </Field>
      </div>
      <Field name="weight" label="权重" required={false} extra="在项目进度中所占的份额，0 为不占">
        <InputNumber min={0} max={1000} precision={0} />
      </Field>
      <Field name="conditions" label="开放条件" required={false} extra="全部满足才开放；阶段未开放时，其中的任务都不开放">
        <ConditionsControl tasks={others} />
      </Field>
    </>
  )
}
