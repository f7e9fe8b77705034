import type { InputOf } from '@kaopei/contract'
import { cut } from '@kaopei/contract'
import {
  Bones,
  DrawerFooter,
  FocusReturn,
  InstantRangeInput,
  Loaded,
  mayOrWarn,
  toast,
  useAction,
  useAskedClose,
  useCall,
} from '@kaopei/web'
import { Alert, Checkbox, Drawer, Form, Input, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { Navigate } from 'react-router'
import { skillPlan } from '../../contract/person.ts'
import '../skill.css'

interface Props {
  readonly postId: string
  readonly who: InputOf<typeof skillPlan.create>['who']
  /** Whose gaps. */
  readonly about: string
  /** What the project is called unless somebody says otherwise. */
  readonly suggestedName?: string
  readonly onClose: () => void
}

/** From gaps to a draft project: courses with their reasons, and a parallel test where an exam measured the gaps. */
export function PlanDrawer({
  postId,
  who,
  about,
  suggestedName = `${about.replace(/[“”]/g, '')}-差距培训`,
  onClose,
}: Props): ReactNode {
  const asked = useCall(skillPlan.propose, { postId, who })
  const [name, setName] = useState(cut(suggestedName, 90))
  const [without, setWithout] = useState<readonly string[]>([])
  const [examId, setExamId] = useState<string>()
  const [times, setTimes] = useState<readonly [string, string]>()
  const [madeId, setMadeId] = useState<string>()
  const create = useAction(skillPlan.create, {
    successText: '已生成草稿项目，请检查后上架',
    onDone: ({ projectId }) => setMadeId(projectId),
  })
  const isChanged = name !== cut(suggestedName, 90) || without.length > 0 || examId !== undefined
  const close = useAskedClose(isChanged && madeId === undefined, onClose)
  const ok = () => {
    if (!mayOrWarn(skillPlan.create) || !asked.data) return
    const courseIds = asked.data.courses.flatMap(({ id }) => (without.includes(id) ? [] : [id]))
    if (courseIds.length === 0) return toast.warning('请至少选择一门课程')
    if (examId && !times) return toast.warning('请选择检验考试的开放时间')
    const test = examId && times ? { examId, beginTime: times[0], endTime: times[1] } : null
    void create.run({ postId, who, name, courseIds, test })
  }
  // Only once it is drawn as saved does nothing ask before leaving.
  if (madeId !== undefined) return <Navigate to={`/createProject?id=${madeId}`} />
  return (
    <Drawer
      open
      title="生成培训项目"
      size={680}
      onClose={close}
      footer={<DrawerFooter onCancel={close} onOk={ok} isRunning={create.isRunning} />}
    >
      <FocusReturn />
      <Loaded of={asked} skeleton={<Bones rows={6} />}>
        {(plan) => (
          <Form layout="vertical">
            <p className="kp-hint">
              {about}：按岗位“{plan.postName}”的当前模型，{plan.peopleCount} 人中有 {plan.gapPeopleCount}{' '}
              人存在差距，项目只包含他们。
            </p>
            <Form.Item label="项目名称" required htmlFor="kp-plan-name">
              <Input id="kp-plan-name" maxLength={90} value={name} onChange={(event) => setName(event.target.value)} />
            </Form.Item>
            <Form.Item label="课程与理由" required>
              {plan.courses.length === 0 && (
                <Alert type="info" showIcon title="没有可以弥补差距的课程，请先在“课程与知识点”中维护对应的技能。" />
              )}
              {plan.courses.map((course) => (
                <div key={course.id}>
                  <Checkbox
                    checked={!without.includes(course.id)}
                    onChange={({ target }) =>
                      setWithout((last) => (target.checked ? last.filter((id) => id !== course.id) : [...last, course.id]))
                    }
                  >
                    <strong>{course.name}</strong>（{course.hours} 学时）
                  </Checkbox>
                  <p className="kp-hint">{course.reason}</p>
                </div>
              ))}
            </Form.Item>
            {plan.left.length > 0 && <Alert type="warning" showIcon className="kp-skill-notice" title={plan.left.join('；')} />}
            <Form.Item
              label="检验考试（平行卷，与原卷没有相同试题）"
              extra="选择测出差距的考试后，会在项目末尾生成一场平行检验，结果用来比较前后差距。"
            >
              <Select
                aria-label="检验考试"
                allowClear
                placeholder="不安排检验"
                value={examId}
                onChange={setExamId}
                options={plan.exams.map(({ id, name: examName, peopleCount }) => ({
                  value: id,
                  label: `${examName}（${peopleCount} 人）`,
                }))}
              />
            </Form.Item>
            {examId && (
              <Form.Item label="检验开放时间" required>
                <InstantRangeInput value={times} onChange={(range) => setTimes(range ?? undefined)} />
              </Form.Item>
            )}
          </Form>
        )}
      </Loaded>
    </Drawer>
  )
}
