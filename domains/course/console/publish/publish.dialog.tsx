import { FocusReturn, formFor, Loaded, PageSkeleton, ToneTag, useCall } from '@kaopei/web'
import { Alert, Input, Modal, Radio } from 'antd'
import type { ReactNode } from 'react'
import { type CourseTouch, forCompletedLabels, publishing } from '../../contract/publishing.ts'

const { Field, FormDialog } = formFor(publishing.publish)

interface Props {
  readonly courseId: string
  readonly name: string
  readonly onClose: () => void
}

/** 发布修改: whom it touches, and what becomes of those who had completed the course. */
export function PublishDialog({ courseId, name, onClose }: Props): ReactNode {
  const asked = useCall(publishing.touch, { id: courseId })
  if (!asked.data || asked.isFetching) {
    return (
      <Modal open title={`发布修改：${name}`} footer={null} onCancel={onClose}>
        <FocusReturn />
        <Loaded of={asked} skeleton={<PageSkeleton />}>
          {() => <PageSkeleton />}
        </Loaded>
      </Modal>
    )
  }
  const touch = asked.data
  // Where nothing new is owed, keeping is all that can become of them.
  const isAsked = touch.completedCount > 0 && touch.owedTaskCount > 0
  if (touch.faults.length > 0) return <Faults name={name} touch={touch} onClose={onClose} />
  return (
    <FormDialog
      title={`发布修改：${name}`}
      okText="发 布"
      endpoint={publishing.publish}
      successText="发布成功"
      onClose={onClose}
      initialValues={{
        id: courseId,
        version: touch.version,
        note: '',
        ...(!isAsked && { forCompleted: 'keep' }),
      }}
      intro={<Touch touch={touch} />}
    >
      {isAsked && (
        <Field name="forCompleted" label={`已完成的 ${touch.completedCount} 名学员`}>
          <Radio.Group
            className="kp-course-stacked"
            options={[
              { value: 'keep', label: forCompletedLabels.keep },
              {
                value: 'owe',
                label: `${forCompletedLabels.owe}（${touch.owedTaskCount} 个必修任务）`,
              },
            ]}
          />
        </Field>
      )}
      <Field name="note" label="修改说明">
        <Input.TextArea rows={3} maxLength={500} showCount placeholder="选填，记入发布记录" />
      </Field>
    </FormDialog>
  )
}

function Touch({ touch }: { readonly touch: CourseTouch }): ReactNode {
  const { learnerCount, begunCount, completedCount, changedChapters, isReordered, isUnlockChanged } = touch
  const lines = [
    ['新增', touch.added],
    ['移除', touch.removed],
    ['修改', touch.changed],
  ] as const
  return (
    <>
      <p>
        影响 {learnerCount} 名学员，其中 {begunCount} 名已开始、{completedCount} 名已完成。已开始的课件按原版本学完。
      </p>
      {touch.soldCount > 0 && (
        <p>
          {touch.isSellable
            ? `已授权给 ${touch.soldCount} 家企业，对方的课程会随之更新，对方的已完成者保持完成。`
            : `已授权给 ${touch.soldCount} 家企业。修改中有课件、图文、链接以外的任务，对方的课程保持原样。`}
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard */}
      <section className="kp-course-touched" aria-label="修改内容" tabIndex={0}>
        <ul className="kp-course-touch">
          {lines.map(([label, tasks]) => (
            <Named key={label} head={`${label} ${tasks.length} 个任务`} named={tasks} />
          ))}
          <Named head={`修改 ${changedChapters.length} 个章节的名称或说明`} named={changedChapters} />
          {isReordered && <li>任务的顺序或所在章节有调整</li>}
          {isUnlockChanged && <li>解锁方式或条件有调整；已开始、已完成的任务保持开放</li>}
        </ul>
      </section>
    </>
  )
}

interface NamedProps {
  readonly head: string
  readonly named: readonly { readonly id: string; readonly title: string; readonly isRequired?: boolean }[]
}

/** Each on a line of its own: titles are long. */
function Named({ head, named }: NamedProps): ReactNode {
  if (named.length === 0) return null
  return (
    <li>
      {head}
      <ul>
        {named.map(({ id, title, isRequired = true }) => (
          <li key={id}>
            {title} {!isRequired && <ToneTag tone="neutral">选修</ToneTag>}
          </li>
        ))}
      </ul>
    </li>
  )
}

function Faults({
  name,
  touch,
  onClose,
}: {
  readonly name: string
  readonly touch: CourseTouch
  readonly onClose: () => void
}): ReactNode {
  return (
    <Modal open title={`发布修改：${name}`} footer={null} onCancel={onClose}>
      <FocusReturn />
      <Alert
        type="error"
        showIcon
        title="课程还不能发布，请先处理以下问题"
        description={
          <ul className="kp-course-touch">
            {touch.faults.map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        }
      />
    </Modal>
  )
}
